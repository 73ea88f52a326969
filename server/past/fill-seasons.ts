/**
 * [SEA1] Records weeks that ended while nobody saw it who could have recorded them: before all
 * processes were started, or in the moments between a write of the record and a crash. It computes
 * them from the game's events, in the background.
 */
import { REV_ZERO } from '../../common/values/ids.ts';
import { pastRow, writePast } from '../store/kept/past.ts';
import { eventPages, type Store } from '../store/store.ts';
import { closedWeekRows, closingRevs, closings } from './closed-week.ts';
import { stateOf } from './record.ts';
import type { Seasons } from './seasons.ts';
import { weeksOfEvents } from './weeks-of-events.ts';

/** Events per read, all applied in one turn. */
const PAGE = 250;

/**
 * Writes what is missing. One call at a time; it ends early if the process loses its lease, or
 * another one writes the record: the next call begins again. @throws StoreUnavailable
 */
export async function fillSeasons(parts: {
  readonly store: Pick<Store, 'events' | 'rows' | 'write'>;
  readonly seasons: Pick<Seasons, 'isKnown' | 'hasUnrecorded' | 'isMissed'>;
  readonly lease: { isHeld(): boolean };
}): Promise<void> {
  const { store, seasons, lease } = parts;
  if (!lease.isHeld() || !seasons.isKnown || !seasons.hasUnrecorded) return;
  const row = await pastRow(store, 'state');
  const { upTo = null } = row ? stateOf(row) : {};
  if (!row || !upTo || !seasons.isMissed(upTo.rev)) return;
  const closed = closingRevs(await closings(store));
  const pages = eventPages(store, {}, REV_ZERO, PAGE);
  for await (const { week, upTo: end, now } of weeksOfEvents(pages, closed)) {
    // The record's writer comes to the others.
    if (end.rev > upTo.rev || !lease.isHeld()) return;
    if (closed.has(week)) continue;
    const state = await pastRow(store, 'state');
    if (!state) return;
    const rows = [...(await closedWeekRows(now(), end)), state];
    if (!(await writePast(store, { expected: state.document, rows, forget: null }))) return;
  }
}
