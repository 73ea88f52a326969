/** The weeks as a process answers them. */
import { seasonCall, seasonsCall, type SeasonDetail } from '../../../common/protocol/seasons.ts';
import { weekAt, weekBegins, weekId } from '../../../common/values/week.ts';
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
