/**
 * A small model of the live protocol's server side, for the tests of the merge: one store, several
 * processes that follow it at their own pace, and a window of the ranking that the room of all
 * receives. Written only from the protocol, as plainly as possible, so that the client is measured
 * against it.
 */
import {
  tickRowSchema,
  tickSchema,
  type President,
  type Tick,
  type TickRow,
} from '../../../common/protocol/live.ts';
import { compareRank, type RankKey } from '../../../common/rules/ranking.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  type DigestSum,
} from '../../../common/values/board-digest.ts';
import { epochSchema, revSchema, type Epoch, type Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { NATION_IDS, NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../board-merge.ts';

export const WALLETS = Array.from({ length: 9 }, (_, i) => walletOf(i + 1));

/** A player belongs to one nation for good. */
function nationOf(wallet: Address): NationId {
  return NATION_IDS[(Number(wallet) - 1) % NATION_IDS.length] ?? 'usa';
}

/** Null: of no player, as the end of a week. */
export type Commit = PlayerCommit | null;

interface PlayerCommit {
  readonly wallet: Address;
  readonly gdp: number;
  readonly denaHoldings: number;
  /**
   * The count of a new president, who is this wallet; 0: the nation has none any more; null:
   * unchanged.
   */
  readonly presidentCount: number | null;
}

interface Player {
  readonly key: RankKey;
  readonly row: TickRow;
  readonly digest: DigestSum;
}

export interface Position {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

export class ModelStore {
  readonly windowRows: number;
  #epochs = 0;
  #truth = new Map<Epoch, Truth>();
  epoch = epochSchema.parse('e0');
  log: Commit[] = [];

  constructor(windowRows = 4) {
    this.windowRows = windowRows;
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
  /** The window at the last tick. */
  readonly shown: ReadonlySet<Address>;
  readonly touched: Set<Address>;
  readonly presided: Set<NationId>;
  /** A commit of no player came: its rev is sent in any case. */
  isRevDue: boolean;
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
  #room: Room;

  constructor(store: ModelStore, commits = Infinity) {
    this.#store = store;
    this.#epoch = store.epoch;
    this.#room = this.#newRoom();
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
    this.#room = this.#newRoom();
  }

  /** Applies the next commits of its own epoch. */
  follow(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      const commit = this.#log[this.#position];
      if (commit === undefined) return;
      this.#position += 1;
      if (commit) this.#take(commit);
      else this.#room.isRevDue = true;
    }
  }

  #take({ wallet, gdp, denaHoldings, presidentCount }: PlayerCommit): void {
    const nationId = nationOf(wallet);
    const known = this.#players.get(wallet)?.row;
    // Coarse, so that order numbers tie as well.
    const gdpOrder = known?.gdp === gdp ? known.gdpOrder : Math.floor(this.#position / 2);
    const row = tickRowSchema.parse({
      walletAddress: wallet,
      name: null,
      gdp,
      // Clocks have no influence on the order.
      gdpSince: instantText(1_000_000 - gdpOrder),
      gdpOrder,
      culturalOrder: gdpOrder,
      denaHoldings: String(denaHoldings),
      resources: { wood: denaHoldings, oil: gdp % 50, food: 1, technology: 0 },
    });
    const digest = rowDigest({ ...row, nationId });
    this.#players.set(wallet, { key: { gdp, gdpOrder, wallet }, row, digest });
    this.#room.touched.add(wallet);
    if (presidentCount === null) return;
    this.#room.presided.add(nationId);
    if (presidentCount === 0) this.#presidents.delete(nationId);
    else this.#presidents.set(nationId, { walletAddress: wallet, staked: presidentCount });
  }

  /** The room's tick; null if nothing happened. */
  tick(): Tick | null {
    const { lastRev, shown, touched, presided, isRevDue } = this.#room;
    if (touched.size === 0 && !isRevDue) return null;
    const window = this.#window();
    const now = walletsOf(window);
    for (const wallet of shown) if (!now.has(wallet)) touched.add(wallet);
    for (const wallet of now) if (!shown.has(wallet)) touched.add(wallet);
    const nations = NATION_IDS.flatMap((nationId) => {
      const own = [...touched].filter((wallet) => nationOf(wallet) === nationId);
      if (own.length === 0) return [];
      return {
        nationId,
        ...this.#totals(nationId),
        ...(presided.has(nationId) ? { president: this.#presidents.get(nationId) ?? null } : {}),
        changed: window
          .map(({ row }) => row)
          .filter(
            (row) => touched.has(row.walletAddress) && nationOf(row.walletAddress) === nationId,
          ),
        left: own.filter((wallet) => !now.has(wallet)),
      };
    });
    this.#room = this.#newRoom();
    const { rev } = this.place;
    const digest = digestOf(window);
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
    const digest = digestOf(this.#window());
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
    const rows = this.#window().map(({ row }, i) => {
      const nationId = nationOf(row.walletAddress);
      const { name: nationName, flag } = NATIONS[nationId];
      const president = this.#presidents.get(nationId);
      return {
        rank: i + 1,
        nationId,
        nationName,
        flag,
        ...row,
        presidentWallet: president?.walletAddress ?? null,
        presidentStakedCount: president?.staked ?? 0,
      };
    });
    return { ...this.place, rows, totalCount: this.#players.size };
  }

  #window(): Player[] {
    const ranking = [...this.#players.values()].toSorted((a, b) => compareRank(a.key, b.key));
    return ranking.slice(0, this.#store.windowRows);
  }

  #newRoom(): Room {
    const shown = walletsOf(this.#window());
    const lastRev = this.place.rev;
    return { lastRev, shown, touched: new Set(), presided: new Set(), isRevDue: false };
  }

  #totals(nationId: NationId) {
    const rows = [...this.#players.values()].map(({ row }) => row);
    const own = rows.filter(({ walletAddress }) => nationOf(walletAddress) === nationId);
    return { gdp: own.reduce((sum, { gdp }) => sum + gdp, 0), players: own.length };
  }
}

function walletsOf(players: readonly Player[]): ReadonlySet<Address> {
  return new Set(players.map(({ key }) => key.wallet));
}

function digestOf(players: readonly Player[]): string {
  return digestText(players.map(({ digest }) => digest).reduce(addDigest, EMPTY_DIGEST));
}
