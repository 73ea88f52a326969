import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { choose, SmallGame } from '../../leaderboard/testing/fixtures.ts';
import { Board } from '../../leaderboard/board.ts';
import { StoreUnavailable, type EventQuery, type Store } from '../../store/store.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { instead } from '../../test/support/instead.ts';
import { createQueries, readAtRevision } from './queries.ts';

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

test('a network has half of the lists that are read at a time, however many it asks for', async () => {
  const read: unknown[] = [];
  const ends: (() => void)[] = [];
  const events = async ({ wallet }: EventQuery) => {
    read.push(wallet);
    await new Promise<void>((resolve) => void ends.push(resolve));
    return [];
  };
  const store = instead<Store>(openMemoryStore(), { events });
  const queries = createQueries({ store, board: new Board() });
  const ask = (n: number, network: string) =>
    queries.events({ wallet: walletOf(n), limit: 1, order: 'newest-first' }, network);
  const asked = Array.from({ length: 20 }, (_, n) => ask(n, '2001:db8:1::/48'));
  expect(read).toHaveLength(4);
  asked.push(ask(100, '192.0.2.0/24'));
  expect(read.at(-1)).toBe(walletOf(100));
  for (let n = 0; n < asked.length; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  await Promise.all(asked);
});
