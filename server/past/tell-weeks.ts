/**
 * [SEA5] Records the stories of weeks that have ended: the ranking in which the first of them began
 * is today's with the rows from before put back, and the events of the weeks are applied to it.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import { isOfPlayer, type StoredEvent } from '../../common/values/stored-event.ts';
import { weekBegins } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import { rowBefore } from '../leaderboard/earlier-board.ts';
import { inBatches, nextSlice } from '../lib/in-slices.ts';
import type { Log } from '../observe/log.ts';
import { pastRow, writePast } from '../store/kept/past.ts';
import { eventPages, type Store } from '../store/store.ts';
import { entriesOf, type ClosedWeek } from './closed-week.ts';
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

/**
 * Tells the weeks that are due. One call at a time; it ends early if the process loses its lease:
 * the next holder begins again, and comes to the same. @throws StoreUnavailable
 */
export async function tellWeeks(parts: TellParts): Promise<void> {
  const { store, board, seasons, lease } = parts;
  const untold = lease.isHeld() ? seasons.untold() : null;
  if (!untold) return;
  const { since, weeks } = untold;
  const { epoch } = board;
  let isOut = false;
  // For good: what was made until then may lack something.
  const isOver = () => (isOut ||= !lease.isHeld() || board.epoch !== epoch);
  const story = new WeekStory();
  await addRowsBefore(story, since.rev, { ...parts, isOver });
  let upTo = since;
  let told = 0;
  story.begin(weeks[0].week, upTo);
  /** Every week that a commit ended. @returns false if there is nothing left to do */
  const tell = async (rev: Rev): Promise<boolean> => {
    for (let week = weeks[told]; week && week.upTo.rev <= rev; week = weeks[told]) {
      if (isOver() || !(await record(story, week, parts))) return false;
      ({ upTo } = week);
      told += 1;
      story.begin(week.week + 1, upTo);
    }
    return told < weeks.length && !isOver();
  };
  if (!(await tell(since.rev))) return;
  for await (const page of eventPages(store, {}, since.rev)) {
    for (const [i, commit] of page.entries()) {
      if (i % SLICE === 0) await nextSlice();
      story.apply(commit);
      if (!(await tell(commit.rev))) return;
    }
  }
}

/** The ranking right after a commit. */
async function addRowsBefore(
  story: WeekStory,
  since: Rev,
  { store, board, isOver }: TellParts & { readonly isOver: () => boolean },
): Promise<void> {
  const { rev } = board;
  const rows = board.slice(board.count, 0);
  /** Of players with a commit since; null: they joined with it. */
  const before = new Map<Address, BoardRow | null>();
  for await (const page of eventPages(store, {}, since)) {
    const first = new Map<Address, StoredEvent>();
    for (const event of page.filter(isOfPlayer)) {
      const { wallet } = event.row;
      if (!before.has(wallet) && !first.has(wallet)) first.set(wallet, event);
    }
    await inBatches([...first], async ([wallet, event]) => {
      const isNew = event.kind === 'nation-chosen';
      before.set(wallet, isNew ? null : await rowBefore(event, store));
    });
    if (isOver() || (page.at(-1)?.rev ?? rev) >= rev) break;
  }
  for (const [i, row] of rows.entries()) {
    if (i % SLICE === 0) await nextSlice();
    const was = before.has(row.wallet) ? before.get(row.wallet) : row;
    if (was) story.add(was);
  }
}

/** False: the week has no story yet. */
async function record(
  story: WeekStory,
  week: ClosedWeek,
  { store, seasons, log }: TellParts,
): Promise<boolean> {
  const row = await pastRow(store, 'season-entries', weekBegins(week.week));
  const entries = row && (await readableRow(log, row, () => entriesOf(row)));
  const { rows, stored } = await storyRows(week, await story.end(entries ?? []));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const state = await pastRow(store, 'state');
    if (!state) return false;
    const write = { expected: state.document, rows: [...rows, state], forget: null };
    if (!(await writePast(store, write))) continue;
    seasons.told(week.week, stored);
    return true;
  }
  return false;
}
