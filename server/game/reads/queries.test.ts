import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { choose, SmallGame } from '../../leaderboard/testing/fixtures.ts';
import { Board } from '../../leaderboard/board.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { readAtRevision } from './queries.ts';

/** A board at one commit, and a store in which the wallet has made that one and `later` more. */
function behindBy(later: number) {
  const game = new SmallGame();
  const [board, ahead] = [new Board(), new Board()];
  const events = [1, ...Array.from({ length: later }, (_, n) => n + 2)].flatMap(
    (player) => game.playOn(ahead, choose(player, 'usa')) ?? [],
  );
  const [first] = events;
  if (first) board.apply(first);
  return { board, events };
}

test('[PRO8] a state is never named under a revision before its newest commit, however busy its wallet is', async () => {
  const { board, events } = behindBy(9);
  let reads = 0;
  const store = { events: () => Promise.resolve(events.slice(reads, reads + 1)) };
  const read = () => Promise.resolve((reads += 1));
  await expect(readAtRevision({ store, board }, walletOf(1), read)).rejects.toThrow(
    StoreUnavailable,
  );
  expect(reads).toBe(4);
  // As soon as nothing came in between, the revision is the newest commit's.
  reads = 7;
  const quiet = { events: () => Promise.resolve(events.slice(8, 9)) };
  const { state, revision } = await readAtRevision({ store: quiet, board }, walletOf(1), read);
  expect([state, revision.rev]).toEqual([9, events[8]?.rev]);
});
