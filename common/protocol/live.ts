/** The live messages (Socket.IO, default namespace): what each carries, in both directions. */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { eventDetailSchema, eventKindSchema } from '../values/game-event.ts';
import { epochSchema, revSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { byNation, NATION_IDS } from '../values/nations.ts';
import { workSchema } from '../values/works.ts';
import { leaderboardEntrySchema } from './leaderboard.ts';
import type { SocketRefusalCode } from './refusals.ts';

/** `watch` and `unwatch`, from a client: the nations it follows, and the wallet whose row it wants. */
const watchSchema = z.strictObject({
  nations: z.union([z.array(nationIdSchema).max(NATION_IDS.length), z.literal('all')], {
    error: `nations is 'all' or a list of nations: ${NATION_IDS.join(', ')}.`,
  }),
  walletAddress: addressSchema.optional(),
});
export type Watch = z.input<typeof watchSchema>;

/**
 * The acknowledgement of both. `rev` triggers one fetch of the list; `now` is the game's clock. A refusal has
 * a sentence and, since version 3, one of SOCKET_REFUSALS or a code that a newer server added.
 */
export const watchAckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    version: z.int().positive(),
    epoch: epochSchema,
    rev: revSchema,
    now: z.iso.datetime(),
  }),
  z.object({ ok: z.literal(false), error: z.string(), code: z.string().optional() }),
]);
export type WatchAck = z.infer<typeof watchAckSchema>;

/** A refusal as this server sends it. */
export interface SentRefusal {
  readonly ok: false;
  readonly error: string;
  readonly code: SocketRefusalCode;
}
/** The acknowledgement as this server sends it. */
export type SentAck = Extract<WatchAck, { ok: true }> | SentRefusal;

/** Everything a client may send, by message name; each is acknowledged. */
export const CLIENT_MESSAGES = { watch: watchSchema, unwatch: watchSchema } as const;

export type ClientMessages = {
  [Name in keyof typeof CLIENT_MESSAGES]: z.output<(typeof CLIENT_MESSAGES)[Name]>;
};

const presidentFields = {
  presidentWallet: writtenAddressSchema.nullable(),
  presidentStakedCount: z.int().nonnegative(),
};

/**
 * `leaderboard`, to a nation's room: the rows of that nation within the first 1000 that changed since
 * `since`, the rev of the room's previous such message, and the wallets that left the first 1000. The
 * president applies to all of the nation's rows.
 */
export const leaderboardMessageSchema = z.object({
  epoch: epochSchema,
  since: revSchema,
  rev: revSchema,
  nationId: nationIdSchema,
  changed: z.array(leaderboardEntrySchema),
  left: z.array(writtenAddressSchema),
  ...presidentFields,
});
export type LeaderboardMessage = z.infer<typeof leaderboardMessageSchema>;

/**
 * A commit that changed a nation's GDP, by `delta` dollars, or its work (`contributed`, delta 0). The optional fields came with version 7: they are
 * those of the event with this `id` at GET /api/events, and the wallet's ranks right before and after the
 * commit (null: it joined with it). Older pages receive them too, and ignore them.
 */
const causeSchema = z.object({
  walletAddress: writtenAddressSchema,
  kind: eventKindSchema,
  delta: z.int(),
  id: revSchema.optional(),
  at: z.iso.datetime().optional(),
  name: nameSchema.nullable().optional(),
  detail: eventDetailSchema.optional(),
  rankBefore: z.int().positive().nullable().optional(),
  rankAfter: z.int().positive().optional(),
});

/** `gdp`, to a nation's room: its total, in dollars, its work, and the commits that changed them. */
export const gdpMessageSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  nationId: nationIdSchema,
  gdp: z.int().nonnegative(),
  players: z.int().nonnegative(),
  ...presidentFields,
  /** In commit order; empty if the totals are sent as a snapshot, beside an acknowledgement or a resync. */
  causes: z.array(causeSchema),
  /**
   * In a busy tick only the first ten causes and the largest others are sent. This counts the rest; GET
   * /api/events has them.
   */
  causesLeftOut: z.int().positive().optional(),
  /** [WRK1] In a snapshot, and if it changed since the message before; since version 10. */
  work: workSchema.optional(),
});
export type GdpMessage = z.output<typeof gdpMessageSchema>;

/** `player`, to a wallet's room: its own row, rank included; null while it has no nation. */
export const playerMessageSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  row: leaderboardEntrySchema.nullable(),
});
export type PlayerMessage = z.infer<typeof playerMessageSchema>;

/** `resync`: this socket has missed messages; fetch the list. */
export const resyncMessageSchema = z.object({ epoch: epochSchema, rev: revSchema });
export type ResyncMessage = z.infer<typeof resyncMessageSchema>;

/**
 * `watching`, to every client that watches a nation: how many sockets do, in total and per nation, across all
 * processes of the game; a socket that watches 'all' counts for each nation. At most every 2 s, and only if
 * it changed.
 */
export const watchingMessageSchema = z.object({
  total: z.int().nonnegative(),
  nations: z.object(byNation(() => z.int().nonnegative())),
});
export type WatchingMessage = z.infer<typeof watchingMessageSchema>;

/** Everything a server sends, by message name. */
export const SERVER_MESSAGES = {
  leaderboard: leaderboardMessageSchema,
  gdp: gdpMessageSchema,
  player: playerMessageSchema,
  resync: resyncMessageSchema,
  watching: watchingMessageSchema,
} as const;

export type ServerMessages = {
  [Name in keyof typeof SERVER_MESSAGES]: z.output<(typeof SERVER_MESSAGES)[Name]>;
};

/** The same as sent, before a receiver parses them. */
export type SentMessages = {
  [Name in keyof typeof SERVER_MESSAGES]: z.input<(typeof SERVER_MESSAGES)[Name]>;
};
