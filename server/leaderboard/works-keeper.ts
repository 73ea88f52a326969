/**
 * [WRK1] Keeps when each stage of each nation's work was completed. The board of every process sees the same
 * commit complete a stage, since all apply the commits in the same order; the record is for the processes
 * that load their board later. Any process may write it, always the same. If none came to it, which takes a
 * kill of all of them right after the commit, the events are read back to that commit.
 */
import { z } from 'zod';
import { writtenAddressSchema } from '../../common/values/address.ts';
import { instantSchema, type Epoch } from '../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { eachResource } from '../../common/values/resources.ts';
import { stagesComplete, unitsIn } from '../../common/values/works.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { givenBy, pagesBack } from './before-event.ts';
import type { Finish } from './work-tally.ts';

/** A record as it is stored, under the setting `work.<nation>.<stage>`: a move takes it along. */
const finishSchema = z.object({
  at: instantSchema,
  wallet: writtenAddressSchema,
  total: z.int().positive(),
});

interface Unwritten {
  readonly name: string;
  readonly finish: Finish;
}

export class WorksKeeper implements BoardListener {
  readonly #store: Pick<Store, 'setting' | 'putSetting' | 'events'>;
  readonly #board: Board;
  readonly #log: Pick<Log, 'warn'>;
  /** Of this data set. */
  #epoch: Epoch | null = null;
  #unwritten: Unwritten[] = [];
  #advancing: Promise<void> = Promise.resolve();
  /** By nation, the load of the board after which some stages could not be explained. */
  readonly #gaveUpAfter = new Map<NationId, number>();

  constructor(parts: {
    readonly store: Pick<Store, 'setting' | 'putSetting' | 'events'>;
    readonly board: Board;
    readonly log: Pick<Log, 'warn'>;
  }) {
    this.#store = parts.store;
    this.#board = parts.board;
    this.#log = parts.log;
    parts.board.subscribe(this);
  }

  onChange({ event, after, finished }: BoardChange): void {
    const { nationId, wallet, contributed } = after.row;
    if (!contributed) return;
    const finish = { at: event.at, wallet, total: unitsIn(contributed) };
    for (const stage of finished) this.#unwritten.push({ name: named(nationId, stage), finish });
  }

  onReload(): void {
    if (this.#board.epoch !== this.#epoch) this.#unwritten = [];
    this.#epoch = this.#board.epoch;
  }

  /**
   * Reads the records of stages that were complete when the board was loaded, finds those that are missing,
   * and writes what is new. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    const before = this.#advancing;
    this.#advancing = Promise.allSettled([before]).then(() => this.#advance());
    return this.#advancing;
  }

  async #advance(): Promise<void> {
    const { loads } = this.#board;
    for (const nationId of NATION_IDS) await this.#explain(nationId, loads);
    for (;;) {
      const [next] = this.#unwritten;
      if (!next || this.#board.loads !== loads) return;
      await this.#store.putSetting(next.name, JSON.stringify(next.finish));
      this.#unwritten = this.#unwritten.filter((one) => one !== next);
    }
  }

  async #explain(nationId: NationId, loads: number): Promise<void> {
    for (const stage of this.#board.unexplained(nationId)) {
      const kept = await this.#store.setting(named(nationId, stage));
      if (this.#board.loads !== loads) return;
      const finish = kept === null ? null : parsed(kept);
      if (finish) this.#board.explain(nationId, stage, finish);
    }
    const missing = this.#board.unexplained(nationId);
    if (missing.length === 0 || this.#gaveUpAfter.get(nationId) === loads) return;
    const found = await this.#find(nationId, missing, loads);
    if (this.#board.loads !== loads) return;
    for (const [stage, finish] of found) {
      this.#board.explain(nationId, stage, finish);
      this.#unwritten.push({ name: named(nationId, stage), finish });
    }
    if (found.size === missing.length) return;
    this.#gaveUpAfter.set(nationId, loads);
    this.#log.warn({ nationId, missing }, 'nothing says when some stages of a work were completed');
  }

  /** Goes back from the board's totals, contribution by contribution, to the commits that completed these. */
  async #find(
    nationId: NationId,
    missing: readonly number[],
    loads: number,
  ): Promise<ReadonlyMap<number, Finish>> {
    const found = new Map<number, Finish>();
    const { rev } = this.#board;
    let totals = this.#board.contributed(nationId);
    // All kinds: a newer version may contribute in one that this version doesn't know.
    for await (const events of pagesBack(this.#store)) {
      if (this.#board.loads !== loads) return found;
      for (const event of events) {
        if (event.rev > rev || event.row.nationId !== nationId) continue;
        const given = await givenBy(event, this.#store);
        if (!given) continue;
        const { at, row } = event;
        const left = totals;
        totals = eachResource((type) => left[type] - given[type]);
        const total = row.contributed ? unitsIn(row.contributed) : 0;
        for (const stage of missing) {
          const isIt = stagesComplete(totals) < stage && stage <= stagesComplete(left);
          if (isIt && total > 0) found.set(stage, { at, wallet: row.wallet, total });
        }
        if (found.size === missing.length) return found;
      }
    }
    return found;
  }
}

function named(nationId: NationId, stage: number): string {
  return `work.${nationId}.${stage}`;
}

/** Null for a damaged record: it is found again. */
function parsed(text: string): Finish | null {
  try {
    return finishSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
