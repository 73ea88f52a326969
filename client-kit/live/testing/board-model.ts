/**
 * A small model of the live protocol's server side, for the tests of the merge: one store, several processes
 * that follow it at their own pace, and a window of the ranking that the room of all receives. Written only from
 * the protocol, as plainly as possible, so that the client is measured against it.
 */
import {
  leaderboardEntrySchema,
  type LeaderboardEntry,
} from '../../../common/protocol/leaderboard.ts';
import {
  tickRowSchema,
  tickSchema,
  type President,
  type Tick,
} from '../../../common/protocol/live.ts';
import { compareRank } from '../../../common/rules/ranking.ts';
import { address, type Address } from '../../../common/values/address.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
} from '../../../common/values/board-digest.ts';
import { epochSchema, revSchema, type Epoch, type Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { NATION_IDS, NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../board-merge.ts';

const WINDOW_ROWS = 4;
export const WALLETS = Array.from({ length: 9 }, (_, i) =>
  address(`0x${(i + 1).toString(16).padStart(40, '0')}`),
);

/** A player belongs to one nation for good. */
function nationOf(wallet: Address): NationId {
  return NATION_IDS[WALLETS.indexOf(wallet) % NATION_IDS.length] ?? 'usa';
}

export interface Commit {
  readonly wallet: Address;
  readonly gdp: number;
  readonly denaHoldings: number;
  /** The count of a new president, who is this wallet; 0: the nation has none any more; null: unchanged. */
  readonly presidentCount: number | null;
}

interface Player {
  readonly gdp: number;
  readonly gdpOrder: number;
  readonly denaHoldings: number;
}

export interface Position {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

export class ModelStore {
  #epochs = 0;
  #truth = new Map<Epoch, Truth>();
  epoch = epochSchema.parse('e0');
  log: Commit[] = [];

  constructor() {
    this.#truth.set(this.epoch, new Truth(this));
  }

  commit(commit: Commit): void {
    this.log.push(commit);
  }

  /** A restore: another data set, its log cut to the given length. */
  restore(length: number): void {
    this.#epochs += 1;
    this.epoch = epochSchema.parse(`e${this.#epochs}`);
    this.log = this.log.slice(0, length);
    this.#truth.set(this.epoch, new Truth(this));
  }

  /** The list as it was at a rev of an epoch, whichever process reached it. */
  listAt({ epoch, rev }: Position): Board {
    const truth = this.#truth.get(epoch);
    if (!truth) throw new Error(`no epoch ${epoch}`);
    return truth.at(rev);
  }
}

/** Every list that an epoch has had, commit by commit. */
class Truth {
  readonly #process: ModelProcess;
  readonly #lists = new Map<Rev, Board>();

  constructor(store: ModelStore) {
    this.#process = new ModelProcess(store, 0);
    this.#lists.set(this.#process.place.rev, this.#process.list());
  }

  at(rev: Rev): Board {
    while (this.#process.place.rev < rev) {
      this.#process.follow(1);
      this.#lists.set(this.#process.place.rev, this.#process.list());
    }
    const list = this.#lists.get(rev);
    if (!list) throw new Error(`no commit ${rev}`);
    return list;
  }
}

/** What happened since the last tick. */
interface Room {
  lastRev: Rev;
  readonly touched: Set<Address>;
  readonly presided: Set<NationId>;
}

function revAt(position: number): Rev {
  return revSchema.parse(position.toString(16).padStart(16, '0'));
}

/** One server process: its board, as far as it has followed the store, and its room of all. */
export class ModelProcess {
  readonly #store: ModelStore;
  #epoch: Epoch;
  #log: readonly Commit[] = [];
  #position = 0;
  readonly #players = new Map<Address, Player>();
  readonly #presidents = new Map<NationId, President>();
  #room: Room = { lastRev: revAt(0), touched: new Set(), presided: new Set() };

  constructor(store: ModelStore, commits = Infinity) {
    this.#store = store;
    this.#epoch = store.epoch;
    this.reload(commits);
  }

  get place(): Position {
    return { epoch: this.#epoch, rev: revAt(this.#position) };
  }

  /** Reloads the store's players from scratch; its sockets must then be sent a resync. */
  reload(commits = Infinity): void {
    this.#epoch = this.#store.epoch;
    this.#log = this.#store.log;
    this.#position = 0;
    this.#players.clear();
    this.#presidents.clear();
    this.follow(commits);
    this.#room = { lastRev: this.place.rev, touched: new Set(), presided: new Set() };
  }

  /** Applies the next commits of its own epoch. */
  follow(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      const commit = this.#log[this.#position];
      if (!commit) return;
      this.#position += 1;
      this.#take(commit);
    }
  }

  #take({ wallet, gdp, denaHoldings, presidentCount }: Commit): void {
    const nation = nationOf(wallet);
    const before = new Set(this.#window());
    const known = this.#players.get(wallet);
    // Coarse, so that order numbers tie as well.
    const gdpOrder = known?.gdp === gdp ? known.gdpOrder : Math.floor(this.#position / 2);
    this.#players.set(wallet, { gdp, gdpOrder, denaHoldings });
    this.#room.touched.add(wallet);
    const after = new Set(this.#window());
    for (const moved of new Set([...before, ...after])) {
      if (before.has(moved) !== after.has(moved)) this.#room.touched.add(moved);
    }
    if (presidentCount === null) return;
    this.#room.presided.add(nation);
    if (presidentCount === 0) this.#presidents.delete(nation);
    else this.#presidents.set(nation, { walletAddress: wallet, staked: presidentCount });
  }

  /** The room's tick; null if nothing happened. */
  tick(): Tick | null {
    const { lastRev, touched, presided } = this.#room;
    if (touched.size === 0) return null;
    const window = this.#window();
    const { rev } = this.place;
    const nations = NATION_IDS.flatMap((nationId) => {
      const own = [...touched].filter((wallet) => nationOf(wallet) === nationId);
      if (own.length === 0) return [];
      return {
        nationId,
        ...this.#totals(nationId),
        ...(presided.has(nationId) ? { president: this.#presidents.get(nationId) ?? null } : {}),
        changed: own
          .filter((wallet) => window.includes(wallet))
          .map((wallet) => tickRowSchema.omit({ rank: true }).parse(this.#entry(wallet))),
        left: own.filter((wallet) => !window.includes(wallet)),
      };
    });
    this.#room = { lastRev: rev, touched: new Set(), presided: new Set() };
    const digest = this.#digest();
    return tickSchema.parse({ room: 'all', since: lastRev, rev, digest, nations, events: [] });
  }

  /** What follows an acknowledgement and a resync. */
  snapshot(): Tick {
    const nations = NATION_IDS.map((nationId) => ({
      nationId,
      ...this.#totals(nationId),
      president: this.#presidents.get(nationId) ?? null,
      changed: [],
      left: [],
    }));
    const digest = this.#digest();
    return tickSchema.parse({
      room: 'all',
      since: null,
      ...this.place,
      digest,
      nations,
      events: [],
    });
  }

  /** GET /api/leaderboard */
  list(): Board {
    return {
      ...this.place,
      rows: this.#window().map((wallet) => this.#entry(wallet)),
      totalCount: this.#players.size,
    };
  }

  #ranking(): Address[] {
    return [...this.#players]
      .map(([wallet, player]) => ({ wallet, ...player }))
      .toSorted(compareRank)
      .map(({ wallet }) => wallet);
  }

  #window(): Address[] {
    return this.#ranking().slice(0, WINDOW_ROWS);
  }

  #totals(nationId: NationId) {
    const players = [...this.#players].filter(([wallet]) => nationOf(wallet) === nationId);
    return { gdp: players.reduce((sum, [, { gdp }]) => sum + gdp, 0), players: players.length };
  }

  #digest(): string {
    const { rows } = this.list();
    return digestText(rows.map(rowDigest).reduce(addDigest, EMPTY_DIGEST));
  }

  #entry(wallet: Address): LeaderboardEntry {
    const player = this.#players.get(wallet);
    if (!player) throw new Error(`no player ${wallet}`);
    const nationId = nationOf(wallet);
    const president = this.#presidents.get(nationId);
    return leaderboardEntrySchema.parse({
      rank: this.#ranking().indexOf(wallet) + 1,
      nationId,
      nationName: NATIONS[nationId].name,
      flag: NATIONS[nationId].flag,
      walletAddress: wallet,
      name: null,
      gdp: player.gdp,
      // Clocks have no influence on the order.
      gdpSince: instantText(1000 - player.gdpOrder),
      gdpOrder: player.gdpOrder,
      culturalOrder: 0,
      denaHoldings: String(player.denaHoldings),
      resources: { wood: 0, oil: 0, food: 0, technology: 0 },
      presidentWallet: president?.walletAddress ?? null,
      presidentStakedCount: president?.staked ?? 0,
    });
  }
}
