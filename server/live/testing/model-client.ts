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

/** What a client shows of the nations beside their rows: of each the newest. */
export class ModelTotals extends Map<NationId, Totals> {
  onTick({ nations, rev }: Tick): void {
    for (const { nationId, gdp, players, president, work } of nations) {
      const held = this.get(nationId);
      if (held && rev < held.rev) continue;
      this.set(nationId, {
        rev,
        gdp,
        players,
        president: president === undefined ? held?.president : president,
        work: work ?? held?.work,
      });
    }
  }
}

export class ModelClient {
  epoch: Epoch | null = null;
  /** The rev of its rows; null: it has none. */
  mine: Rev | null = null;
  readonly totals = new ModelTotals();
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
    this.totals.onTick(tick);
    for (const nation of tick.nations) this.#takePresident(nation, tick.rev);
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
      this.#notePresidency(nationId, rev, { presidentWallet, presidentStakedCount });
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

  #takePresident({ nationId, president }: TickNation, rev: Rev): void {
    if (president === undefined) return;
    this.#notePresidency(nationId, rev, {
      presidentWallet: president?.walletAddress ?? null,
      presidentStakedCount: president?.staked ?? 0,
    });
  }

  #notePresidency(nationId: NationId, rev: Rev, presidency: Presidency): void {
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
