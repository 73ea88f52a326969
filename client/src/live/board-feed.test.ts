/** The feed's fetches, against a real HTTP server. */
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { createQueryClient } from '../api/query-client.ts';
import { startTestServer, type Reply, type TestServer } from '../testing/api-server.ts';
import { BoardFeed } from './board-feed.ts';
import { acknowledged, resyncAsked, type Board } from './board-merge.ts';

const E1 = epochSchema.parse('e1');
const E2 = epochSchema.parse('e2');
const REV_1 = revSchema.parse('0000000000000001');
const REV_2 = revSchema.parse('0000000000000002');

let server: TestServer;
let replies: (() => Reply | Promise<Reply>)[];
let queryClient: QueryClient;
let feed: BoardFeed;

/** An empty list at an epoch and rev, which the server answers from then on. */
function listAt(epoch: string, rev: string): () => Reply {
  return () => ({
    status: 200,
    headers: {
      'X-Board-Epoch': epoch,
      'X-Board-Rev': rev,
      'X-Total-Count': '0',
      ETag: `"${epoch}-${rev}"`,
    },
    body: [],
  });
}

const shown = () => queryClient.getQueryData<Board>(['/api/leaderboard']);
const resync = (epoch: typeof E1, rev: typeof REV_1) =>
  feed.take((state) => resyncAsked(state, { epoch, rev }));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  replies = [];
  server = await startTestServer(() => {
    const next = replies.length > 1 ? replies.shift() : replies[0];
    return next?.() ?? { status: 500, body: 'nothing to say' };
  });
  queryClient = createQueryClient();
  feed = new BoardFeed(queryClient, () => undefined, { firstMs: 20, maxMs: 80 });
  feed.start();
});

afterEach(async () => {
  feed.stop();
  queryClient.clear();
  await server.close();
  vi.restoreAllMocks();
});

test('nothing is fetched until a page asks for the list', async () => {
  replies = [listAt('e1', REV_1)];
  resync(E1, REV_1);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(server.seen).toHaveLength(0);
  expect(await feed.poll()).toMatchObject({ epoch: E1, rev: REV_1, rows: [] });
  expect(server.seen).toHaveLength(1);
});

test('a wanted list is fetched until it arrives, and then no more', async () => {
  replies = [
    listAt('e1', REV_1),
    () => ({ status: 500, body: 'broken' }),
    () => ({ status: 304 }),
    listAt('e1', REV_1),
    listAt('e1', REV_2),
  ];
  await feed.poll();
  resync(E1, REV_2);
  await expect.poll(() => shown()?.rev).toBe(REV_2);
  expect(server.seen).toHaveLength(5);
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  expect(server.seen).toHaveLength(5);
});

test('a Retry-After from the server is honoured', async () => {
  const askedAt: number[] = [];
  const noted = (reply: () => Reply) => () => {
    askedAt.push(performance.now());
    return reply();
  };
  const pause = { status: 503, headers: { 'Retry-After': '1' }, body: 'Try again in a second.' };
  replies = [listAt('e1', REV_1), noted(() => pause), noted(listAt('e1', REV_2))];
  await feed.poll();
  resync(E1, REV_2);
  await expect.poll(() => shown()?.rev).toBe(REV_2);
  const [refused = 0, again = 0] = askedAt;
  expect(again - refused).toBeGreaterThan(990);
});

test('a poll asks again if the epoch changes during it, and nothing else does meanwhile', async () => {
  replies = [
    listAt('e1', REV_2),
    () => {
      resync(E2, REV_1);
      return listAt('e1', REV_2)();
    },
    async () => {
      // Longer than it takes to fetch a wanted list by itself.
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      return listAt('e2', REV_1)();
    },
  ];
  await feed.poll();
  expect(await feed.poll()).toMatchObject({ epoch: E2, rev: REV_1 });
  // The ETag of an epoch that ended is not sent again.
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    `"e1-${REV_2}"`,
    undefined,
  ]);
});

test('a stopped feed fetches nothing, and catches up when it is restarted', async () => {
  replies = [listAt('e1', REV_1), listAt('e1', REV_2)];
  await feed.poll();
  feed.stop();
  resync(E1, REV_2);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(server.seen).toHaveLength(1);
  feed.start();
  await expect.poll(() => shown()?.rev).toBe(REV_2);
});

describe('a list that the page came with', () => {
  const list = { epoch: E1, rev: REV_1, totalCount: 0, rows: [], etag: `"e1-${REV_1}"` };
  const ack = (epoch: typeof E1, rev: typeof REV_1) =>
    feed.take((state) => acknowledged(state, { epoch, rev }));

  test('is the first poll’s answer, and the next poll asks only for a newer one', async () => {
    replies = [() => ({ status: 304 })];
    feed.prime(list);
    expect(await feed.poll()).toMatchObject({ epoch: E1, rev: REV_1 });
    expect(server.seen).toHaveLength(0);
    ack(E1, REV_1);
    expect(await feed.poll()).toMatchObject({ epoch: E1, rev: REV_1 });
    expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([list.etag]);
  });

  test('is fetched if the acknowledgement is newer', async () => {
    replies = [listAt('e1', REV_2)];
    feed.prime(list);
    await feed.poll();
    ack(E1, REV_2);
    await expect.poll(() => shown()?.rev).toBe(REV_2);
    expect(server.seen).toHaveLength(1);
  });

  test('is confirmed once by a request of its own', async () => {
    replies = [() => ({ status: 304 })];
    feed.prime(list);
    await feed.poll();
    feed.confirm();
    await expect.poll(() => server.seen).toHaveLength(1);
    feed.confirm();
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(server.seen).toHaveLength(1);
  });

  test('gives way to another data set, without its ETag', async () => {
    replies = [listAt('e2', REV_1)];
    feed.prime(list);
    await feed.poll();
    ack(E2, REV_1);
    await expect.poll(() => shown()?.epoch).toBe(E2);
    expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined]);
  });

  test('from a process that is ahead stays: older never replaces newer', async () => {
    feed.prime({ ...list, rev: REV_2 });
    await feed.poll();
    ack(E1, REV_1);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(shown()?.rev).toBe(REV_2);
    expect(server.seen).toHaveLength(0);
  });

  test('is ignored if the socket was heard of another data set first', async () => {
    replies = [listAt('e2', REV_1)];
    feed.prime(list);
    ack(E2, REV_2);
    expect(await feed.poll()).toMatchObject({ epoch: E2 });
  });
});
