/**
 * What others build on beside the API: exports, feeds, a calendar, an embed. Their answers are no
 * JSON for the pages, and docs/builders.md lists them. Their addresses stand in other people's
 * pages, where programs append names of their own (`utm_source`, `fbclid`): names that are not
 * known are ignored, as pages do.
 */
import { z } from 'zod';
import { nationIdSchema } from '../values/nation-id.ts';
import { weekOf } from '../values/week.ts';
import { defineCall, type Call } from './call.ts';
import { leaderboardCall, rankingQuery } from './leaderboard.ts';
import { nationCall } from './nations.ts';
import { walletParamsSchema } from './player-nation.ts';
import { queryInt } from './query.ts';
import { seasonCall, seasonParamsSchema, seasonQuery } from './seasons.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How many rows an export has at most. */
const EXPORT_ROWS = 10_000;
/** Of a past moment, while the game has no more players than this; beyond, the first 1000. */
export const MOST_LOOKED_UP = 20_000;

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV (RFC 4180; with `bom=1` behind a byte-order mark)',
  ndjson: 'one JSON object a line',
};

const MEDIA: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};
const NAME_PARTS: Readonly<Record<ExportFormat, string>> = { csv: 'Csv', ndjson: 'Ndjson' };

/** A byte-order mark: without it, spreadsheets on Windows take UTF-8 for their own encoding. */
const BOM = {
  bom: z
    .literal('1', { error: 'bom is 1, or left out.' })
    .optional()
    .describe('Begins with a byte-order mark.'),
};
const ofFormat = (format: ExportFormat): Partial<typeof BOM> => (format === 'csv' ? BOM : {});

export const rankingExportCall = (format: ExportFormat) =>
  defineCall({
    name: `exportLeaderboardAs${NAME_PARTS[format]}`,
    method: 'GET',
    path: `${leaderboardCall.path}.${format}`,
    summary: `The rows of \`GET ${leaderboardCall.path}\` as ${FORMAT_NAMES[format]}, with its parameters: \`limit\` up to ${EXPORT_ROWS} (1000 if omitted), also with \`at\`. Of a game with more than ${MOST_LOOKED_UP} players a past moment has the first 1000 only.`,
    needsSession: false,
    query: rankingQuery({ most: EXPORT_ROWS, mostThen: EXPORT_ROWS })
      .safeExtend(ofFormat(format))
      .strip(),
    placed: 'list',
    refusals: ['before-the-game', 'not-recorded'],
    isTagged: true,
    media: MEDIA[format],
    answers: { 200: null },
  });

export const seasonExportCall = (format: ExportFormat) =>
  defineCall({
    name: `exportSeasonAs${NAME_PARTS[format]}`,
    method: 'GET',
    path: `${seasonCall.path}.${format}`,
    summary: `The entries of \`GET ${seasonCall.path}\` as ${FORMAT_NAMES[format]}: \`limit\` up to ${EXPORT_ROWS} (1000 if omitted) from \`offset\`, with \`nationId\` only that nation’s. Of a final week all are there, those after the first 1000 with the names that players have now.`,
    needsSession: false,
    params: seasonParamsSchema,
    query: seasonQuery(EXPORT_ROWS)
      .safeExtend({
        nationId: nationIdSchema.optional().describe('Only the entries of this nation.'),
        ...ofFormat(format),
      })
      .strip(),
    placed: 'list',
    refusals: ['no-such-season', 'not-recorded'],
    isTagged: true,
    media: MEDIA[format],
    answers: { 200: null },
  });

export const nationFeedCall = defineCall({
  name: 'getNationFeed',
  method: 'GET',
  path: '/feeds/nation/{nationId}.atom',
  summary: 'Atom (RFC 4287): what a nation’s players did, the 50 newest.',
  needsSession: false,
  params: nationCall.params,
  isTagged: true,
  media: 'application/atom+xml',
  answers: { 200: null },
});

export const playerFeedCall = defineCall({
  name: 'getPlayerFeed',
  method: 'GET',
  path: '/feeds/player/{walletAddress}.atom',
  summary: 'Atom: what a player did, the 50 newest.',
  needsSession: false,
  params: walletParamsSchema,
  refusals: ['no-such-player'],
  isTagged: true,
  media: 'application/atom+xml',
  answers: { 200: null },
});

export const calendarCall = defineCall({
  name: 'getCalendar',
  method: 'GET',
  path: '/calendar/{walletAddress}.ics',
  summary:
    'iCalendar (RFC 5545): when a player’s stakes can be unstaked; while nothing is staked, when the week ends.',
  needsSession: false,
  params: walletParamsSchema,
  refusals: ['no-such-player'],
  isTagged: true,
  media: 'text/calendar',
  answers: { 200: null },
});

/** As the ranking's page reads its address: in any case; what there isn't counts as left out. */
function shownOr<S extends z.ZodType<string, string>>(schema: S) {
  return z.string().trim().toLowerCase().pipe(schema).optional().catch(undefined);
}

export const embedCall = defineCall({
  name: 'getEmbeddedRanking',
  method: 'GET',
  path: '/embed/ranking',
  summary:
    'A page for an iframe, on any site: the first ten of the ranking, of a nation, of a week (`season`) or of a nation in a week, live. `theme` is `dark` or `light`; the reader’s own if omitted. What there isn’t counts as omitted.',
  needsSession: false,
  query: z.object({
    nation: shownOr(nationIdSchema).describe('Only this nation’s rows.'),
    season: z
      .string()
      .trim()
      .toUpperCase()
      .refine((id) => weekOf(id) !== null)
      .optional()
      .catch(undefined)
      .describe('Of this week, such as 2026-W48.'),
    theme: shownOr(z.enum(['dark', 'light'])).describe('Its colours.'),
  }),
  isTagged: true,
  media: 'text/html',
  answers: { 200: null },
});
export type EmbedQuery = z.output<typeof embedCall.query>;

export const oembedCall = defineCall({
  name: 'getOembed',
  method: 'GET',
  path: '/oembed',
  summary:
    'oEmbed (oembed.com) for `/ranking` and `/embed/ranking`: a `rich` answer, in JSON only, with an iframe of the embed that shows the same. A past moment has none.',
  needsSession: false,
  refusals: ['not-found'],
  query: z.object({
    url: z
      .url({ error: 'url is the whole address of the page that is to be embedded.' })
      .describe('The whole address of the page.'),
    format: z.string().optional().describe('`json`, also if omitted; others are answered 501.'),
    maxwidth: queryInt('maxwidth', 1, 100_000).optional().describe('Pixels.'),
    maxheight: queryInt('maxheight', 1, 100_000).optional().describe('Pixels.'),
  }),
  answers: {
    200: z.object({
      version: z.literal('1.0'),
      type: z.literal('rich'),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.url(),
      cache_age: z.int().positive(),
      html: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
    }),
    501: null,
  },
});

export const BUILDER_CALLS: readonly Call[] = [
  ...EXPORT_FORMATS.map(rankingExportCall),
  ...EXPORT_FORMATS.map(seasonExportCall),
  nationFeedCall,
  playerFeedCall,
  calendarCall,
  embedCall,
  oembedCall,
];
