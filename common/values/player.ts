/** A player: one wallet's nation, GDP, verified holdings and resources. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { instantSchema } from './ids.ts';
import { nameSchema } from './name.ts';
import { nationIdSchema } from './nation-id.ts';
import { orderSchema } from './order.ts';
import { resourceUnitsSchema } from './resources.ts';

/** What the chain was last seen to hold for a wallet, all of it read at one block [CHN1]. */
export const holdingsSchema = z.object({
  /** 0: never read. */
  block: z.int().nonnegative(),
  denaWei: weiCodec,
  /** Copies held of the player's own nation's national NFT, and of its cultural NFT. */
  national: z.int().nonnegative(),
  cultural: z.int().nonnegative(),
});
export type Holdings = z.infer<typeof holdingsSchema>;

/**
 * What a player's active stakes add up to; always equal to their recomputation [GDP1]. Kept as running
 * totals, so that no command reads stakes which it does not touch.
 */
export const standingSchema = z.object({
  /** Dollars, the nation's starting GDP included. */
  gdp: z.int().nonnegative(),
  denaStakedWei: weiCodec,
  productionHundredths: z.int().nonnegative(),
  territoryKm2: z.int().nonnegative(),
  /** Cultural NFTs actively staked: what a presidency is won by [PRE1]. */
  culturalCount: z.int().nonnegative(),
  /** Copies of the national NFT actively staked. */
  nationalCount: z.int().nonnegative(),
  /** How many stakes of each kind are active [STK1]. */
  activeStakes: z.object({
    dena: z.int().nonnegative(),
    national: z.int().nonnegative(),
    cultural: z.int().nonnegative(),
  }),
});
export type Standing = z.infer<typeof standingSchema>;

/** Resources settled so far [ACC1]. */
export const resourcesSchema = z.object({
  units: resourceUnitsSchema,
  /** The part of a unit not yet whole, in the exact fractions of `common/rules/accrual`. */
  carry: resourceUnitsSchema,
  settledAt: instantSchema,
});
export type Resources = z.infer<typeof resourcesSchema>;

export const playerSchema = z.object({
  wallet: writtenAddressSchema,
  /** As last checked; null: none, or never checked. */
  name: nameSchema.nullable().default(null),
  nationId: nationIdSchema,
  joinedAt: instantSchema,
  /** Raised by one with every commit; a commit names the version it was computed from. */
  version: z.int().positive(),
  standing: standingSchema,
  /** When the GDP and the number of staked cultural NFTs last changed. */
  gdpSince: instantSchema,
  culturalSince: instantSchema,
  /** [ORD1] The numbers of the commits that changed them: the tie-breaks of [LB1, PRE1]. */
  gdpOrder: orderSchema,
  culturalOrder: orderSchema,
  holdings: holdingsSchema,
  /** Spent in trades, for good [DEN1]. */
  spentWei: weiCodec,
  resources: resourcesSchema,
});
export type Player = z.infer<typeof playerSchema>;

/**
 * A player as answers show them, without what the rules alone go by. Receipts keep this: those written
 * before there were such totals are read, too.
 */
export const shownPlayerSchema = playerSchema
  .omit({ name: true, gdpOrder: true, culturalOrder: true })
  .extend({
    standing: standingSchema.omit({ nationalCount: true, activeStakes: true }),
  });
export type ShownPlayer = z.infer<typeof shownPlayerSchema>;

/** The player without what is the rules' own. */
export function shown(player: Player): ShownPlayer {
  const { name: _name, gdpOrder: _gdp, culturalOrder: _cultural, ...rest } = player;
  const { nationalCount: _copies, activeStakes: _stakes, ...standing } = player.standing;
  return { ...rest, standing };
}
