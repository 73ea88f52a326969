/** A player: one wallet's nation, GDP, verified holdings and resources. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { instantSchema } from './ids.ts';
import { nameSchema } from './name.ts';
import { nationIdSchema } from './nation-id.ts';
import { orderSchema } from './order.ts';
import { resourceUnitsSchema } from './resources.ts';

/** A wallet's holdings as last read from the chain, all at one block [CHN1]. */
const holdingsSchema = z.object({
  /** 0: never read. */
  block: z.int().nonnegative(),
  denaWei: weiCodec,
  /** Copies held of the player's own nation's national NFT, and of its cultural NFT. */
  national: z.int().nonnegative(),
  cultural: z.int().nonnegative(),
});
export type Holdings = z.infer<typeof holdingsSchema>;

/**
 * The totals of a player's active stakes; always equal to their recomputation [GDP1]. Kept as
 * running totals, so that no command reads stakes which it does not touch.
 */
const standingSchema = z.object({
  /** Dollars, the starting GDP included. */
  gdp: z.int().nonnegative(),
  denaStakedWei: weiCodec,
  productionHundredths: z.int().nonnegative(),
  territoryKm2: z.int().nonnegative(),
  /** Actively staked cultural NFTs: the most win the presidency [PRE1]. */
  culturalCount: z.int().nonnegative(),
  /** Actively staked copies of the national NFT. */
  nationalCount: z.int().nonnegative(),
  /** How many stakes of each kind are active [STK1]. */
  activeStakes: z.object({
    dena: z.int().nonnegative(),
    national: z.int().nonnegative(),
    cultural: z.int().nonnegative(),
  }),
});
export type Standing = z.infer<typeof standingSchema>;

/** True if the player has an active stake: a national NFT covers at least 1 km² [NFT1]. */
export function hasStaked({
  standing,
}: {
  readonly standing: Pick<Standing, 'denaStakedWei' | 'territoryKm2' | 'culturalCount'>;
}): boolean {
  return standing.denaStakedWei > 0n || standing.territoryKm2 > 0 || standing.culturalCount > 0;
}

/** Resources settled so far [ACC1]. */
const resourcesSchema = z.object({
  units: resourceUnitsSchema,
  /** The fractional part of each unit, in the exact fractions of `common/rules/accrual`. */
  carry: resourceUnitsSchema,
  settledAt: instantSchema,
});
export type Resources = z.infer<typeof resourcesSchema>;

/**
 * [SEA2] What the weeks' race needs of a player. It follows from the player's own commits and their
 * moments; the few that count for a later week than they say, since their own was closed, are
 * judged by `server/leaderboard/season-race.ts`.
 */
const seasonFiguresSchema = z.object({
  /** The week of the last commit (`week.ts`). */
  week: z.int().nonnegative(),
  /**
   * The highest GDP before that week began; of a player who joined in it, the GDP that joining
   * gave. Dollars.
   */
  base: z.int().nonnegative(),
  /** The highest GDP so far. */
  best: z.int().nonnegative(),
});
export type SeasonFigures = z.infer<typeof seasonFiguresSchema>;

/** As it is stored: a new field takes a step of the stored form (`server/store/stored-form.ts`). */
export const playerSchema = z.object({
  wallet: writtenAddressSchema,
  /** As last checked; null: none, or never checked. */
  name: nameSchema.nullable(),
  nationId: nationIdSchema,
  joinedAt: instantSchema,
  /** [NAT1] What joining gave, in dollars; production multiplies it [GDP1]. */
  startingGdp: z.int().positive(),
  /** Raised by one with every commit; a commit states the version it was computed from. */
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
  /** Given to the nation's work, for good [WRK1]. */
  contributed: resourceUnitsSchema,
  season: seasonFiguresSchema,
});
export type Player = z.infer<typeof playerSchema>;

/**
 * A player as answers show it, and receipts keep it: without the fields that only the rules use.
 */
export const shownPlayerSchema = playerSchema
  .omit({ name: true, gdpOrder: true, culturalOrder: true, season: true })
  .extend({
    /** Receipts of release 1.0 lack it. */
    startingGdp: playerSchema.shape.startingGdp.optional(),
    standing: standingSchema.omit({ nationalCount: true, activeStakes: true }),
    resources: resourcesSchema.omit({ carry: true }),
  });
export type ShownPlayer = z.infer<typeof shownPlayerSchema>;

/** The player without the fields that only the rules use. */
export function shown(player: Player): ShownPlayer {
  const {
    name: _name,
    gdpOrder: _gdp,
    culturalOrder: _cultural,
    season: _season,
    ...rest
  } = player;
  const { nationalCount: _copies, activeStakes: _stakes, ...standing } = player.standing;
  const { carry: _carry, ...resources } = player.resources;
  return { ...rest, standing, resources };
}
