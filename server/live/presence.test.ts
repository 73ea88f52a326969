import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WatchingMessage } from '../../common/protocol/live.ts';
import { byNation } from '../../common/values/nations.ts';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { publishNotice } from '../store/kept/notices.ts';
import type { Store } from '../store/store.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { keepPresence, peopleIn, type PublishNotice } from './presence.ts';

const PACE_MS = 10;

let time: FakeTime;
const closing: { close(): Promise<void> }[] = [];
beforeEach(() => {
  time = startFakeTime();
});
afterEach(async () => {
  await time.finish(Promise.all(closing.splice(0).map((presence) => presence.close())));
  time.stop();
});

const figures = (total: number, usa = total): WatchingMessage => ({
  total,
  nations: { ...byNation(() => 0), usa },
});

/** A process whose number of sockets the test sets. */
class Process {
  watching = 0;
  readonly sent: (number | null)[] = [];
  readonly presence;

  constructor(publishNotice: PublishNotice) {
    this.presence = keepPresence({
      publishNotice,
      count: () => figures(this.watching),
      onFigures: (figures) => this.sent.push(figures?.total ?? null),
      paceMs: PACE_MS,
    });
    closing.push(this.presence);
  }

  /** Resolves when these are the last figures. */
  sends(total: number | null): Promise<number> {
    return time.until(() => expect(this.sent.at(-1)).toBe(total));
  }
}

function over(store: Store, holder: string): PublishNotice {
  return (text, ttlMs) => publishNotice(store, 'watching', { holder, text, ttlMs });
}

test('figures cover all processes, and are sent only when they changed', async () => {
  const store = openMemoryStore();
  const [a, b] = [new Process(over(store, 'a')), new Process(over(store, 'b'))];
  a.watching = 2;
  await a.sends(2);
  b.watching = 2;
  await a.sends(4);
  await b.sends(4);
  await time.pass(10 * PACE_MS);
  expect(a.sent).toEqual([2, 4]);
  b.watching = 0;
  await a.sends(2);
  await b.sends(null);
});

test('a process that closes is no longer counted, nor one whose notice expired', async () => {
  const store = openMemoryStore();
  const [a, b] = [new Process(over(store, 'a')), new Process(over(store, 'b'))];
  a.watching = 1;
  b.watching = 1;
  await a.sends(2);
  await time.finish(b.presence.close());
  await a.sends(1);

  // Killed, so that it withdraws nothing.
  await over(store, 'killed')(JSON.stringify(figures(5)), 6000);
  await a.sends(6);
  await time.pass(6000);
  await a.sends(1);
});

test.each(['refuses', 'is silent'])(
  'with a store that %s, the last figures count for some seconds, then only the own ones',
  async (how) => {
    const store = openMemoryStore();
    await over(store, 'other')(JSON.stringify(figures(10)), 60_000);
    const working = over(store, 'a');
    let isAway = false;
    const a = new Process((text, ttlMs) => {
      if (!isAway) return working(text, ttlMs);
      return how === 'refuses' ? Promise.reject(new Error('away')) : new Promise(() => undefined);
    });
    a.watching = 1;
    await a.sends(11);
    isAway = true;
    a.watching = 2;
    const lastsMs = (await a.sends(12)) + (await a.sends(2));
    expect(lastsMs).toBeGreaterThan(2500);
    expect(lastsMs).toBeLessThan(4500);
  },
);

test('[WAT1] of one address, 20 people count, in total and in whatever they watch', () => {
  const sockets = Array.from({ length: 30 }, (_, n) => ({
    id: `socket ${n}`,
    address: n < 25 ? 'a school' : `home ${n}`,
    browser: n === 26 || n === 27 ? 'the same' : null,
  }));
  const ids = (from: number, to: number) => new Set(sockets.slice(from, to).map(({ id }) => id));
  const rooms = new Map([
    ['all', ids(0, 15)],
    ['usa', ids(15, 28)],
    ['italy', ids(27, 30)],
    ['0xabc', ids(0, 30)],
  ]);
  const figures = peopleIn(rooms, (id) => sockets.find((socket) => socket.id === id));
  // 20 of the school; homes 25, 26 with 27, 28 and 29.
  expect(figures).toEqual({
    total: 24,
    nations: { usa: 22, italy: 18, argentina: 15, china: 15 },
  });
});
