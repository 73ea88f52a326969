/** The live messages (Socket.IO, default namespace): what each carries, in both directions. */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { epochSchema, revSchema } from '../values/ids.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { byNation, NATION_IDS } from '../values/nations.ts';
import { workSchema } from '../values/works.ts';
import { eventsOf, gameEventSchema } from './events.ts';
import { leaderboardEntrySchema } from './leaderboard.ts';
import type { SocketRefusalCode } from './refusals.ts';
import { tickSeasonSchema } from './seasons.ts';
import { statusSchema } from './status.ts';

/** The nations that a client follows, and the wallet whose row it wants. */
const watchSchema = z.strictObject({
  nations: z.union([z.array(nationIdSchema).max(NATION_IDS.length), z.literal('all')], {
    error: `nations is 'all' or a list of nations: ${NATION_IDS.join(', ')}.`,
  }),
  walletAddress: addressSchema.optional(),
});
export type Watch = z.input<typeof watchSchema>;

/**
 * The acknowledgement. `rev` triggers one fetch of the list; `now` is the game's clock. A refusal
 * has a sentence, and one of SOCKET_REFUSALS or a code that a newer server added.
 */
export const watchAckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    version: z.int().positive(),
    epoch: epochSchema,
    rev: revSchema,
    now: z.iso.datetime(),
  }),
  z.object({ ok: z.literal(false), error: z.string(), code: z.string() }),
]);
export type WatchAck = z.infer<typeof watchAckSchema>;

/** A refusal as this server sends it. */
interface SentRefusal {
  readonly ok: false;
  readonly error: string;
  readonly code: SocketRefusalCode;
}
/** The acknowledgement as this server sends it. */
export type SentAck = Extract<WatchAck, { ok: true }> | SentRefusal;

/** Everything a client may send, by message name; each is acknowledged. */
export const CLIENT_MESSAGES = {
  watch: watchSchema.describe('Adds nations, and a wallet, to what the socket watches [PRO11].'),
  unwatch: watchSchema.describe('Takes them away.'),
  corrected: z
    .undefined({ error: 'corrected has no payload.' })
    .describe('The client’s rows differed from a digest and were put right; no payload [PRO36].'),
} as const;

export type ClientMessages = {
  [Name in keyof typeof CLIENT_MESSAGES]: z.output<(typeof CLIENT_MESSAGES)[Name]>;
};

/**
 * What a row shows that a tick's receiver can't derive: its nation is named once, its president
 * beside it.
 */
export const tickRowSchema = leaderboardEntrySchema
  .pick({
    walletAddress: true,
    name: true,
    gdp: true,
    gdpSince: true,
    gdpOrder: true,
    culturalOrder: true,
    denaHoldings: true,
    resources: true,
  })
  .extend({
    rank: leaderboardEntrySchema.shape.rank
      .optional()
      .describe(
        'Among all players, at `rev`; only in a nation’s room: in `all` it follows from [LB1].',
      ),
  });
export type TickRow = z.output<typeof tickRowSchema>;

/** [PRE1] A nation's president, and how many cultural NFTs they have staked. */
const presidentSchema = z.object({
  walletAddress: writtenAddressSchema,
  staked: z.int().positive(),
});
export type President = z.output<typeof presidentSchema>;

const tickNationSchema = z.object({
  nationId: nationIdSchema,
  /** The sum of its players', in dollars. */
  gdp: z.int().nonnegative(),
  players: z.int().nonnegative(),
  president: presidentSchema.nullable().optional().describe('Null: none. Absent: as before.'),
  changed: z
    .array(tickRowSchema)
    .describe(
      'Its rows among the first 1000 of all nations that were touched since `since`, best first.',
    ),
  left: z.array(writtenAddressSchema).describe('Wallets that are no longer among the first 1000.'),
  work: workSchema.optional().describe('[WRK1] Absent: as before.'),
});

/** An event that moved its nation's GDP or work, with its wallet's rank right before and after. */
const tickEventSchema = gameEventSchema.extend({
  rankBefore: z.int().positive().nullable().describe('Null: it joined.'),
  rankAfter: z.int().positive(),
});
export type TickEvent = z.output<typeof tickEventSchema>;

/** The rooms of a socket: `all`, or up to three nations'. */
export const ROOMS = ['all', ...NATION_IDS] as const;
export type Room = (typeof ROOMS)[number];

/**
 * Each room's ticks form one chain. `since: null` is a snapshot, which belongs to no chain: every
 * watched nation's totals, president and work, no rows, no events.
 */
export const tickSchema = z.object({
  room: z.enum(ROOMS),
  since: revSchema.nullable().describe('The rev of the room’s tick before it; null in a snapshot.'),
  rev: revSchema,
  epoch: epochSchema.optional().describe('Only in a snapshot.'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .describe('[DIG1] Of the first 1000 rows of the whole ranking at `rev`; only in `all`.'),
  nations: z
    .array(tickNationSchema)
    .max(NATION_IDS.length)
    .describe('Each at most once; outside of a snapshot only those that were touched.'),
  events: eventsOf(tickEventSchema).describe('In commit order, at most 40.'),
  eventsLeftOut: z
    .int()
    .positive()
    .optional()
    .describe('How many were left out as less important; GET /api/events has them.'),
  season: tickSeasonSchema.optional().describe('[SEA3] Absent: as before.'),
});
export type Tick = z.output<typeof tickSchema>;

const playerMessageSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  row: leaderboardEntrySchema.nullable(),
});
export type PlayerMessage = z.infer<typeof playerMessageSchema>;

export const resyncMessageSchema = z.object({ epoch: epochSchema, rev: revSchema });
export type ResyncMessage = z.infer<typeof resyncMessageSchema>;

/**
 * Across all processes of the game, to every client that watches a nation, if it changed; one who
 * watches 'all' counts for each nation.
 */
export const watchingMessageSchema = z.object({
  total: z.int().nonnegative(),
  nations: z.object(byNation(() => z.int().nonnegative())),
});
export type WatchingMessage = z.infer<typeof watchingMessageSchema>;

/** Everything a server sends, by message name. */
export const SERVER_MESSAGES = {
  tick: tickSchema.describe(
    'What happened in a room after `since`, up to and including `rev` [PRO14].',
  ),
  player: playerMessageSchema.describe(
    'The wallet’s row, rank included; null while it has no nation [PRO12].',
  ),
  resync: resyncMessageSchema.describe('Messages were missed: fetch the list [PRO18].'),
  watching: watchingMessageSchema.describe(
    'How many people watch, in total and per nation, at most every 2 s [WAT1].',
  ),
  /** To everyone when it changes, and after a `watch` if anything is set. */
  status: statusSchema.describe(
    'Whether the game is paused, and the notice that every page shows [PRO40].',
  ),
} as const;

export type ServerMessages = {
  [Name in keyof typeof SERVER_MESSAGES]: z.output<(typeof SERVER_MESSAGES)[Name]>;
};

/** The same as sent, before a receiver parses them. */
export type SentMessages = {
  [Name in keyof typeof SERVER_MESSAGES]: z.input<(typeof SERVER_MESSAGES)[Name]>;
};
