/**
 * What the game was at each of its commits, as the store has them: the board's window, and how events moved ranks.
 * At rest the model judges this board as well as those of the servers.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import type { TickEvent, TickNation } from '../../common/protocol/live.ts';
import { REV_ZERO, revSchema, type Rev } from '../../common/values/ids.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { Board, type BoardChange } from '../../server/leaderboard/board.ts';
import type { Store } from '../../server/store/store.ts';
import { countWeek, weekFrom, WEEK_MS, type Commit } from '../../common/testing/weeks.ts';

/** So few that rows enter and leave all the time. */
export const WINDOW_ROWS = 5;

/** A clock is the store's if it is more than 2 s off, and an answer may take 5 s, half of them each way. */
const MOST_AHEAD_MS = 4500;

/** The board's rows at a rev, and the first of them. */
interface Window {
  readonly all: readonly LeaderboardEntry[];
  readonly totals: Readonly<Record<NationId, number>>;
  readonly rows: readonly LeaderboardEntry[];
}

/** The part of a row that a rewound ranking has. */
const thenSchema = z.array(
  z.object({
    rank: z.number(),
    walletAddress: z.string(),
    nationId: z.string(),
    gdp: z.number(),
    denaHoldings: z.string(),
    presidentWallet: z.string().nullable(),
    presidentStakedCount: z.number(),
  }),
);

const playerSchema = z.object({
  playerNation: z.object({ walletAddress: z.string(), gdp: z.number() }),
  resources: z.object({
    wood: z.number(),
    oil: z.number(),
    food: z.number(),
    technology: z.number(),
  }),
});

const historySchema = z.object({
  from: z.iso.datetime().transform((text) => Date.parse(text)),
  stepMs: z.number(),
  series: z.record(z.enum(NATION_IDS), z.array(z.number().nullable())),
});

const momentSchema = z.iso.datetime().transform((text) => Date.parse(text));

const seasonsSchema = z.array(z.object({ id: z.string(), from: momentSchema, state: z.string() }));

/** The names are the checker's, which nothing here looks up. */
const seasonSchema = z.object({
  entries: z.array(
    z.object({
      rank: z.number(),
      walletAddress: z.string(),
      nationId: z.string(),
      gained: z.number(),
      gdp: z.number(),
    }),
  ),
});

type Ranks = Pick<TickEvent, 'rankBefore' | 'rankAfter'>;

export class Truth {
  readonly board = new Board();
  /** The ranks before and after each commit that moved a GDP or a work, whose event must be sent. */
  readonly moved = new Map<Rev, Ranks>();
  /** Each wallet's last commit. */
  readonly newest = new Map<string, Rev>();
  readonly #windows = new Map<Rev, Window>([
    [REV_ZERO, { all: [], totals: byNation(() => 0), rows: [] }],
  ]);
  readonly #revs: { readonly rev: Rev; readonly at: number }[] = [];
  readonly #commits: Commit[] = [];
  /** What was said of each closed week. */
  readonly #finals = new Map<string, string>();
  #store: Pick<Store, 'past'> | null = null;

  /**
   * @param store a connection on which nothing is ever late.
   * @param clock the time, and what is called with a commit that is dated after it.
   */
  async follow(
    store: Store,
    { now, onAhead }: { readonly now: () => number; readonly onAhead: (rev: Rev) => void },
  ): Promise<void> {
    this.#store = store;
    const snapshot = await store.loadPlayers();
    await this.board.load(snapshot);
    this.board.subscribe({ onChange: (change) => this.#note(change), onReload: () => undefined });
    store.watch(snapshot.rev, {
      onEvent: (event) => {
        this.board.apply(event);
        const all = this.board.page(this.board.count, 0);
        const totals = byNation((nationId) => this.board.nation(nationId).gdp);
        const rows = all.slice(0, WINDOW_ROWS);
        this.#windows.set(event.rev, { all, totals, rows });
        if (event.at > now() + MOST_AHEAD_MS) onAhead(event.rev);
        // A commit's moment is never before that of an earlier one: clocks of several processes differ.
        const at = Math.max(event.at, this.#revs.at(-1)?.at ?? 0);
        this.#revs.push({ rev: event.rev, at });
        const { wallet, nationId, gdp, gdpOrder } = event.row;
        this.newest.set(wallet, event.rev);
        this.#commits.push({ wallet, nationId, at: event.at, gdp, gdpOrder });
      },
      onLost(error) {
        throw error;
      },
    });
  }

  /** Whether these rows are the window's at a rev, in the order of their ranks. */
  isWindow(rev: Rev, rows: readonly LeaderboardEntry[]): boolean {
    const window = this.#windows.get(rev);
    if (!window) return false;
    return (
      rows.length === window.rows.length && rows.every((row, n) => isSame(row, window.rows[n]))
    );
  }

  windowAt(rev: Rev): string {
    return JSON.stringify(this.#windows.get(rev)?.rows);
  }

  /** What is wrong with the window as of a moment of the game's time, in words; null: nothing. */
  wrongThen(at: number, json: string): string | null {
    const { rows } = this.#at(at);
    const is = thenSchema.parse(JSON.parse(json));
    const should = thenSchema.parse(rows);
    // Fewer where the next ones are not known any more.
    return isDeepStrictEqual(is, should.slice(0, is.length)) && is.length > 0 === should.length > 0
      ? null
      : `${JSON.stringify(is)}; it was ${JSON.stringify(should)}`;
  }

  /** [PRO31] What is wrong with the steps that have ended of a history of totals, in words. */
  wrongHistory(json: string): string | null {
    const { from, stepMs, series } = historySchema.parse(JSON.parse(json));
    for (const nationId of NATION_IDS) {
      for (const [n, told] of series[nationId].slice(0, -1).entries()) {
        const end = from + (n + 1) * stepMs;
        const right = (this.#revs[0]?.at ?? end) < end ? this.#at(end - 1).totals[nationId] : null;
        if (told !== right)
          return `${nationId} at ${new Date(end).toISOString()}: ${told}; it was ${right}`;
      }
    }
    return null;
  }

  /** [SEA1–SEA3] What is wrong with a process's weeks, in words. @param ask reads what it answers. */
  async wrongWeeks(now: number, ask: (path: string) => Promise<string>): Promise<string | null> {
    const rows = await this.#store?.past({ kind: 'season', limit: 1000, order: 'oldest-first' });
    const closings = new Map(rows?.map(({ at, upTo }) => [at, upTo?.number ?? 0]));
    const [first] = this.#commits;
    if (!first) return null;
    const begins = Array.from(
      { length: Math.round((weekFrom(now) - weekFrom(first.at)) / WEEK_MS) + 1 },
      (_, n) => weekFrom(now) - n * WEEK_MS,
    );
    const seasons = seasonsSchema.parse(JSON.parse(await ask('/api/seasons?limit=200')));
    const are = JSON.stringify(seasons.map(({ from, state }) => [from, state]));
    const should = JSON.stringify(begins.map((at, n) => [at, n === 0 ? 'running' : 'final']));
    if (are !== should) return `/api/seasons: ${are}; they are ${should}`;
    for (const { id, from } of seasons) {
      const text = await ask(`/api/seasons/${id}`);
      const { entries } = seasonSchema.parse(JSON.parse(text));
      const right = countWeek(this.#commits, closings, from);
      if (!isDeepStrictEqual(entries, right)) {
        return `/api/seasons/${id}: ${JSON.stringify(entries)}; they are ${JSON.stringify(right)}`;
      }
      const before = this.#finals.get(id) ?? text;
      if (from !== weekFrom(now)) this.#finals.set(id, before);
      if (from !== weekFrom(now) && text !== before) return `${id} was ${before}, and is ${text}`;
    }
    return null;
  }

  #at(moment: number): Window {
    const rev = this.#revs.findLast(({ at }) => at <= moment)?.rev ?? REV_ZERO;
    const window = this.#windows.get(rev);
    if (!window) throw new Error(`there is no window at ${rev}`);
    return window;
  }

  /** [PRO8] What is wrong with an answer that has a player's state at a rev, in words; null: nothing. */
  wrongPlayer(rev: string, text: string): string | null {
    const { success, data } = playerSchema.safeParse(JSON.parse(text));
    if (!success) return null;
    const { playerNation: is, resources } = data;
    const { all = [] } = this.#windows.get(revSchema.parse(rev)) ?? {};
    const should = all.find(({ walletAddress }) => walletAddress === is.walletAddress);
    const [told, right] = [
      [is.gdp, resources],
      [should?.gdp, should?.resources],
    ].map((parts) => JSON.stringify(parts));
    return told === right ? null : `${is.walletAddress} at ${rev}: ${told}; it was ${right}`;
  }

  /** How many events must have been sent between two revs. */
  movedBetween(since: Rev, rev: Rev): number {
    let count = 0;
    for (const id of this.moved.keys()) if (id > since && id <= rev) count += 1;
    return count;
  }

  wrongTotals(
    totals: ReadonlyMap<NationId, Pick<TickNation, 'gdp' | 'players' | 'president' | 'work'>>,
  ) {
    return NATION_IDS.flatMap((nationId) => {
      const { gdp, players, president, work } = totals.get(nationId) ?? {};
      const { presidentWallet, presidentStakedCount, ...right } = this.board.nation(nationId);
      const named = presidentWallet && {
        walletAddress: presidentWallet,
        staked: presidentStakedCount,
      };
      const is = JSON.stringify([gdp, players, president, work]);
      const should = JSON.stringify([right.gdp, right.players, named, this.board.work(nationId)]);
      return is === should ? [] : [`${nationId} is ${is}; it should be ${should}`];
    });
  }

  #note({ event, before, after, finished }: BoardChange): void {
    if (before && before.row.gdp === after.row.gdp && finished === null) return;
    this.moved.set(event.rev, { rankBefore: before?.rank ?? null, rankAfter: after.rank });
  }
}

/** Whether two JSON values are the same; fifty pages ask, so it is quick. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(one[name], other[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
