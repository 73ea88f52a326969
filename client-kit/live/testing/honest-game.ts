/**
 * A game of a full window for the tests of the digest: random commits, ticks of several of them, and the digest that
 * the server would send. Unlike the merge it sorts the whole ranking for each tick.
 */
import type { Tick, TickRow } from '../../../common/protocol/live.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { compareRank, type RankKey } from '../../../common/rules/ranking.ts';
import { address } from '../../../common/values/address.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  type DigestSum,
} from '../../../common/values/board-digest.ts';
import { epochSchema, revSchema, type Rev } from '../../../common/values/ids.ts';
import { byNation, NATION_IDS, NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../board-merge.ts';

/** More than the window has room for, so that rows come and go. */
const PLAYERS = LIVE_ROWS + 200;

interface Player {
  readonly key: RankKey;
  readonly row: TickRow;
  readonly nationId: NationId;
  readonly digest: DigestSum;
}

const revAt = (n: number): Rev => revSchema.parse(n.toString(16).padStart(16, '0'));

export class HonestGame {
  readonly epoch = epochSchema.parse('e');
  /** A whole number from 0 to `below` − 1. */
  readonly #random: (below: number) => number;
  #players: Player[] = [];
  #window: readonly Player[] = [];
  #commits = 0;
  #lastRev = revAt(0);

  constructor(random: (below: number) => number) {
    this.#random = random;
    for (let n = 0; n < PLAYERS; n += 1) this.#players.push(this.#moved(n));
    this.#window = this.#ranked();
    this.#lastRev = this.rev;
  }

  get rev(): Rev {
    return revAt(this.#commits);
  }

  /** A commit of the n-th player. */
  #moved(n: number): Player {
    this.#commits += 1;
    const nationId = NATION_IDS[n % NATION_IDS.length] ?? 'usa';
    const row: TickRow = {
      walletAddress: address(`0x${(n + 1).toString(16).padStart(40, '0')}`),
      name: null,
      gdp: 18_000 + this.#random(5000),
      gdpSince: '2026-01-01T00:00:00.000Z',
      // Coarse, so that addresses decide as well.
      gdpOrder: Math.floor(this.#commits / 4),
      culturalOrder: this.#random(100),
      denaHoldings: String(this.#random(1000)),
      resources: { wood: this.#random(50), oil: this.#random(50), food: 1, technology: 0 },
    };
    const key = { gdp: row.gdp, gdpOrder: row.gdpOrder, wallet: row.walletAddress };
    return { key, row, nationId, digest: rowDigest({ ...row, nationId }) };
  }

  #ranked(): readonly Player[] {
    return this.#players.toSorted((a, b) => compareRank(a.key, b.key)).slice(0, LIVE_ROWS);
  }

  /** The next tick, of some commits. */
  tick(commits: number): Tick {
    const touched = new Set<number>();
    while (touched.size < commits) touched.add(this.#random(PLAYERS));
    const before = this.#window;
    for (const n of touched) this.#players[n] = this.#moved(n);
    this.#window = this.#ranked();
    const isNow = new Set(this.#window);
    const were = new Set(before);
    const shown = new Set(this.#window.map(({ row }) => row.walletAddress));
    const changed = this.#window.filter((player) => !were.has(player));
    const left = before.filter(
      (player) => !isNow.has(player) && !shown.has(player.row.walletAddress),
    );
    const since = this.#lastRev;
    this.#lastRev = this.rev;
    const isOf = (nationId: NationId) => (player: Player) => player.nationId === nationId;
    return {
      room: 'all',
      since,
      rev: this.rev,
      digest: digestText(this.#window.map(({ digest }) => digest).reduce(addDigest, EMPTY_DIGEST)),
      nations: NATION_IDS.map((nationId) => ({
        nationId,
        gdp: 0,
        players: 0,
        changed: changed.filter(isOf(nationId)).map(({ row }) => row),
        left: left.filter(isOf(nationId)).map(({ row }) => row.walletAddress),
      })),
      events: [],
    };
  }

  /** GET /api/leaderboard */
  list(): Board {
    const facts = byNation((nationId) => {
      const { name: nationName, flag } = NATIONS[nationId];
      return { nationId, nationName, flag, presidentWallet: null, presidentStakedCount: 0 };
    });
    const rows = this.#window.map(({ row, nationId }, i) => ({
      rank: i + 1,
      ...facts[nationId],
      ...row,
    }));
    return { epoch: this.epoch, rev: this.rev, rows, totalCount: PLAYERS };
  }
}
