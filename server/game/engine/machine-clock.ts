/**
 * What time it is for all that is stored or shared between processes [ORD1]: this machine's time or,
 * where that is more than 2 s from the store's, the store's. The store is asked every few seconds; in
 * between its time is carried on by the monotonic clock, so that a clock that is set meanwhile moves
 * nothing until the store has been asked again.
 */
import { every } from '../../lib/loop.ts';
import { LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

const ASK_EVERY_MS = 5000;
/** An answer that took longer says too little of the moment that it was given at. */
const SLOW_MS = 1000;
/** [ORD1] Beyond this the store's time counts, and until the two are this close again. */
const FAR_MS = 2000;
const NEAR_MS = 1000;
/** A step back of so much holds still until it is made up for; a larger one is followed. */
const SMALL_STEP_MS = 5000;

export interface MachineClock {
  /** Milliseconds since 1970 UTC. It goes back by large steps only. */
  now(): number;
  /** By how much this machine was ahead of the store when the store was last asked. */
  skewMs(): number;
  close(): Promise<void>;
}

interface ClockParts {
  readonly store: Pick<Store, 'time'>;
  readonly log: Log;
  /** This machine's own time, ms since 1970. */
  readonly machine?: () => number;
}

/** The store's time at a moment of the monotonic clock. */
interface Reading {
  readonly time: number;
  readonly at: number;
}

/** Asks the store before it resolves. @throws StoreUnavailable */
export async function openMachineClock(parts: ClockParts): Promise<MachineClock> {
  const { store, log, machine = () => Date.now() } = parts;
  const differs = new LastingFault(log, {
    lasts: 'this machine’s clock is not the database’s; the database’s time is used. Set the clock',
    over: 'this machine’s clock is the database’s again, and is used',
  });
  let reading: Reading | null = null;
  let skewMs = 0;
  let usesStore = false;
  let newest = Number.NEGATIVE_INFINITY;
  /** When `newest` was told, by the monotonic clock. */
  let newestAt = performance.now();

  async function ask(): Promise<void> {
    const askedAt = performance.now();
    const time = await store.time();
    const at = performance.now();
    const tookMs = at - askedAt;
    // The first answer is better than none, however slow.
    if (tookMs > SLOW_MS && reading) return;
    reading = { time: time + tookMs / 2, at };
    skewMs = machine() - reading.time;
    usesStore = Math.abs(skewMs) > (usesStore ? NEAR_MS : FAR_MS);
    if (usesStore) differs.strike({ aheadMs: Math.round(skewMs) });
    else differs.end();
  }

  await ask();
  const asking = every(ASK_EVERY_MS, ask, (error) => {
    // An outage is told of by whatever can't be carried out meanwhile.
    if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'no time from the store');
  });

  function moment(): number {
    const own = machine();
    if (!reading) return own;
    const stores = Math.round(reading.time + performance.now() - reading.at);
    if (usesStore) return stores;
    if (Math.abs(own - stores) <= FAR_MS) return own;
    // The clock was set since the last answer, which of the two is right only the store knows.
    asking.soon();
    return stores;
  }

  return {
    now() {
      const now = moment();
      if (now < newest && newest - now <= SMALL_STEP_MS) return newest;
      if (now < newest) {
        log.warn({ backMs: newest - now }, 'the clock was set back; the game’s time follows it');
      }
      const at = performance.now();
      const forwardMs = Math.round(now - newest - (at - newestAt));
      if (forwardMs > SMALL_STEP_MS && Number.isFinite(newest)) {
        log.warn({ forwardMs }, 'the clock was set forward; the game’s time follows it');
      }
      newest = now;
      newestAt = at;
      return now;
    },
    skewMs: () => skewMs,
    close: () => asking.close(),
  };
}
