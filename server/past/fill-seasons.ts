/**
 * [SEA1] Closes weeks of which nothing is recorded, from the game's events, in the background: each
 * right before the first commit that is dated ten seconds after its end. An interrupted run begins
 * again, and writes what is missing.
 */
import { REV_ZERO } from '../../common/values/ids.ts';
import { weekAt } from '../../common/values/week.ts';
import { pastRow, writePast, type PastRow } from '../store/kept/past.ts';
import { eventPages, type Store } from '../store/store.ts';
import { closedWeekRows, closingRevs, closings, lastClosing } from './closed-week.ts';
import { stateOf, stateRow } from './record.ts';
import type { Seasons } from './seasons.ts';
import { weeksOfEvents } from './weeks-of-events.ts';

/** Events per read, all applied in one turn. */
const PAGE = 250;

/**
 * Closes what is missing before the running week, if anything is. One call at a time; it ends early
 * if the process loses its lease. @throws StoreUnavailable
 */
export async function fillSeasons(parts: {
  readonly store: Pick<Store, 'events' | 'rows' | 'write'>;
  readonly seasons: Pick<Seasons, 'isKnown' | 'isBackfilling' | 'race'>;
  readonly lease: { isHeld(): boolean };
}): Promise<void> {
  const { store, seasons, lease } = parts;
  if (!seasons.isKnown || !seasons.isBackfilling) return;
  const until = seasons.race.firstOpen;
  const closed = closingRevs(await closings(store));
  let isAny = false;
  for await (const { week, upTo, now } of weeksOfEvents(eventPages(store, {}, REV_ZERO, PAGE), {
    closed,
    until,
  })) {
    isAny = true;
    if (closed.has(week)) continue;
    if (!(await note(week, await closedWeekRows(now(), upTo)))) return;
  }
  // Without a state the processes look for late commits in the events since the last closing.
  if (isAny) await note(null);

  /**
   * Writes a week's rows with the record's state, if nobody else did. @param week null: all are
   * closed.
   */
  async function note(week: number | null, rows: readonly PastRow[] = []): Promise<boolean> {
    while (lease.isHeld()) {
      const row = await pastRow(store, 'state');
      // The record has its first state seconds after the start.
      if (!row) return false;
      const state = stateOf(row);
      const last = await lastClosing(store);
      if (last && week !== null && weekAt(last.at) >= week) return false;
      const season = week === null ? undefined : { closed: week, late: {}, isFilling: true };
      const write = { expected: row.document, rows: [...rows, stateRow({ ...state, season })] };
      if (await writePast(store, { ...write, forget: null })) return true;
    }
    return false;
  }
}
