/**
 * [SEA1] Closes the weeks of a game from before there were weeks, from its events, in the background: each right before
 * the first commit that is dated ten seconds after its end. An interrupted run begins again, and writes what is missing.
 */
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { allEventsOf, SeasonRace } from '../leaderboard/season-race.ts';
import { turn } from '../lib/machine.ts';
import type { PastPlace, PastRow, Store } from '../store/store.ts';
import { closedWeekRows, closings, lastClosing, weekNow } from './closed-week.ts';
import { stateOf, stateRow } from './record.ts';
import type { Seasons } from './seasons.ts';

/** Events per read, all applied in one turn. */
const PAGE = 250;
const CLOSED_AFTER_MS = 10_000;

/** Before all weeks: nothing is remembered for closings that are learnt later. */
const NO_TIME = () => 0;

/**
 * Closes what is missing before the running week, if anything is. One call at a time; it ends early if the process
 * loses its lease. @throws StoreUnavailable
 */
export async function fillSeasons(parts: {
  readonly store: Pick<Store, 'events' | 'past' | 'writePast'>;
  readonly seasons: Pick<Seasons, 'isKnown' | 'isFilling' | 'race'>;
  readonly lease: { isHeld(): boolean };
}): Promise<void> {
  const { store, seasons, lease } = parts;
  if (!seasons.isKnown || !seasons.isFilling) return;
  const until = seasons.race.firstOpen;
  const board = new Board();
  const race = new SeasonRace(board, NO_TIME);
  /** Up to where each week counts that was closed before. */
  const closed = new Map<number, Rev>();
  for (const { at, upTo: last } of await closings(store))
    if (last) closed.set(weekAt(at), last.rev);
  let number = 0;
  let upTo: PastPlace | null = null;
  let open: number | null = null;

  for (;;) {
    const after = upTo?.rev ?? REV_ZERO;
    const events = await store.events({ after, limit: PAGE, order: 'oldest-first' });
    for (const event of events) {
      open ??= weekAt(event.at);
      while (upTo && open < until && isOver(open, event)) {
        if (!(await close(open, upTo))) return;
        open += 1;
      }
      board.apply(event);
      number += 1;
      upTo = { rev: event.rev, number };
    }
    if (events.length < PAGE) break;
    await turn();
  }
  if (!upTo || open === null) return;
  for (; open < until; open += 1) if (!(await close(open, upTo))) return;
  // Without a state the processes look for late commits in the events since the last closing.
  await note(null);

  /** True if the event comes after what counts for the week. */
  function isOver(week: number, { at, rev }: StoredEvent): boolean {
    const last = closed.get(week);
    return last ? rev > last : at >= weekBegins(week + 1) + CLOSED_AFTER_MS;
  }

  /** False if this process may not go on. */
  async function close(week: number, at: PastPlace): Promise<boolean> {
    const known = closed.get(week);
    if (known) {
      race.close({ week, rev: known });
      return true;
    }
    for (const wallet of race.unsure) race.settle(wallet, await allEventsOf(store, wallet));
    const rows = await closedWeekRows(weekNow(board, week, race.list(week)), at);
    const isWritten = await note(week, rows);
    if (isWritten) race.close({ week, rev: at.rev });
    return isWritten;
  }

  /** Writes a week's rows with the record's state, if nobody else did. @param week null: all are closed. */
  async function note(week: number | null, rows: readonly PastRow[] = []): Promise<boolean> {
    while (lease.isHeld()) {
      const [row] = await store.past({ kind: 'state', limit: 1, order: 'oldest-first' });
      // The record has its first state seconds after the start.
      if (!row) return false;
      const state = stateOf(row);
      const last = await lastClosing(store);
      if (last && week !== null && weekAt(last.at) >= week) return false;
      const season = week === null ? undefined : { closed: week, late: {}, isFilling: true };
      const write = { expected: row.document, rows: [...rows, stateRow({ ...state, season })] };
      if (await store.writePast({ ...write, forget: null })) return true;
    }
    return false;
  }
}
