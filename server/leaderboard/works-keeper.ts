/**
 * [WRK1] Finds out when the stages of each nation's work were completed that were complete when the
 * board was loaded. All processes find the same, since all see the contributions in the same order;
 * a nation needs some 400,000 units, so there are never many.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { isOfPlayer } from '../../common/values/stored-event.ts';
import type { Log } from '../observe/log.ts';
import { eventPages, type Store } from '../store/store.ts';
import type { Board } from './board.ts';
import { WorkTally } from './work-tally.ts';

export class WorksKeeper {
  readonly #parts: WorksKeeperParts;
  /** The load of the board after which all was found that can be. */
  #foundAfter = 0;

  constructor(parts: WorksKeeperParts) {
    this.#parts = parts;
  }

  /**
   * Finds the commits that completed the stages which the board was loaded with. @throws
   * StoreUnavailable
   */
  async advance(): Promise<void> {
    const { board, log } = this.#parts;
    const { loads } = board;
    if (this.#foundAfter === loads) return;
    for (const nationId of NATION_IDS) {
      if (board.unexplained(nationId).length === 0) continue;
      const { finishes } = await this.#tallied(nationId);
      // What was read may be of another data set.
      if (board.loads !== loads) return;
      for (const [i, finish] of finishes.entries()) {
        if (finish) board.explain(nationId, i + 1, finish);
      }
      const missing = board.unexplained(nationId);
      if (missing.length > 0)
        log.warn({ nationId, missing }, 'nothing says when some stages of a work were completed');
    }
    this.#foundAfter = loads;
  }

  /** A nation's contributions, as far as the board has them, added up in their order. */
  async #tallied(nationId: NationId): Promise<WorkTally> {
    const { board, store } = this.#parts;
    const { rev } = board;
    const tally = new WorkTally();
    const rows = new Map<Address, BoardRow>();
    for await (const events of eventPages(store, { nationId, kinds: ['contributed'] })) {
      for (const event of events.filter(isOfPlayer)) {
        if (event.rev > rev) return tally;
        const { row, at } = event;
        tally.replace(rows.get(row.wallet) ?? null, row, at);
        rows.set(row.wallet, row);
      }
    }
    return tally;
  }
}

interface WorksKeeperParts {
  readonly store: Pick<Store, 'events'>;
  readonly board: Board;
  readonly log: Pick<Log, 'warn'>;
}
