/** The live messages (Socket.IO, default namespace): what each carries, both ways. */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { eventDetailSchema, eventKindSchema } from '../values/game-event.ts';
import { epochSchema, revSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { NATION_IDS } from '../values/nations.ts';
import { leaderboardEntrySchema } from './leaderboard.ts';
import type { SocketRefusalCode } from './refusals.ts';

/** `watch` and `unwatch`, from a client: the nations it follows, and the wallet whose row it wants. */
export const watchSchema = z.strictObject({
  nations: z.union([z.array(nationIdSchema).max(NATION_IDS.length), z.literal('all')], {
    error: `nations is 'all' or a list of nations: ${NATION_IDS.join(', ')}.`,
  }),
  walletAddress: addressSchema.optional(),
});
export type Watch = z.input<typeof watchSchema>;

/**
 * The acknowledgement of both. `rev` starts one fetch of the list; `now` is the game's clock. A refusal
 * has a sentence and, since version 3, one of SOCKET_REFUSALS or a code that a newer server added.
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

/** Everything a client may send, by the name it is sent under; each is acknowledged. */
export const CLIENT_MESSAGES = { watch: watchSchema, unwatch: watchSchema } as const;

export type ClientMessages = {
  [Name in keyof typeof CLIENT_MESSAGES]: z.output<(typeof CLIENT_MESSAGES)[Name]>;
};

const presidentFields = {
  presidentWallet: writtenAddressSchema.nullable(),
  presidentStakedCount: z.int().nonnegative(),
};

/**
 * `leaderboard`, to the room of a nation: the rows of that nation within the first 1000 that changed
 * since `since`, the rev of the room's last such message, and the wallets that left the first 1000.
 * The president stands for all of the nation's rows.
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
 * A commit that moved a nation's GDP, by `delta` dollars. The optional fields came with version 7: they are those
 * of the event with this `id` at GET /api/events, and the wallet's ranks right before and after the commit
 * (null: it joined with it). Older pages receive them too, and ignore them.
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

/** `gdp`, to the room of a nation: its total, in dollars, and what moved it. */
export const gdpMessageSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  nationId: nationIdSchema,
  gdp: z.int().nonnegative(),
  players: z.int().nonnegative(),
  ...presidentFields,
  /** In the order of commits; none where the totals are sent as they stand, beside an acknowledgement or a resync. */
  causes: z.array(causeSchema),
  /**
   * Of a busy tick, the moves among the first ten and the largest others are told. So many more were not: GET
   * /api/events has them.
   */
  causesLeftOut: z.int().positive().optional(),
});
export type GdpMessage = z.output<typeof gdpMessageSchema>;

/** `player`, to the room of a wallet: its own row, rank included; null while it has no nation. */
export const playerMessageSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  row: leaderboardEntrySchema.nullable(),
});
export type PlayerMessage = z.infer<typeof playerMessageSchema>;

/** `resync`: what this socket was told is not complete; fetch the list. */
export const resyncMessageSchema = z.object({ epoch: epochSchema, rev: revSchema });
export type ResyncMessage = z.infer<typeof resyncMessageSchema>;

/**
 * `watching`, to everyone who watches a nation: how many sockets do, in all and of each nation, on every
 * process of the game; one that watches 'all' counts for each. At most every 2 s, and only where it changed.
 */
export const watchingMessageSchema = z.object({
  total: z.int().nonnegative(),
  nations: z.object({
    usa: z.int().nonnegative(),
    italy: z.int().nonnegative(),
    argentina: z.int().nonnegative(),
    china: z.int().nonnegative(),
  }),
});
export type WatchingMessage = z.infer<typeof watchingMessageSchema>;

/** Everything a server sends, by the name it is sent under. */
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

/** The same as they are sent, before a receiver parses them. */
export type SentMessages = {
  [Name in keyof typeof SERVER_MESSAGES]: z.input<(typeof SERVER_MESSAGES)[Name]>;
};
