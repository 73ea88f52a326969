/**
 * The game's clock: the machine's (`machine-clock.ts`), plus an offset that development can move
 * forward to see a lock end. Locks, accrual and events use it; sign-in, sessions and keys use the
 * machine's, limits the monotonic clock.
 */
import { z } from 'zod';
import { wallNow } from '../../lib/machine.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';

const SETTING = 'clock.offset-ms';
const offsetSchema = z.coerce.number().int().nonnegative();

export type GameClock = Awaited<ReturnType<typeof openGameClock>>;

/** The caller of a step learns its outcome; the next step ignores it. */
const forget = (): void => undefined;

export async function openGameClock(
  store: Pick<Store, 'rows' | 'time'>,
  machineNow: () => number = wallNow,
  settledNow = machineNow,
) {
  let offsetMs = offsetSchema.parse((await setting(store, SETTING)) ?? '0');
  let lastStep = Promise.resolve();
  return {
    /** Milliseconds since 1970 UTC. */
    now: () => machineNow() + offsetMs,
    /** The same, by a clock that has not been set forward a moment ago. */
    settledNow: () => settledNow() + offsetMs,
    /** The same by the clock that all processes share. @throws StoreUnavailable */
    storeNow: async () => (await store.time()) + offsetMs,
    /** The same without development's offset: for sign-in, sessions and keys. */
    machineNow,
    /** Moves the clock forward, permanently: the offset is durable before the new time shows. */
    advance(ms: number): Promise<void> {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`cannot advance by ${ms} ms`);
      const take = async () => {
        await putSetting(store, SETTING, String(offsetMs + ms));
        offsetMs += ms;
      };
      // One step at a time, so that none is lost between another's read and write.
      const step = lastStep.then(take);
      lastStep = step.then(forget, forget);
      return step;
    },
  };
}
