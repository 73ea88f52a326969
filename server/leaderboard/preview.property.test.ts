/** The preview of a rank equals what the board says afterwards, whatever caused the move [LB1]. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { anyMove, SmallGame } from './testing/fixtures.ts';

const RUNS = runs({ usual: 60, long: 5000 });
const LIMIT = 3;

const wallets = (entries: readonly LeaderboardEntry[]) =>
  entries.map(({ walletAddress }) => walletAddress);

describe('[LB1] the preview of a rank', () => {
  test(`is the rank that the move then gives, with those it passes or falls behind (${RUNS} runs)`, async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove(12), { minLength: 20, maxLength: 80 }), async (moves) => {
        const game = new SmallGame();
        const board = new Board();
        await board.load(game.snapshot());
        for (const move of moves) {
          // Every commit is later than all before it [ORD1].
          game.now += 1;
          const event = game.play(move);
          if (!event) continue;
          const { wallet, gdp } = event.row;
          const preview = board.preview(wallet, gdp, LIMIT);
          const before = board.page(1000, 0);
          board.apply(event);
          if (!preview) {
            expect(wallets(before)).not.toContain(wallet);
            continue;
          }
          const then = wallets(board.page(1000, 0));
          const place = wallets(before).indexOf(wallet);
          const isAhead = (other: string, list: readonly string[]) =>
            list.indexOf(other) < list.indexOf(wallet);
          const others = (list: readonly LeaderboardEntry[]) =>
            list.filter(({ walletAddress }) => walletAddress !== wallet);
          expect(preview.rank).toBe(then.indexOf(wallet) + 1);
          expect(preview.passes).toEqual(
            others(before.slice(0, place))
              .filter(({ walletAddress }) => !isAhead(walletAddress, then))
              .slice(0, LIMIT),
          );
          expect(preview.passedBy).toEqual(
            others(before.slice(place))
              .filter(({ walletAddress }) => isAhead(walletAddress, then))
              .slice(0, LIMIT),
          );
          if (preview.rank !== place + 1) moved += 1;
        }
      }),
      { numRuns: RUNS },
    );
    expect(moved).toBeGreaterThan(RUNS);
  });
});
