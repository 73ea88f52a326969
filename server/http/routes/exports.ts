/**
 * GET /api/leaderboard.csv, /api/seasons/{id}.csv and the same as NDJSON: the rows of the JSON
 * calls, more of them. What they show is taken at once, at one rev; its text is made in slices.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  EXPORT_FORMATS,
  rankingExportCall,
  seasonExportCall,
  type ExportFormat,
} from '../../../common/protocol/builders.ts';
import { leaderboardEntrySchema } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { SEASON_ROWS, seasonEntrySchema } from '../../../common/protocol/seasons.ts';
import { byNation } from '../../../common/values/nations.ts';
import { RESOURCE_TYPES, type ResourceUnits } from '../../../common/values/resources.ts';
import { weekId } from '../../../common/values/week.ts';
import type { RankedRow } from '../../leaderboard/board.ts';
import { leaderboardEntry, type Presidency } from '../../leaderboard/entry.ts';
import { inSlices, nextSlice } from '../../lib/in-slices.ts';
import { presidenciesThen } from '../../past/past.ts';
import { listHeaders, notModified, presentListHeaders, tagged } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { codingFor } from '../compress.ts';
import { csvLine } from '../formats/csv.ts';
import { assertPast, encode, settledTag, unknownPast } from '../answer-cache.ts';
import { sharedRoute, type Route } from '../route.ts';
import { unqueued } from '../shared-work.ts';
import { knownSeason } from './seasons.ts';

/** For a commit that the store has and the board not yet. */
const BEHIND_MS = 2000;

type Entry = Readonly<Record<string, string | number | null | ResourceUnits>>;

/** The fields of an entry, in the order of their columns. */
const FIELDS = {
  ranking: Object.keys(leaderboardEntrySchema.shape),
  season: Object.keys(seasonEntrySchema.shape),
};

/** What an export shows; `lines` reads nothing that may change. */
interface Shown {
  readonly name: string;
  readonly of: keyof typeof FIELDS;
  readonly lines: (lineOf: (entry: Entry) => string) => Promise<string[]>;
  readonly headers: Readonly<Record<string, string>>;
}

export function exportRoutes(parts: AppParts): Route[] {
  const { board, past, seasons, clock, callers, mask } = parts;
  return EXPORT_FORMATS.flatMap((format) => [
    sharedRoute(rankingExportCall(format), async ({ query, headers, request, longQueue }) => {
      const { limit = LIVE_ROWS, offset = 0, nationId, at } = query;
      const written = { format, hasMark: query.bom !== undefined };
      if (at !== undefined) {
        assertPast(at, clock.now());
        const then = await longQueue(() => rankingThen(at, limit, request));
        return 'status' in then ? then : replyOf(then, written, headers);
      }
      await nextSlice();
      return replyOf(rankingNow(limit, offset, nationId), written, headers);
    }),

    sharedRoute(
      seasonExportCall(format),
      async ({ params, query, headers, request, longQueue }) => {
        const { id: week } = params;
        knownSeason(seasons, week);
        const { limit = SEASON_ROWS, offset = 0, nationId } = query;
        const { epoch, rev } = board;
        await nextSlice();
        const part = { limit, offset, nationId };
        const queue = seasons.takesLong(week, part) ? longQueue : unqueued;
        const found = await queue(() => seasons.entries(week, part));
        if (!found) throw unknownPast({ why: 'not-recorded' });
        const { entries, count, isSettled } = found;
        callers.chargeWork(request, found);
        const tag = settledTag(
          epoch,
          `season.${week}.${limit}.${offset}.${nationId ?? ''}`,
          mask.count,
        );
        const shown: Shown = {
          name: nationId ? `${weekId(week)}-${nationId}` : weekId(week),
          of: 'season',
          lines: (lineOf) => inSlices(entries, lineOf),
          headers: {
            ...listHeaders({ count, epoch, rev }),
            ...(isSettled && tagged(tag)),
          },
        };
        return replyOf(shown, { format, hasMark: query.bom !== undefined }, headers);
      },
    ),
  ]);

  async function rankingThen(
    at: number,
    limit: number,
    request: IncomingMessage,
  ): Promise<Shown | NonNullable<ReturnType<typeof notModified>>> {
    const then = await past.rankingAt(at);
    if ('why' in then) throw unknownPast(then);
    callers.chargeWork(request, then);
    const { epoch } = board;
    const tag = settledTag(epoch, `then.${at}.${limit}`, mask.count);
    const headers = {
      ...listHeaders({ count: then.count, epoch, rev: then.rev }),
      ...(then.isSettled && tagged(tag)),
    };
    const unchanged = notModified(headers, request.headers);
    if (unchanged) return unchanged;
    if (!(await board.reached(then.rev, BEHIND_MS))) throw unknownPast({ why: 'not-recorded' });
    const { rows, reads } = await past.rowsOf(then, limit, board);
    callers.chargeWork(request, { reads });
    const ranked = rows.slice(0, limit).map((row, i) => ({ row, rank: i + 1 }));
    return {
      name: 'ranking-then',
      of: 'ranking',
      lines: linesOf(ranked, presidenciesThen(then)),
      headers,
    };
  }

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
      lines: linesOf(rows, totals),
      headers: presentListHeaders(board, { limit, offset, nationId }),
    };
  }
}

function linesOf(
  rows: readonly RankedRow[],
  presidencies: Readonly<Record<RankedRow['row']['nationId'], Presidency>>,
): Shown['lines'] {
  return (lineOf) =>
    inSlices(rows, ({ row, rank }) =>
      lineOf(leaderboardEntry(row, rank, presidencies[row.nationId])),
    );
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

async function replyOf(
  { name, of, lines, headers }: Shown,
  { format, hasMark }: { readonly format: ExportFormat; readonly hasMark: boolean },
  asked: IncomingHttpHeaders,
) {
  const unchanged = notModified(headers, asked);
  if (unchanged) return unchanged;
  const fields = FIELDS[of];
  const lineOf = format === 'csv' ? csvOf(fields) : (entry: Entry) => `${JSON.stringify(entry)}\n`;
  const columns = format === 'csv' ? csvLine(fields.flatMap(columnsOf)) : '';
  const text = `${hasMark ? '\ufeff' : ''}${columns}${(await lines(lineOf)).join('')}`;
  return {
    status: 200,
    type: TYPES[format],
    encoded: await encode(text, codingFor(asked['accept-encoding'])),
    isReady: false,
    headers: {
      ...headers,
      'Content-Disposition': `attachment; filename="denaria-${name}.${format}"`,
    },
  } as const;
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
