/** The weeks as a process answers them, and their ends without the time that they take. */
import { afterAll, beforeAll, expect } from 'vitest';
import { seasonCall, seasonsCall, type SeasonDetail } from '../../../common/protocol/seasons.ts';
import { weekAt, weekBegins, weekId } from '../../../common/values/week.ts';
import { REAL_MACHINE, useMachine } from '../../lib/machine.ts';
import { putSetting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';
import { ask } from './http-client.ts';

export async function weekDetail(url: string, week: number): Promise<SeasonDetail> {
  return (await ask(url, `/api/seasons/${weekId(week)}`)).json(seasonCall.answers[200]);
}

/** The list before the running week, and each of its weeks, as their texts. */
export async function finalTexts(url: string, running: number): Promise<string[]> {
  const list = await ask(url, `/api/seasons?before=${weekId(running)}`);
  const weeks = list.json(seasonsCall.answers[200]);
  const details = await Promise.all(weeks.map(({ id }) => ask(url, `/api/seasons/${id}`)));
  return [list, ...details].map(({ text }) => text);
}

/** Moves the game's clock, before a process starts, so that a week ends in so many milliseconds. */
export async function endWeekIn(ms: number, store: Store) {
  const week = weekAt(Date.now()) + 1;
  const offset = weekBegins(week + 1) - Date.now() - ms;
  await putSetting(store, 'clock.offset-ms', String(offset));
  return { week, offset };
}

/**
 * Between two looks the clock gains so much: a lease of 10 s is still renewed in time every 2.5 s.
 */
const STEP = { realMs: 500, gainMs: 1400 };

/**
 * For a file's top level: weeks close without the 10 s that the rule waits after their end [SEA1].
 * Returns what looks until something is as expected, while the monotonic clock goes faster.
 */
export function closingClock() {
  let aheadMs = 0;
  beforeAll(() => {
    useMachine({ ...REAL_MACHINE, monotonic: () => REAL_MACHINE.monotonic() + aheadMs });
  });
  afterAll(() => useMachine(null));
  return <T>(look: () => Promise<T>) =>
    expect.poll(
      () => {
        aheadMs += STEP.gainMs;
        return look();
      },
      { interval: STEP.realMs },
    );
}
