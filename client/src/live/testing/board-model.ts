/**
 * A small model of the live protocol's server side, for the tests of the merge: one store, several processes
 * that follow it at their own pace, and a window of the ranking that their rooms receive. Written only from
 * the protocol, as plainly as possible, so that the client is measured against it.
 */
import {
  leaderboardEntrySchema,
  type LeaderboardEntry,
} from '../../../../common/protocol/leaderboard.ts';
import {
  leaderboardMessageSchema,
  type LeaderboardMessage,
} from '../../../../common/protocol/live.ts';
import { compareRank } from '../../../../common/rules/ranking.ts';
import { address, type Address } from '../../../../common/values/address.ts';
import { epochSchema, revSchema, type Epoch, type Rev } from '../../../../common/values/ids.ts';
import { NATION_IDS, NATIONS, type NationId } from '../../../../common/values/nations.ts';
import type { ListAnswer } from '../board-merge.ts';

export const WINDOW_ROWS = 4;
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
  /** The count of a new president, who is this wallet; null: unchanged. */
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
  listAt({ epoch, rev }: Position): ListAnswer {
    const truth = this.#truth.get(epoch);
    if (!truth) throw new Error(`no epoch ${epoch}`);
    return truth.at(rev);
  }
}

/** Every list that an epoch has had, commit by commit. */
class Truth {
  readonly #process: ModelProcess;
  readonly #lists = new Map<Rev, ListAnswer>();

  constructor(store: ModelStore) {
    this.#process = new ModelProcess(store, 0);
    this.#lists.set(this.#process.place.rev, this.#process.list());
  }

  at(rev: Rev): ListAnswer {
    while (this.#process.place.rev < rev) {
      this.#process.follow(1);
      this.#lists.set(this.#process.place.rev, this.#process.list());
    }
    const list = this.#lists.get(rev);
    if (!list) throw new Error(`no commit ${rev}`);
    return list;
  }
}

interface Room {
  lastRev: Rev;
  readonly touched: Set<Address>;
  isPresidentTouched: boolean;
}

function revAt(position: number): Rev {
  return revSchema.parse(position.toString(16).padStart(16, '0'));
}

/** One server process: its board, as far as it has followed the store, and its four rooms. */
export class ModelProcess {
  readonly #store: ModelStore;
  #epoch: Epoch;
  #log: readonly Commit[] = [];
  #position = 0;
  readonly #players = new Map<Address, Player>();
  readonly #presidents = new Map<NationId, { wallet: Address; count: number }>();
  readonly #rooms = new Map<NationId, Room>();

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
    for (const nation of NATION_IDS) {
      this.#rooms.set(nation, { lastRev: revAt(0), touched: new Set(), isPresidentTouched: false });
    }
    this.follow(commits);
    for (const room of this.#rooms.values()) {
      room.lastRev = revAt(this.#position);
      room.touched.clear();
      room.isPresidentTouched = false;
    }
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
    this.#room(nation).touched.add(wallet);
    const after = new Set(this.#window());
    for (const moved of new Set([...before, ...after])) {
      if (before.has(moved) !== after.has(moved)) this.#room(nationOf(moved)).touched.add(moved);
    }
    if (presidentCount !== null) {
      this.#presidents.set(nation, { wallet, count: presidentCount });
      this.#room(nation).isPresidentTouched = true;
    }
  }

  /** The messages of a tick to the rooms; none to a room where nothing happened. */
  tick(): LeaderboardMessage[] {
    const window = this.#window();
    return NATION_IDS.flatMap((nationId) => {
      const room = this.#room(nationId);
      if (room.touched.size === 0 && !room.isPresidentTouched) return [];
      const { epoch, rev } = this.place;
      const isIn = (wallet: Address) => window.includes(wallet);
      const touched = [...room.touched];
      const message = leaderboardMessageSchema.parse({
        epoch,
        since: room.lastRev,
        rev,
        nationId,
        changed: touched.filter(isIn).map((wallet) => this.#entry(wallet)),
        left: touched.filter((wallet) => !isIn(wallet)),
        ...this.#president(nationId),
      });
      room.lastRev = rev;
      room.touched.clear();
      room.isPresidentTouched = false;
      return [message];
    });
  }

  /** GET /api/leaderboard */
  list(): ListAnswer {
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

  #room(nation: NationId): Room {
    const room = this.#rooms.get(nation);
    if (!room) throw new Error(`no room for ${nation}`);
    return room;
  }

  #president(nation: NationId) {
    const president = this.#presidents.get(nation);
    return {
      presidentWallet: president?.wallet ?? null,
      presidentStakedCount: president?.count ?? 0,
    };
  }

  #entry(wallet: Address): LeaderboardEntry {
    const player = this.#players.get(wallet);
    if (!player) throw new Error(`no player ${wallet}`);
    const nationId = nationOf(wallet);
    return leaderboardEntrySchema.parse({
      rank: this.#ranking().indexOf(wallet) + 1,
      nationId,
      nationName: NATIONS[nationId].name,
      flag: NATIONS[nationId].flag,
      walletAddress: wallet,
      gdp: player.gdp,
      // Clocks have no influence on the order.
      gdpSince: new Date(1000 - player.gdpOrder).toISOString(),
      gdpOrder: player.gdpOrder,
      denaHoldings: String(player.denaHoldings),
      resources: { wood: 0, oil: 0, food: 0, technology: 0 },
      ...this.#president(nationId),
    });
  }
}
