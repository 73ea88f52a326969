/**
 * The game's clock: the machine's (`machine-clock.ts`), plus an offset that development can move
 * forward to see a lock end. Locks, accrual and events run by it; sign-in, sessions and keys by the
 * machine's, limits by the monotonic clock.
 */
import { z } from 'zod';
import type { Store } from '../../store/store.ts';

const SETTING = 'clock.offset-ms';
const offsetSchema = z.coerce.number().int().nonnegative();

export interface GameClock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** The same without development's offset: what sign-in, sessions and keys go by. */
  machineNow(): number;
  /** Moves the clock forward, for good: the offset is durable before the new time shows. */
  advance(ms: number): Promise<void>;
}

/** Whoever asked for a step hears how it ended; the next one does not care. */
const forget = (): void => undefined;

export async function openGameClock(
  store: Pick<Store, 'setting' | 'putSetting'>,
  machineNow: () => number = () => Date.now(),
): Promise<GameClock> {
  let offsetMs = offsetSchema.parse((await store.setting(SETTING)) ?? '0');
  let lastStep = Promise.resolve();
  return {
    now: () => machineNow() + offsetMs,
    machineNow,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`cannot advance by ${ms} ms`);
      const take = async () => {
        await store.putSetting(SETTING, String(offsetMs + ms));
        offsetMs += ms;
      };
      // One step after the other, so that none is lost between another's reading and writing.
      const step = lastStep.then(take);
      lastStep = step.then(forget, forget);
      return step;
    },
  };
}
