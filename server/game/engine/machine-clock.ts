/**
 * The time of everything that is stored or shared between processes [ORD1]: this machine's or, if
 * the two are more than 2 s apart, the store's. The store is asked every 5 s; in between the
 * monotonic clock carries its time on, so a jump of the machine's clock changes nothing until the
 * store is asked again.
 */
import { every } from '../../lib/loop.ts';
import { monotonicNow, wallNow } from '../../lib/machine.ts';
import { lastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

const ASK_EVERY_MS = 5000;
/** A slower answer says too little about the moment it was taken. */
const SLOW_MS = 1000;
/**
 * [ORD1] If the clocks are farther apart than this, the store's time is used, until they are within
 * NEAR_MS.
 */
const FAR_MS = 2000;
const NEAR_MS = 1000;
/**
 * After a step back of up to this the time stands still until it has caught up; a larger step is
 * followed.
 */
const SMALL_STEP_MS = 5000;
/** How long a larger step forward must have lasted for what ends by the clock for good. */
const SETTLED_MS = 10_000;

export type MachineClock = Awaited<ReturnType<typeof openMachineClock>>;

/** The store's time at a moment of the monotonic clock. */
interface Reading {
  readonly time: number;
  readonly at: number;
}

/** Asks the store before it resolves. @throws StoreUnavailable */
export async function openMachineClock(parts: {
  readonly store: Pick<Store, 'time'>;
  readonly log: Log;
  /** This machine's own time, ms since 1970. */
  readonly machine?: () => number;
}) {
  const { store, log, machine = wallNow } = parts;
  const skewFault = lastingFault(log, {
    lasts: 'this machine’s clock is not the database’s; the database’s time is used. Set the clock',
    over: 'this machine’s clock is the database’s again, and is used',
  });
  let reading: Reading | null = null;
  let skewMs = 0;
  let usesStore = false;
  let newest = Number.NEGATIVE_INFINITY;
  /** When `newest` was returned, by the monotonic clock. */
  let newestAt = monotonicNow();
  /** The last reading before the clock was set forward, and when that was last; null: it wasn't. */
  let step: (Reading & { readonly since: number }) | null = null;

  async function ask(): Promise<void> {
    const askedAt = monotonicNow();
    const time = await store.time();
    const at = monotonicNow();
    const tookMs = at - askedAt;
    // The first answer is better than none, however slow.
    if (tookMs > SLOW_MS && reading) return;
    reading = { time: time + tookMs / 2, at };
    skewMs = machine() - reading.time;
    usesStore = Math.abs(skewMs) > (usesStore ? NEAR_MS : FAR_MS);
    if (usesStore) skewFault.report({ aheadMs: Math.round(skewMs) });
    else skewFault.clear();
  }

  await ask();
  const asking = every(ASK_EVERY_MS, ask, (error) => {
    // An outage shows in the calls that fail meanwhile.
    if (error instanceof StoreUnavailable) return;
    log.error({ err: error }, 'the store’s time could not be read');
  });

  function moment(): number {
    const own = machine();
    if (!reading) return own;
    const stores = Math.round(reading.time + monotonicNow() - reading.at);
    if (usesStore) return stores;
    if (Math.abs(own - stores) <= FAR_MS) return own;
    // One of the two clocks was set since the last answer; only the store can tell which is right.
    asking.soon();
    return stores;
  }

  function takeStep(to: number, at: number): void {
    const before = step ?? { time: newest, at: newestAt };
    const isAhead = to - (before.time + at - before.at) > SMALL_STEP_MS;
    step = isAhead ? { ...before, since: at } : null;
  }

  function now(): number {
    const time = moment();
    if (time < newest && newest - time <= SMALL_STEP_MS) return newest;
    const at = monotonicNow();
    if (time < newest) {
      log.warn({ backMs: newest - time }, 'the clock was set back; the game’s time follows it');
      takeStep(time, at);
    }
    const forwardMs = Math.round(time - newest - (at - newestAt));
    if (forwardMs > SMALL_STEP_MS && Number.isFinite(newest)) {
      log.warn({ forwardMs }, 'the clock was set forward; the game’s time follows it');
      takeStep(time, at);
    }
    newest = time;
    newestAt = at;
    return time;
  }

  return {
    /** Milliseconds since 1970 UTC. It goes back only by large steps. */
    now,
    /**
     * The same, but that it follows a large step forward only after `SETTLED_MS`: a clock that is
     * wrong for a moment ends nothing.
     */
    settled(): number {
      const time = now();
      const at = monotonicNow();
      if (!step || at - step.since >= SETTLED_MS) return time;
      return Math.round(step.time + at - step.at);
    },
    /** How far this machine was ahead of the store when the store was last asked. */
    skewMs: () => skewMs,
    close: () => asking.close(),
  };
}
