/** When the feed fetches, in fake time. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tickSchema } from '../../common/protocol/live.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { ApiClient } from '../api/api-client.ts';
import { fetchLeaderboard } from '../api/leaderboard-list.ts';
import { BoardFeed } from './board-feed.ts';
import {
  acknowledged,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  type Board,
} from './board-merge.ts';

const E1 = epochSchema.parse('e1');
const E2 = epochSchema.parse('e2');
const REV_1 = revSchema.parse('0000000000000001');
const REV_2 = revSchema.parse('0000000000000002');
const REV_3 = revSchema.parse('0000000000000003');
const REV_4 = revSchema.parse('0000000000000004');
/** Longer than any delay of the feed. */
const LONG_MS = 60_000;

type Reply = () => Response | Promise<Response>;

/** The ETag of each request; null: without one. */
let asked: (string | null)[];
/** The answers, in turn; the last one is repeated. */
let replies: Reply[];
/** Each board that was shown. */
let boards: Board[];
let feed: BoardFeed;
let corrected: number;

/** An empty list at an epoch and rev. */
function listAt(epoch: string, rev: string): Reply {
  const headers = {
    'X-Board-Epoch': epoch,
    'X-Board-Rev': rev,
    'X-Total-Count': '0',
    ETag: `"${epoch}-${rev}"`,
  };
  return () => Response.json([], { headers });
}
const unchanged: Reply = () => new Response(null, { status: 304 });
const broken: Reply = () => new Response('broken', { status: 500 });

const shown = () => boards.at(-1);
const resync = (epoch: typeof E1, rev: typeof REV_1) =>
  feed.take((state) => resyncAsked(state, { epoch, rev }));
const pass = (ms = LONG_MS) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  replies = [];
  const api = new ApiClient({
    origin: 'http://127.0.0.1',
    async fetch(_url, init) {
      asked.push(new Headers(init?.headers).get('if-none-match'));
      const next = replies.length > 1 ? replies.shift() : replies[0];
      return (next ?? broken)();
    },
  });
  boards = [];
  corrected = 0;
  feed = new BoardFeed({
    fetchList: (etag) => fetchLeaderboard(api, etag),
    onBoard: (board) => boards.at(-1) === board || boards.push(board),
    onTrouble: () => undefined,
    onList: () => undefined,
    onCorrected: () => (corrected += 1),
  });
  feed.start();
});

afterEach(() => {
  feed.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('nothing is fetched until a page asks for the list', async () => {
  replies = [listAt('e1', REV_1), listAt('e1', REV_2)];
  resync(E1, REV_1);
  await pass();
  expect([asked.length, shown()]).toEqual([0, undefined]);
  for (const [n, rev] of [REV_1, REV_2].entries()) {
    const board = await feed.poll();
    expect(board).toMatchObject({ epoch: E1, rev, rows: [] });
    await pass();
    feed.start();
    await pass();
    expect(shown()).toBe(board);
    expect([asked.length, boards.length]).toEqual([n + 1, n + 1]);
  }
});

test.each([
  ['the least', 0, [50, 150, 350, 750, 1550, 3150, 6350, 11_350, 16_350]],
  ['all', 1, [100, 300, 700, 1500, 3100, 6300, 12_700, 22_700, 32_700]],
])(
  'a fetch that fails is repeated ever more slowly: %s of the jitter',
  async (_, jitter, times) => {
    vi.spyOn(Math, 'random').mockReturnValue(jitter);
    replies = [listAt('e1', REV_1), broken];
    await feed.poll();
    // The second time the delays begin again.
    for (const rev of [REV_2, REV_3]) {
      replies = [broken];
      asked = [];
      resync(E1, rev);
      let passed = 0;
      for (const [n, at] of times.entries()) {
        await pass(at - 1 - passed);
        expect(asked).toHaveLength(n);
        await pass(1);
        expect(asked).toHaveLength(n + 1);
        passed = at;
      }
      replies = [listAt('e1', rev)];
      await pass();
      expect(shown()?.rev).toBe(rev);
    }
  },
);

test('an unreadable message is settled by a 304', async () => {
  replies = [listAt('e1', REV_1), unchanged];
  await feed.poll();
  feed.take(messageUnreadable);
  await pass();
  expect(asked).toEqual([null, `"e1-${REV_1}"`]);
});

test('a poll gives up if the epoch keeps changing', async () => {
  let n = 0;
  replies = [
    () => {
      n += 1;
      feed.take((state) => acknowledged(state, { epoch: epochSchema.parse(`n${n}`), rev: REV_1 }));
      return listAt('e1', REV_1)();
    },
  ];
  await expect(feed.poll()).rejects.toThrow('being restored');
  expect(asked).toHaveLength(3);
  expect(feed.epoch).toBe('n3');
});

test('a 304 from a process that lags behind the acknowledged rev leaves the list wanted', async () => {
  replies = [listAt('e1', REV_1), unchanged, listAt('e1', REV_2)];
  await feed.poll();
  feed.take((state) => acknowledged(state, { epoch: E1, rev: REV_2 }));
  await pass();
  expect(shown()?.rev).toBe(REV_2);
  expect(asked).toHaveLength(3);
});

test('a Retry-After from the server is honoured', async () => {
  const pause = () => new Response('Later.', { status: 503, headers: { 'Retry-After': '20' } });
  replies = [listAt('e1', REV_1), pause, listAt('e1', REV_2)];
  await feed.poll();
  resync(E1, REV_2);
  await pass(20_000);
  expect(asked).toHaveLength(2);
  await pass();
  expect(shown()?.rev).toBe(REV_2);
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
      await pass();
      return listAt('e2', REV_1)();
    },
  ];
  await feed.poll();
  expect(await feed.poll()).toMatchObject({ epoch: E2, rev: REV_1 });
  // The ETag of an epoch that ended is not sent again.
  expect(asked).toEqual([null, `"e1-${REV_2}"`, null]);
});

test('a stopped feed fetches nothing, and catches up when it is restarted', async () => {
  replies = [listAt('e1', REV_1), listAt('e1', REV_2)];
  await feed.poll();
  feed.stop();
  resync(E1, REV_2);
  await pass();
  expect(asked).toHaveLength(1);
  feed.start();
  await pass();
  expect(shown()?.rev).toBe(REV_2);
});

describe('[DIG1] rows that a digest refutes', () => {
  const EMPTY = '0'.repeat(16);
  const WRONG = 'f'.repeat(16);
  const tick = (since: string | null, rev: string, digest: string) =>
    feed.take((state) =>
      tickReceived(
        state,
        E1,
        tickSchema.parse({ room: 'all', epoch: E1, since, rev, digest, nations: [], events: [] }),
      ),
    );

  test('are fetched without an ETag, which would confirm them, and said to be corrected once', async () => {
    replies = [listAt('e1', REV_1), listAt('e1', REV_4)];
    await feed.poll();
    tick(REV_1, REV_2, EMPTY);
    await pass();
    tick(REV_2, REV_3, WRONG);
    await pass();
    expect(asked).toEqual([null, null]);
    expect([corrected, shown()?.rev]).toEqual([1, REV_4]);
    tick(REV_3, REV_4, EMPTY);
    await pass();
    expect(asked).toHaveLength(2);
    expect(corrected).toBe(1);
  });

  test('are looked for from the first change on: before it the rows are as the server sent them', async () => {
    replies = [listAt('e1', REV_1)];
    tick(null, REV_1, WRONG);
    await feed.poll();
    await pass();
    expect(asked).toHaveLength(1);
    tick(REV_1, REV_2, WRONG);
    await pass();
    expect(asked.length).toBeGreaterThan(1);
  });

  test.each([
    ['every', [WRONG]],
    ['every other', [WRONG, EMPTY]],
  ])('are fetched ever more slowly if %s digest differs', async (_, said) => {
    let at = 1;
    const next = () => revSchema.parse(String(at).padStart(16, '0'));
    replies = [() => listAt('e1', next())()];
    await feed.poll();
    for (let n = 0; n < 590; n += 1) {
      const since = next();
      at += 1;
      tick(since, next(), said[n % said.length] ?? EMPTY);
      await pass(100);
    }
    expect(asked.length).toBeLessThan(20);
    expect(corrected).toBe(1);
  });
});

describe('a list that the page came with', () => {
  const list = { epoch: E1, rev: REV_1, totalCount: 0, rows: [], etag: `"e1-${REV_1}"` };
  const ack = (epoch: typeof E1, rev: typeof REV_1) =>
    feed.take((state) => acknowledged(state, { epoch, rev }));

  test('is the first poll’s answer, and the next poll asks only for a newer one', async () => {
    replies = [unchanged];
    feed.prime(list);
    expect(await feed.poll()).toMatchObject({ epoch: E1, rev: REV_1 });
    expect(asked).toHaveLength(0);
    ack(E1, REV_1);
    expect(await feed.poll()).toMatchObject({ epoch: E1, rev: REV_1 });
    expect(asked).toEqual([list.etag]);
  });

  test('is confirmed once by a request of its own, and no other list is', async () => {
    replies = [unchanged];
    feed.confirm();
    feed.prime(list);
    await feed.poll();
    feed.stop();
    feed.confirm();
    feed.start();
    expect(asked).toHaveLength(0);
    for (let n = 0; n < 2; n += 1) {
      feed.confirm();
      feed.confirm();
      await pass();
    }
    expect(asked).toEqual([list.etag]);
  });

  test('from a process that is ahead stays: older never replaces newer', async () => {
    feed.prime({ ...list, rev: REV_2 });
    await feed.poll();
    ack(E1, REV_1);
    await pass();
    expect(shown()?.rev).toBe(REV_2);
    expect(asked).toHaveLength(0);
  });

  test('is ignored if the socket was heard of another data set first', async () => {
    replies = [listAt('e2', REV_1)];
    feed.prime(list);
    ack(E2, REV_2);
    expect(await feed.poll()).toMatchObject({ epoch: E2 });
  });
});
