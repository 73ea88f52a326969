/**
 * GET /api/leaderboard.csv, /api/seasons/{id}.csv and the same as NDJSON: the rows of the JSON calls, more of them. What
 * they show is taken at once, at one rev; its text is made while it is read.
 */
import {
  EXPORT_FORMATS,
  rankingExportCall,
  seasonExportCall,
  type ExportFormat,
} from '../../../common/protocol/builders.ts';
import { leaderboardEntrySchema, PAST_ROWS } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { SEASON_ROWS, seasonEntrySchema } from '../../../common/protocol/seasons.ts';
import { byNation } from '../../../common/values/nations.ts';
import { RESOURCE_TYPES, type ResourceUnits } from '../../../common/values/resources.ts';
import { weekId } from '../../../common/values/week.ts';
import type { RankedRow } from '../../leaderboard/board.ts';
import { leaderboardEntry, type Presidency } from '../../leaderboard/entry.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { turn } from '../../lib/machine.ts';
import { entriesThen } from '../../past/past.ts';
import { isHeld, listTag, placing } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { csvLine } from '../formats/csv.ts';
import { momentOf, settledTag, unknownPast } from '../kept-answers.ts';
import { sharedRoute, type Route, type SentInPieces } from '../route.ts';
import { knownSeason } from './seasons.ts';

/** Of all callers: each applies thousands of events, or places thousands of rows. */
const LINE = { atOnce: 1, waiting: 64 };
const WAIT_MS = 4000;
/** Some 0.5 ms of work. */
const ROWS_A_PIECE = 100;

type Entry = Readonly<Record<string, string | number | null | ResourceUnits>>;

/** The fields of an entry, in the order of their columns. */
const FIELDS = {
  ranking: Object.keys(leaderboardEntrySchema.shape),
  season: Object.keys(seasonEntrySchema.shape),
};

/** What an export shows; `entries` reads nothing that may change. */
interface Shown {
  readonly name: string;
  readonly of: keyof typeof FIELDS;
  readonly count: number;
  readonly entries: () => Iterable<Entry>;
  readonly headers: Readonly<Record<string, string>>;
}

export function exportRoutes(parts: AppParts): Route[] {
  const { board, past, seasons, clock, callers, mask } = parts;
  const inLine = createBoundedQueue(LINE);
  return EXPORT_FORMATS.flatMap((format) => [
    sharedRoute(rankingExportCall(format), ({ query, headers, request }) =>
      inLine.run(async () => {
        await turn();
        const { limit, offset = 0, nationId, at } = query;
        if (at === undefined) {
          const shown = rankingNow(limit ?? LIVE_ROWS, offset, nationId);
          return replyOf(shown, format, headers);
        }
        momentOf(at, clock.now());
        const then = await past.rankingAt(at);
        if ('why' in then) throw unknownPast(then);
        callers.chargePast(request, then);
        const entries = entriesThen(then, limit ?? PAST_ROWS);
        const tag = settledTag(board.epoch, `then.${at}.${limit ?? ''}`, mask.count);
        const shown = {
          name: 'ranking-then',
          of: 'ranking',
          count: entries.length,
          entries: () => entries,
          headers: {
            ...placing({ count: then.count, epoch: board.epoch, rev: then.rev }),
            ...(then.isSettled && tagged(tag)),
          },
        } as const;
        return replyOf(shown, format, headers);
      }, WAIT_MS),
    ),

    sharedRoute(seasonExportCall(format), ({ params: { id: week }, query, headers }) =>
      inLine.run(async () => {
        await turn();
        knownSeason(seasons, week);
        const { limit = SEASON_ROWS, offset = 0 } = query;
        const { epoch, rev } = board;
        const detail = await seasons.detail(week, { limit, offset, wallet: null });
        if (!detail) throw unknownPast({ why: 'not-recorded' });
        const { season, entries } = detail;
        const tag = settledTag(epoch, `season.${week}.${limit}.${offset}`, mask.count);
        const shown = {
          name: weekId(week),
          of: 'season',
          count: entries.length,
          entries: () => entries,
          headers: {
            ...placing({ count: season.players, epoch, rev }),
            ...(season.state === 'final' && tagged(tag)),
          },
        } as const;
        return replyOf(shown, format, headers);
      }, WAIT_MS),
    ),
  ]);

  function rankingNow(
    limit: number,
    offset: number,
    nationId: RankedRow['row']['nationId'] | undefined,
  ): Shown {
    const totals = byNation((id) => board.nation(id));
    const rows = nationId
      ? board.nationSlice(nationId, limit, offset)
      : board.slice(limit, offset).map((row, i) => ({ row, rank: offset + i + 1 }));
    return {
      name: nationId ? `ranking-${nationId}` : 'ranking',
      of: 'ranking',
      count: rows.length,
      entries: () => entriesNow(rows, totals),
      headers: {
        ...placing(board, nationId ? totals[nationId].players : board.count),
        ...tagged(listTag(board, limit, offset, nationId)),
      },
    };
  }
}

function tagged(etag: string) {
  return { ETag: etag, 'Cache-Control': 'no-cache' };
}

function* entriesNow(
  rows: readonly RankedRow[],
  presidencies: Readonly<Record<RankedRow['row']['nationId'], Presidency>>,
): Iterable<Entry> {
  for (const { row, rank } of rows) yield leaderboardEntry(row, rank, presidencies[row.nationId]);
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

function replyOf(
  { name, of, count, entries, headers }: Shown,
  format: ExportFormat,
  asked: { readonly 'if-none-match'?: string | undefined },
) {
  const { ETag: etag } = headers;
  if (etag !== undefined && isHeld(etag, asked['if-none-match'])) {
    return { status: 304, body: null, headers } as const;
  }
  const fields = FIELDS[of];
  const lineOf = format === 'csv' ? csvOf(fields) : (entry: Entry) => `${JSON.stringify(entry)}\n`;
  const head = format === 'csv' ? csvLine(fields.flatMap(columnsOf)) : '';
  const [first] = entries();
  return {
    status: 200,
    type: TYPES[format],
    pieces: inPieces(head, entries(), lineOf),
    bytes: head.length + (first ? Buffer.byteLength(lineOf(first)) * count : 0),
    headers: {
      ...headers,
      'Content-Disposition': `attachment; filename="denaria-${name}.${format}"`,
    },
  } satisfies SentInPieces;
}

function* inPieces(
  head: string,
  entries: Iterable<Entry>,
  lineOf: (entry: Entry) => string,
): Iterable<string> {
  let piece = head;
  let rows = 0;
  for (const entry of entries) {
    piece += lineOf(entry);
    rows += 1;
    if (rows % ROWS_A_PIECE > 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function columnsOf(field: string): readonly string[] {
  return field === 'resources' ? RESOURCE_TYPES : [field];
}

function csvOf(fields: readonly string[]) {
  return (entry: Entry): string =>
    csvLine(
      fields.flatMap((field) => {
        const value = entry[field] ?? null;
        return typeof value === 'object' && value !== null
          ? RESOURCE_TYPES.map((type) => value[type])
          : [value];
      }),
    );
}
