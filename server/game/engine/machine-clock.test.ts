import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { createLog } from '../../observe/log.ts';
import { openMachineClock, type MachineClock } from './machine-clock.ts';

const HOUR_MS = 60 * 60 * 1000;

let time: FakeTime;
let logged: { level: number; msg: string; aheadMs?: number; backMs?: number; forwardMs?: number }[];
let clock: MachineClock | null;
/** How far this machine is ahead of the store. */
let aheadMs: number;

beforeEach(() => {
  time = startFakeTime();
  logged = [];
  clock = null;
  aheadMs = 0;
});
afterEach(async () => {
  if (clock) await time.finish(clock.close());
  time.stop();
});

async function open(): Promise<MachineClock> {
  const store = { time: () => Promise.resolve(Date.now()) };
  const log = createLog('info', {
    write: (line) => {
      logged.push(JSON.parse(line));
    },
  });
  const { value } = await time.finish(
    openMachineClock({ store, log, machine: () => Date.now() + aheadMs }),
  );
  clock = value;
  return clock;
}

/** From timer to timer: this clock has nothing else to wait for. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** How far a clock is ahead of the store's. */
const aheadOf = (shown: MachineClock) => shown.now() - Date.now();

describe('[ORD1] the machine’s clock', () => {
  test('is this machine’s own while the store’s is within 2 s of it', async () => {
    aheadMs = 1900;
    const shown = await open();
    expect(aheadOf(shown)).toBe(1900);
    await pass(60_000);
    expect(aheadOf(shown)).toBe(1900);
    expect(logged).toEqual([]);
  });

  test.each([HOUR_MS, -HOUR_MS, 5000, -2100])(
    'is the store’s if this machine is %i ms ahead, and that is logged',
    async (ahead) => {
      aheadMs = ahead;
      const shown = await open();
      expect(aheadOf(shown)).toBe(0);
      await pass(30_000);
      expect(aheadOf(shown)).toBe(0);
      expect(shown.skewMs()).toBe(ahead);
      expect(logged).toMatchObject([{ level: 40, aheadMs: ahead }]);
    },
  );

  test('is right immediately if this machine’s clock is set between two requests to the store', async () => {
    const shown = await open();
    await pass(2000);
    aheadMs = HOUR_MS;
    expect(aheadOf(shown)).toBe(0);
    await pass(10);
    expect(aheadOf(shown)).toBe(0);
    // Requested because of the step, long before the next round.
    expect(logged).toMatchObject([{ aheadMs: HOUR_MS }]);
  });
});

describe('[ORD1] a machine whose clock is set, and the store’s with it', () => {
  /** As on the embedded store: the machine's clock and the store's are the same. */
  async function openOnItself(): Promise<MachineClock> {
    const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
    const machine = () => Date.now() + aheadMs;
    const store = { time: () => Promise.resolve(machine()) };
    clock = await openMachineClock({ store, log, machine });
    return clock;
  }

  test('never goes back by less than 5 s, whatever small steps the clock takes', async () => {
    const shown = await openOnItself();
    let last = shown.now();
    for (let step = 0; step < 200; step += 1) {
      aheadMs += ((step * 37) % 11) * 300 - 1500;
      await pass((step * 7) % 13);
      expect(shown.now()).toBeGreaterThanOrEqual(last);
      last = shown.now();
    }
  });

  test('follows a larger step, back or forward, and logs it', async () => {
    const shown = await openOnItself();
    shown.now();
    aheadMs = HOUR_MS;
    shown.now();
    await pass(10);
    expect(aheadOf(shown)).toBe(HOUR_MS);
    expect(logged).toMatchObject([{ level: 40, forwardMs: HOUR_MS }]);
    logged.length = 0;
    aheadMs = 0;
    shown.now();
    await pass(10);
    expect(aheadOf(shown)).toBe(0);
    expect(logged).toMatchObject([{ level: 40, backMs: expect.any(Number) as unknown }]);
    expect(logged[0]?.backMs).toBeGreaterThan(HOUR_MS - 100);
  });

  test('[SEA1] is settled where it was until a larger step forward has lasted for 10 s', async () => {
    const shown = await openOnItself();
    const settledAhead = () => shown.settled() - Date.now();
    expect(settledAhead()).toBe(0);
    for (const [ahead, ms, settled] of [
      [HOUR_MS, 9000, 0],
      // Another one, and partly back: the time goes on from before the first.
      [3 * HOUR_MS, 9000, 0],
      [2 * HOUR_MS, 9000, 0],
      [0, 20_000, 0],
      [HOUR_MS, 10_100, HOUR_MS],
      [0, 10, 0],
    ] as const) {
      aheadMs = ahead;
      shown.now();
      await pass(10);
      shown.now();
      await pass(ms);
      expect([settledAhead(), aheadOf(shown)]).toEqual([settled, ahead]);
    }
  });
});
