/**
 * [SEA1] Computes the weeks that have ended again from all commits, and compares them with the
 * record. On the way, the commits of eras are checked (era-commits.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import { formatCount } from '../../common/values/figures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import type { Commit } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import { closedWeekRows, closingRevs, closings } from '../past/closed-week.ts';
import { decompressed } from '../past/record.ts';
import { weeksOfEvents } from '../past/weeks-of-events.ts';
import { weeksIn } from '../store/kept/era.ts';
import { readPast, type PastRow } from '../store/kept/past.ts';
import type { PastKind } from '../store/rows.ts';
import type { WalletSource } from '../store/stream.ts';
import { EraCommits, type ReportOf } from './era-commits.ts';
import { eraIn } from './stored-wallets.ts';

/** Events per read, and between two moments of the source. */
const PAGE = 500;

const NAMES = {
  season: 'summary',
  'season-entries': 'list of first entries',
  'season-places': 'list of places',
} as const satisfies Partial<Record<PastKind, string>>;
type WeekKind = keyof typeof NAMES;
const KINDS = ['season', 'season-entries', 'season-places'] as const;

/**
 * @returns how many weeks have ended, and how many of them were computed.
 * @throws StoreNotOpened
 */
export async function checkWeeks(source: WalletSource, reportOf: ReportOf) {
  await source.refresh();
  const [state] = await readPast(source, { kind: 'state', limit: 1, order: 'newest-first' });
  const outer = await outerRows(source);
  // Read after those: a week may end meanwhile.
  const recorded = closingRevs(await closings(source));
  const first = weeksIn((await eraIn(source)).value)?.first ?? Infinity;
  const compared = new Set<number>();
  const found = () => ({ closed: Math.max(recorded.size, compared.size), computed: compared.size });
  // Of the later ones only a commit says when they ended.
  const closed = new Map([...recorded].filter(([week]) => week < first));
  const ofEras = new EraCommits(reportOf);
  let missing: number | null = null;
  try {
    for await (const { week, upTo, now } of weeksOfEvents(eventsIn(source, ofEras), closed)) {
      if (missing !== null) reportOf(weekId(missing))('it has ended, and the record lacks it');
      const due = await closedWeekRows(now(), upTo);
      const differences = await differencesOf(source, week, due);
      for (const what of differences ?? []) reportOf(weekId(week))(what);
      compared.add(week);
      const isDue = upTo.rev <= (state?.upTo?.rev ?? REV_ZERO);
      // The newest may be on its way to the record, and is not reported.
      missing = differences === null && isDue ? week : null;
    }
  } catch (error) {
    if (!(error instanceof EventLost)) throw error;
    return found();
  }
  // Of the moment at which there was no later event.
  ofEras.compare(await eraIn(source));
  for (const week of recorded.keys()) {
    if (compared.has(week)) continue;
    const lacks = week < first ? 'the game had not begun' : 'no commit ended it';
    reportOf(weekId(week))(`it is recorded, and ${lacks}`);
  }
  for (const { at, kind } of outer) {
    const week = weekAt(at);
    if (compared.has(week) || recorded.has(week)) continue;
    reportOf(weekId(week))(`it has a ${NAMES[kind]} and no summary`);
  }
  return found();
}

/** What an event did can't be read: nothing can be computed from there on. */
class EventLost extends Error {
  override readonly name = 'EventLost';
}

/** All events, oldest first, once `ofEras` has seen them. @throws EventLost, StoreNotOpened */
async function* eventsIn(source: WalletSource, ofEras: EraCommits): AsyncGenerator<Commit[]> {
  for (let after = REV_ZERO; ;) {
    await source.refresh();
    const page = await source.history(after, PAGE);
    yield page.map(({ rev, event }) => {
      if (!event) throw new EventLost(rev);
      ofEras.take(event);
      return event;
    });
    const last = page.at(-1);
    // A game that goes on may always have one more.
    if (!last || page.length < PAGE) return;
    after = last.rev;
  }
}

interface WeekRow extends PastRow {
  readonly kind: WeekKind;
}

/** The first and the last row of each kind but the summaries. */
async function outerRows(source: WalletSource): Promise<WeekRow[]> {
  const found: WeekRow[] = [];
  for (const kind of ['season-entries', 'season-places'] as const) {
    for (const order of ['oldest-first', 'newest-first'] as const) {
      const rows = await readPast(source, { kind, limit: 1, order });
      found.push(...rows.map((row) => ({ ...row, kind })));
    }
  }
  return found;
}

/** Where the rows of a week differ from those that are due, in words; null if there are none. */
async function differencesOf(
  source: WalletSource,
  week: number,
  computed: readonly PastRow[],
): Promise<string[] | null> {
  const [from, to] = [weekBegins(week), weekBegins(week + 1) - 1];
  const found: string[] = [];
  let count = 0;
  for (const kind of KINDS) {
    const due = computed.filter((row) => row.kind === kind);
    const query = { kind, from, to, limit: due.length + 1, order: 'oldest-first' } as const;
    const stored = await readPast(source, query);
    count += stored.length;
    const isDue = new Map(due.map((row) => [row.at, row]));
    for (const row of stored)
      if (!isDue.has(row.at)) found.push(`it has a ${NAMES[kind]} too many`);
    for (const [place, row] of due.entries()) {
      const part = due.length > 1 ? `, part ${place + 1} of ${due.length},` : '';
      const is = stored.find(({ at }) => at === row.at);
      if (!is) found.push(`its ${NAMES[kind]}${part} is missing`);
      else found.push(...(await differencesIn(kind, is, row)));
    }
  }
  return count === 0 ? null : found;
}

async function differencesIn(kind: WeekKind, is: PastRow, due: PastRow): Promise<string[]> {
  const [commit, dueCommit] = [is, due].map(({ upTo }) => formatCount(upTo?.number ?? 0));
  return [
    ...(commit === dueCommit
      ? []
      : [`its ${NAMES[kind]} ends with commit ${commit}, the events come to ${dueCommit}`]),
    ...((await saysTheSame(kind, is, due))
      ? []
      : [`its ${NAMES[kind]} is not what the events come to`]),
  ];
}

async function saysTheSame(kind: WeekKind, is: PastRow, due: PastRow): Promise<boolean> {
  if (is.document === due.document) return true;
  if (kind !== 'season-entries') return false;
  // The same may be compressed in another way by another version of Node.
  try {
    return isDeepStrictEqual(await decompressed(is.document), await decompressed(due.document));
  } catch {
    return false;
  }
}
