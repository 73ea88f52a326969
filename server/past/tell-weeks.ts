/**
 * [SEA5] Records the stories of weeks that have ended: the ranking in which a week began is today's
 * with the rows from before put back, and the week's events are applied to it.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { isOfPlayer, type Commit, type StoredEvent } from '../../common/values/stored-event.ts';
import { weekBegins } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import { rowBefore } from '../leaderboard/earlier-board.ts';
import { inBatches, nextSlice } from '../lib/in-slices.ts';
import type { Log } from '../observe/log.ts';
import { pastRow, writePast } from '../store/kept/past.ts';
import { eventPages, type Store } from '../store/store.ts';
import { entriesOf } from './closed-week.ts';
import { readableRow } from './record.ts';
import type { Seasons } from './seasons.ts';
import { storyRows } from './stored-story.ts';
import { WeekStory } from './week-story.ts';

/** Events or rows that are applied in one turn. */
const SLICE = 100;
/** The record's writer may come first. */
const ATTEMPTS = 5;

interface TellParts {
  readonly store: Pick<Store, 'events' | 'rows' | 'write'>;
  readonly board: Pick<Board, 'count' | 'slice' | 'rev' | 'epoch'>;
  readonly seasons: Pick<Seasons, 'untold' | 'told'>;
  readonly lease: { isHeld(): boolean };
  readonly log: Log;
}

/** Tells the weeks that are due. One call at a time. @throws StoreUnavailable */
export async function tellWeeks(parts: TellParts): Promise<void> {
  while (await tellNext(parts));
}

/** False: there is none, or its story can't be recorded now; the next call begins again. */
async function tellNext(parts: TellParts): Promise<boolean> {
  const { store, board, seasons, lease, log } = parts;
  const untold = lease.isHeld() ? seasons.untold() : null;
  if (!untold) return false;
  const { week, since } = untold;
  const { epoch } = board;
  const story = new WeekStory(week.week);
  // The lease is given back when the process ends, which waits for this.
  let isLost = false;
  async function* commits() {
    for await (const page of eventPages(store, {}, since)) {
      isLost ||= !lease.isHeld();
      if (isLost) return;
      yield page;
    }
  }
  for (const [i, row] of (await rowsBefore(commits(), parts)).entries()) {
    if (i % SLICE === 0) await nextSlice();
    story.add(row);
  }
  if (isLost) return false;
  story.begin();
  const { rev: end } = week.upTo;
  for await (const page of commits()) {
    for (const [i, commit] of page.filter(({ rev }) => rev <= end).entries()) {
      if (i % SLICE === 0) await nextSlice();
      story.apply(commit);
    }
    if ((page.at(-1)?.rev ?? end) >= end) break;
  }
  if (isLost) return false;
  const row = await pastRow(store, 'season-entries', weekBegins(week.week));
  const entries = row && (await readableRow(log, row, () => entriesOf(row)));
  const { rows, stored } = await storyRows(week.week, await story.end(entries ?? []));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const state = await pastRow(store, 'state');
    if (!state || !lease.isHeld() || board.epoch !== epoch) return false;
    const write = { expected: state.document, rows: [...rows, state], forget: null };
    if (!(await writePast(store, write))) continue;
    seasons.told(week.week, stored);
    return true;
  }
  return false;
}

/** The ranking right before the first of these events. */
async function rowsBefore(
  pages: AsyncIterable<readonly Commit[]>,
  { store, board }: TellParts,
): Promise<BoardRow[]> {
  const { rev } = board;
  const rows = board.slice(board.count, 0);
  /** Of players with a commit since; null: they joined with it. */
  const before = new Map<Address, BoardRow | null>();
  for await (const page of pages) {
    const first = new Map<Address, StoredEvent>();
    for (const event of page.filter(isOfPlayer)) {
      const { wallet } = event.row;
      if (!before.has(wallet) && !first.has(wallet)) first.set(wallet, event);
    }
    await inBatches([...first], async ([wallet, event]) => {
      const isNew = event.kind === 'nation-chosen';
      before.set(wallet, isNew ? null : await rowBefore(event, store));
    });
    if ((page.at(-1)?.rev ?? rev) >= rev) break;
  }
  return rows.flatMap((row) => (before.has(row.wallet) ? before.get(row.wallet) : row) ?? []);
}
