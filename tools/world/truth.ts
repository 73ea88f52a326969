/**
 * What the game was at each of its commits, as the store has them: the board's window, and how events moved ranks.
 * At rest the model judges this board as well as those of the servers.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import type { TickEvent, TickNation } from '../../common/protocol/live.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { Board, type BoardChange } from '../../server/leaderboard/board.ts';
import type { Store } from '../../server/store/store.ts';

/** So few that rows enter and leave all the time. */
export const WINDOW_ROWS = 8;

/** The board's first rows at a rev, and texts that say them. */
interface Window {
  readonly rows: readonly LeaderboardEntry[];
  readonly right: Set<string>;
}

/** The part of a row that a rewound ranking has. */
const thenSchema = z.array(
  z.object({
    rank: z.number(),
    walletAddress: z.string(),
    nationId: z.string(),
    gdp: z.number(),
    denaHoldings: z.string(),
  }),
);

type Ranks = Pick<TickEvent, 'rankBefore' | 'rankAfter'>;

export class Truth {
  readonly board = new Board();
  /** The ranks before and after each commit that moved a GDP or a work, whose event must be sent. */
  readonly moved = new Map<Rev, Ranks>();
  readonly #windows = new Map<Rev, Window>([[REV_ZERO, { rows: [], right: new Set(['[]']) }]]);
  readonly #revs: { readonly rev: Rev; readonly at: number }[] = [];

  /** @param store a connection on which nothing is ever late. */
  async follow(store: Store): Promise<void> {
    const snapshot = await store.loadPlayers();
    await this.board.load(snapshot);
    this.board.subscribe({ onChange: (change) => this.#note(change), onReload: () => undefined });
    store.watch(snapshot.rev, {
      onEvent: (event) => {
        this.board.apply(event);
        this.#windows.set(event.rev, { rows: this.board.page(WINDOW_ROWS, 0), right: new Set() });
        // A commit's moment is never before that of an earlier one: clocks of several processes differ.
        const at = Math.max(event.at, this.#revs.at(-1)?.at ?? 0);
        this.#revs.push({ rev: event.rev, at });
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
    const text = JSON.stringify(rows);
    if (!window.right.has(text) && isDeepStrictEqual(rows, window.rows)) window.right.add(text);
    return window.right.has(text);
  }

  windowAt(rev: Rev): string {
    return JSON.stringify(this.#windows.get(rev)?.rows);
  }

  /** What is wrong with the window as of a moment of the game's time, in words; null: nothing. */
  wrongThen(at: number, json: string): string | null {
    const rev = this.#revs.findLast((one) => one.at <= at)?.rev ?? REV_ZERO;
    const [is, should] = [json, JSON.stringify(this.#windows.get(rev)?.rows ?? [])].map((text) =>
      JSON.stringify(thenSchema.parse(JSON.parse(text))),
    );
    return is === should ? null : `${is}; it was ${should}`;
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

  #note({ event, before, after, workChanged }: BoardChange): void {
    if (before && before.row.gdp === after.row.gdp && !workChanged) return;
    this.moved.set(event.rev, { rankBefore: before?.rank ?? null, rankAfter: after.rank });
  }
}
