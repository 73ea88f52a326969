/** Test support: a client that watches `all`, as the protocol describes it, without a real client's machinery. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Tick, TickNation } from '../../../common/protocol/live.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Presidency } from '../../leaderboard/entry.ts';
import { ModelList } from '../../leaderboard/testing/model-list.ts';

interface Place {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

/** An answer of GET /api/leaderboard. */
export interface FetchedList extends Place {
  readonly rows: readonly LeaderboardEntry[];
}

/** A nation beside its rows, as of a rev. */
type Totals = Pick<TickNation, 'gdp' | 'players' | 'work' | 'president'> & { readonly rev: Rev };

export class ModelClient {
  epoch: Epoch | null = null;
  /** The rev of its rows; null: it has none. */
  mine: Rev | null = null;
  readonly totals = new Map<NationId, Totals>();
  /** A list of this rev or later is needed. */
  #needed: Rev | null = null;
  #list = new ModelList();
  #presidents = new Map<NationId, { readonly rev: Rev; readonly presidency: Presidency }>();
  #kept: Tick[] = [];

  /** True if the list must be fetched. */
  get wantsList(): boolean {
    if (this.mine === null || this.#kept.length > 0) return true;
    return this.#needed !== null && this.mine < this.#needed;
  }

  /** An acknowledgement or a resync. */
  onPlace({ epoch, rev }: Place): void {
    this.#enter(epoch);
    if (this.#needed === null || this.#needed < rev) this.#needed = rev;
  }

  /** @throws an error if its rows don't have the digest that the server names. */
  onTick(tick: Tick): void {
    if (tick.epoch) this.#enter(tick.epoch);
    for (const nation of tick.nations) this.#takeTotals(nation, tick.rev);
    const { since, rev } = tick;
    if (since !== null && (this.mine === null || this.mine < rev)) {
      if (this.mine === null || this.mine < since) {
        this.#kept.push(tick);
        return;
      }
      for (const nation of tick.nations) this.#takeRows(nation);
      this.mine = rev;
    }
    if (this.mine === rev && tick.digest !== this.#list.digest()) {
      throw new Error(`at ${rev} the rows have the digest ${this.#list.digest()}`);
    }
  }

  onList({ epoch, rev, rows }: FetchedList): void {
    if (epoch !== this.epoch || (this.mine !== null && this.mine >= rev)) return;
    this.#list = new ModelList(rows);
    this.mine = rev;
    for (const { nationId, presidentWallet, presidentStakedCount } of rows) {
      this.#takePresident(nationId, { presidentWallet, presidentStakedCount }, rev);
    }
    const kept = this.#kept;
    this.#kept = [];
    for (const tick of kept) this.onTick(tick);
  }

  entries(): LeaderboardEntry[] {
    return this.#list.entries((nationId) => this.#presidencyOf(nationId));
  }

  #enter(epoch: Epoch): void {
    if (epoch === this.epoch) return;
    this.epoch = epoch;
    this.mine = null;
    this.#needed = null;
    this.#list = new ModelList();
    this.#kept = [];
    this.#presidents.clear();
    this.totals.clear();
  }

  #takeTotals(nation: TickNation, rev: Rev): void {
    const { nationId, gdp, players, president, work } = nation;
    if (president !== undefined) {
      const presidency = {
        presidentWallet: president?.walletAddress ?? null,
        presidentStakedCount: president?.staked ?? 0,
      };
      this.#takePresident(nationId, presidency, rev);
    }
    const held = this.totals.get(nationId);
    if (held && rev < held.rev) return;
    this.totals.set(nationId, {
      rev,
      gdp,
      players,
      president: president === undefined ? held?.president : president,
      work: work ?? held?.work,
    });
  }

  #takePresident(nationId: NationId, presidency: Presidency, rev: Rev): void {
    const held = this.#presidents.get(nationId);
    if (!held || held.rev <= rev) this.#presidents.set(nationId, { rev, presidency });
  }

  #takeRows({ nationId, changed, left }: TickNation): void {
    const { name: nationName, flag } = NATIONS[nationId];
    const rest = { rank: 0, nationId, nationName, flag, ...this.#presidencyOf(nationId) };
    this.#list.apply({ changed: changed.map((row) => ({ ...row, ...rest })), left });
  }

  #presidencyOf(nationId: NationId): Presidency {
    const none = { presidentWallet: null, presidentStakedCount: 0 };
    return this.#presidents.get(nationId)?.presidency ?? none;
  }
}
