import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { WatchingMessage } from '../../common/protocol/live.ts';
import { byNation } from '../../common/values/nations.ts';
import { Notices } from '../store/notices.ts';
import { keepPresence, type Exchange, type Presence } from './presence.ts';

const PACE_MS = 10;

const closing: Presence[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((presence) => presence.close()));
});

const figures = (total: number, usa = total): WatchingMessage => ({
  total,
  nations: { ...byNation(() => 0), usa },
});

/** A process whose number of sockets the test sets. */
class Process {
  watching = 0;
  readonly told: (number | null)[] = [];
  readonly presence: Presence;

  constructor(exchange: Exchange, paceMs = PACE_MS) {
    this.presence = keepPresence({
      exchange,
      count: () => figures(this.watching),
      onFigures: (said) => this.told.push(said?.total ?? null),
      paceMs,
    });
    closing.push(this.presence);
  }
}

function over(notices: Notices, holder: string): Exchange {
  return async (text, ttlMs) => notices.exchange('watching', holder, text, ttlMs);
}

test('figures cover all processes, and are sent only when they changed', async () => {
  const notices = new Notices();
  const [a, b] = [new Process(over(notices, 'a')), new Process(over(notices, 'b'))];
  a.watching = 2;
  await expect.poll(() => a.told).toEqual([2]);
  b.watching = 2;
  await expect.poll(() => a.told).toEqual([2, 4]);
  await expect.poll(() => b.told.at(-1)).toBe(4);
  await sleep(10 * PACE_MS);
  expect(a.told).toEqual([2, 4]);
  b.watching = 0;
  await expect.poll(() => a.told).toEqual([2, 4, 2]);
  await expect.poll(() => b.told.at(-1)).toBe(null);
});

test('a process that closes is no longer counted, nor one whose notice expired', async () => {
  let now = 0;
  const notices = new Notices(() => now);
  const a = new Process(over(notices, 'a'));
  const b = new Process(over(notices, 'b'));
  a.watching = 1;
  b.watching = 1;
  await expect.poll(() => a.told.at(-1)).toBe(2);
  await b.presence.close();
  await expect.poll(() => a.told.at(-1)).toBe(1);

  // Killed, so that it withdraws nothing.
  notices.exchange('watching', 'killed', JSON.stringify(figures(5)), 6000);
  await expect.poll(() => a.told.at(-1)).toBe(6);
  now = 6000;
  await expect.poll(() => a.told.at(-1)).toBe(1);
});

test('without watchers, nothing is written', async () => {
  let calls = 0;
  const idle = new Process(async (text) => {
    calls += 1;
    return [text];
  });
  await sleep(10 * PACE_MS);
  expect(calls).toBe(0);
  idle.watching = 1;
  await expect.poll(() => calls).toBeGreaterThan(1);
  idle.watching = 0;
  await expect.poll(() => idle.told.at(-1)).toBe(null);
  await sleep(3 * PACE_MS);
  const after = calls;
  await sleep(10 * PACE_MS);
  expect(calls).toBe(after);
});

test('sockets that come and go in a loop cost no more than the pace', async () => {
  let calls = 0;
  const busy = new Process(async (text) => {
    calls += 1;
    return [text];
  }, 100);
  const start = performance.now();
  for (let n = 1; performance.now() - start < 550; n += 1) {
    busy.watching = 1 + (n % 5);
    await sleep(1);
  }
  expect(calls).toBeLessThanOrEqual(7);
  expect(busy.told.length).toBeLessThanOrEqual(7);
  expect(busy.told.length).toBeGreaterThan(1);
});

test.each(['refuses', 'is silent'])(
  'with a store that %s, the last figures are kept for some seconds, then only the own ones',
  async (how) => {
    const notices = new Notices();
    notices.exchange('watching', 'other', JSON.stringify(figures(10)), 60_000);
    const working = over(notices, 'a');
    let isAway = false;
    const a = new Process((text, ttlMs) => {
      if (!isAway) return working(text, ttlMs);
      return how === 'refuses' ? Promise.reject(new Error('away')) : new Promise(() => undefined);
    });
    a.watching = 1;
    await expect.poll(() => a.told.at(-1)).toBe(11);
    isAway = true;
    a.watching = 2;
    await expect.poll(() => a.told.at(-1), { timeout: 2500 }).toBe(12);
    await expect.poll(() => a.told.at(-1), { timeout: 6000 }).toBe(2);
  },
  10_000,
);

test('a notice that can’t be read counts for nobody', async () => {
  const notices = new Notices();
  notices.exchange('watching', 'odd', '{"total":-1}', 60_000);
  notices.exchange('watching', 'odder', 'no JSON', 60_000);
  const a = new Process(over(notices, 'a'));
  a.watching = 3;
  await expect.poll(() => a.told.at(-1)).toBe(3);
});
