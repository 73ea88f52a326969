/**
 * [SEA1] Computes the closed weeks again from the events of all players, and compares them with the
 * record.
 */
import { isDeepStrictEqual } from 'node:util';
import { formatCount } from '../../common/values/figures.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { Commit } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import { closedWeekRows, closingRevs, closings, placesIn } from '../past/closed-week.ts';
import { decompressed } from '../past/record.ts';
import { weeksOfEvents } from '../past/weeks-of-events.ts';
import { readPast, type PastRow } from '../store/kept/past.ts';
import type { PastKind } from '../store/rows.ts';
import type { WalletSource } from '../store/stream.ts';
import type { Report } from './check-wallet.ts';

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
 * @returns how many weeks are closed, and how many of them the events are read for. @throws
 * StoreNotOpened
 */
export async function checkWeeks(source: WalletSource, reportOf: (week: string) => Report) {
  await source.refresh();
  const outer = await outerRows(source);
  // Read after those: a week may be closed meanwhile.
  const closed = closingRevs(await closings(source));
  const left = new Set(closed.keys());
  const [first, last] = [Math.min(...left), Math.max(...left)];
  for (const row of outer) {
    const week = weekAt(row.at);
    if (week >= first && week <= last) continue;
    reportOf(weekId(week))(`it has a ${NAMES[row.kind]} and no summary`);
  }
  const upTo = closed.get(last);
  let computed = 0;
  if (upTo === undefined) return { closed: 0, computed };
  try {
    for await (const { week, upTo: end, now } of weeksOfEvents(eventsIn(source, upTo), closed)) {
      const report = reportOf(weekId(week));
      await compareWeek(source, week, await closedWeekRows(now(), end), report);
      left.delete(week);
      computed += 1;
    }
  } catch (error) {
    if (!(error instanceof EventLost)) throw error;
    return { closed: closed.size, computed };
  }
  for (const week of left) reportOf(weekId(week))('it is closed, and the game had not begun');
  return { closed: closed.size, computed };
}

/** What an event did can't be read: nothing can be computed from there on. */
class EventLost extends Error {
  override readonly name = 'EventLost';
}

/** All events up to one, oldest first. @throws EventLost, StoreNotOpened */
async function* eventsIn(source: WalletSource, upTo: Rev): AsyncGenerator<Commit[]> {
  for (let after = REV_ZERO; after < upTo;) {
    await source.refresh();
    const page = await source.history(after, PAGE);
    yield page.flatMap(({ rev, event }) => {
      if (rev > upTo) return [];
      if (!event) throw new EventLost(rev);
      return [event];
    });
    after = page.at(-1)?.rev ?? upTo;
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

async function compareWeek(
  source: WalletSource,
  week: number,
  computed: readonly PastRow[],
  report: Report,
): Promise<void> {
  const [from, to] = [weekBegins(week), weekBegins(week + 1) - 1];
  for (const kind of KINDS) {
    const due = computed.filter((row) => row.kind === kind);
    const query = { kind, from, to, limit: due.length + 1, order: 'oldest-first' } as const;
    const stored = await readPast(source, query);
    const isDue = new Map(due.map((row) => [row.at, row]));
    for (const row of stored) if (!isDue.has(row.at)) report(`it has a ${NAMES[kind]} too many`);
    for (const [place, row] of due.entries()) {
      const part = due.length > 1 ? `, part ${place + 1} of ${due.length},` : '';
      const is = stored.find(({ at }) => at === row.at);
      if (!is) report(`its ${NAMES[kind]}${part} is missing`);
      else for (const what of await differencesIn(kind, is, row)) report(what);
    }
  }
}

async function differencesIn(kind: WeekKind, is: PastRow, due: PastRow): Promise<string[]> {
  const commit = is.upTo?.number ?? 0;
  const dueCommit = due.upTo?.number ?? 0;
  const found =
    commit === dueCommit
      ? []
      : [
          `its ${NAMES[kind]} ends with commit ${formatCount(commit)}, the events come to ${formatCount(dueCommit)}`,
        ];
  if (is.document === due.document) return found;
  const [stored, computed] = [await partsOf(kind, is), await partsOf(kind, due)];
  if (!stored || !computed) return [...found, `its ${NAMES[kind]} can’t be read`];
  const keys = new Set([...Object.keys(stored), ...Object.keys(computed)]);
  const differing = [...keys].find((key) => !isDeepStrictEqual(stored[key], computed[key]));
  // The same values may be compressed in another way by another version of Node.
  if (differing === undefined && kind === 'season-entries') return found;
  if (differing === undefined) return [...found, `its ${NAMES[kind]} is written in another way`];
  const says = textOf(stored[differing]);
  const comesTo = textOf(computed[differing]);
  return [
    ...found,
    `its ${NAMES[kind]} says ${says} for ${differing}, the events come to ${comesTo}`,
  ];
}

/** What a row says, by names; null if it can't be read. */
async function partsOf(
  kind: WeekKind,
  { document }: PastRow,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    if (kind === 'season') return JSON.parse(document);
    if (kind === 'season-places') return Object.fromEntries(placesIn(document));
    const entries = await decompressed(document);
    if (!Array.isArray(entries)) return null;
    return Object.fromEntries(entries.map((entry, place) => [`rank ${place + 1}`, entry]));
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
