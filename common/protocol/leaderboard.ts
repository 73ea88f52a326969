/** GET /api/leaderboard */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema, type Address } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { NAMED_PLAYERS } from '../values/circle.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { orderSchema } from '../values/order.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { LIVE_ROWS } from './live-rows.ts';
import { walletParamsSchema } from './player-nation.ts';
import { queryInstant, queryInt } from './query.ts';

/**
 * [ENT4]. Also `gdpSince`, when the player reached the GDP, and the numbers that break
 * ties of the GDP [LB1] and of the presidency [PRE1]: they are only for comparison.
 */
export const leaderboardEntrySchema = z.object({
  rank: z.int().positive(),
  nationId: nationIdSchema,
  nationName: z.string(),
  flag: z.string(),
  walletAddress: writtenAddressSchema,
  /** Its verified ENS name. */
  name: nameSchema.nullable(),
  gdp: z.int().nonnegative(),
  gdpSince: z.iso.datetime(),
  gdpOrder: orderSchema,
  culturalOrder: orderSchema,
  denaHoldings: denaTextSchema,
  resources: resourceUnitsSchema,
  presidentWallet: writtenAddressSchema.nullable(),
  presidentStakedCount: z.int().nonnegative(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/** How many rows of a past moment are returned, at most and by default. */
export const PAST_ROWS = 100;

/** Which rows: of now, or of a past moment. */
export function rankingQuery({ most, mostThen }: Readonly<Record<'most' | 'mostThen', number>>) {
  return z
    .strictObject({
      limit: queryInt('limit', 1, most).optional().describe('How many rows at most.'),
      offset: queryInt('offset', 0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('How many rows to skip.'),
      nationId: nationIdSchema.optional().describe('Only the rows of this nation.'),
      at: queryInstant('at').optional().describe('The moment; now if omitted.'),
    })
    .refine(({ at, offset, nationId }) => at === undefined || (offset ?? nationId) === undefined, {
      error: 'With at, leave out offset and nationId: a past ranking is read from its first row.',
    })
    .refine(({ at, limit = 1 }) => at === undefined || limit <= mostThen, {
      error: `With at, limit is a whole number from 1 to ${mostThen}.`,
    });
}

const WALLETS_ERROR = `wallets names 1 to ${NAMED_PLAYERS} addresses, separated by commas.`;

/** Each once. */
const walletsSchema = z
  .string({ error: WALLETS_ERROR })
  .describe('Only the rows of these wallets, separated by commas.')
  .transform((text, context) => {
    const { data } = z.array(addressSchema).max(NAMED_PLAYERS).safeParse(text.split(','));
    if (data) return [...new Set(data)];
    context.addIssue(WALLETS_ERROR);
    return z.NEVER;
  });

export const leaderboardCall = defineCall({
  name: 'getLeaderboard',
  method: 'GET',
  path: '/api/leaderboard',
  summary:
    'The ranking, best first [LB1]: `limit` rows (1000 if omitted) from `offset`. With `nationId` only that nation’s rows, with their ranks among all players. With `wallets` those of up to 50 players, without any that don’t play, and without another parameter. With `at` as it was then, with every commit up to that moment: the first `limit` rows (100 at most and if omitted), without `offset` or `nationId`. The exports, `.csv` and `.ndjson`, have up to 10000.',
  needsSession: false,
  query: rankingQuery({ most: LIVE_ROWS, mostThen: PAST_ROWS })
    .safeExtend({ wallets: walletsSchema.optional() })
    .refine(({ wallets, ...others }) => !wallets || Object.keys(others).length === 0, {
      error: 'With wallets, leave out limit, offset, nationId and at.',
    }),
  placed: 'list',
  isTagged: true,
  refusals: ['before-the-game', 'not-recorded'],
  answers: { 200: z.array(leaderboardEntrySchema) },
});

export const leaderboardAroundCall = defineCall({
  name: 'getLeaderboardAround',
  method: 'GET',
  path: '/api/leaderboard/around/{walletAddress}',
  summary: 'The rows around a wallet: its own and up to `span` above and below.',
  needsSession: false,
  params: walletParamsSchema,
  query: z.strictObject({
    span: queryInt('span', 0, 100).default(5).describe('How many rows above and below it.'),
  }),
  placed: 'list',
  refusals: ['no-such-player'],
  answers: { 200: z.array(leaderboardEntrySchema) },
});

/** The maximum number of passed players that a preview names. */
export const PREVIEW_ROWS = 3;
export const previewCall = defineCall({
  name: 'previewRank',
  method: 'GET',
  path: '/api/leaderboard/preview',
  summary:
    'The rank a wallet would have if it reached another GDP now [LB1], and the players it would pass or fall behind: the 3 best-ranked of each.',
  needsSession: false,
  query: z.strictObject({
    walletAddress: addressSchema.describe('The player’s wallet.'),
    gdp: queryInt('gdp', 0, MAX_GDP).describe('The GDP to try, in dollars.'),
  }),
  placed: 'state',
  refusals: ['no-such-player'],
  answers: {
    200: z.object({
      rank: z.int().positive(),
      /** Players ahead of the wallet now and behind it then; best first. */
      passes: z.array(leaderboardEntrySchema).max(PREVIEW_ROWS),
      /** Players behind the wallet now and ahead of it then; best first. */
      passedBy: z.array(leaderboardEntrySchema).max(PREVIEW_ROWS),
      /**
       * [SEA3] What the wallet would have gained this week, and its rank by that; null if it would
       * not be ranked. Servers below protocol 14 don't send it.
       */
      week: z
        .object({ rank: z.int().positive(), gained: z.int().positive() })
        .nullable()
        .optional(),
    }),
  },
});

/** The maximum number of rows in a search answer. */
export const FOUND_ROWS = 20;

/** What can be searched for: the beginning of an address or of a name. */
const FIND_REMEDY =
  'q is the beginning of an address (0x and at least 2 hexadecimal digits) or of a name (2 to 64 characters).';

export const findTextSchema = z
  .string({ error: FIND_REMEDY })
  .refine((text) => isFindable(text), { error: FIND_REMEDY })
  .describe('What the address or the name begins with.');

export const findCall = defineCall({
  name: 'findPlayers',
  method: 'GET',
  path: '/api/leaderboard/find',
  summary:
    'The rows whose address or name begins with `q`, case-insensitive: at most the 20 best-ranked, best first.',
  needsSession: false,
  query: z.strictObject({ q: findTextSchema }),
  placed: 'state',
  answers: { 200: z.array(leaderboardEntrySchema).max(FOUND_ROWS) },
});

/** Whether the text is long enough to search for, and could begin an address or a name at all. */
export function isFindable(text: string): boolean {
  // Some names begin with 0x too: text with a dot is a name.
  if (/^0x[^.]*$/i.test(text)) return /^0x[0-9a-f]{2,40}$/i.test(text);
  const { length } = Array.from(text);
  return length >= 2 && length <= 64;
}

/** What a name, and what an address' digits, would begin with. */
export function prefixesOf(text: string): readonly [name: string, digits?: string] {
  // As far as a prefix can be normalised: names are stored as ENSIP-15 normalises them.
  const name = text.normalize('NFC').replaceAll('\u{fe0f}', '').toLowerCase();
  return /^0x/i.test(text) ? [name, text.slice(2).toLowerCase()] : [name];
}

/** Whether a player's address or name begins with the text, case-insensitively. */
export function beginningWith(text: string) {
  const [name, digits] = prefixesOf(text);
  return (one: { readonly name: string | null; readonly wallet: Address }): boolean =>
    (one.name?.startsWith(name) ?? false) ||
    (digits !== undefined && one.wallet.slice(2).toLowerCase().startsWith(digits));
}
