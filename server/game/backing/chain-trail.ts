/**
 * [CHN1] What the store keeps of the follower's progress, where the next one continues and by which the other
 * processes know how far it is: the trail, which is the newest processed blocks, the wallets that are not verified
 * yet, and the blocks that nobody read.
 */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { instantSchema } from '../../../common/values/ids.ts';
import type { BlockRef } from '../../chain/chain.ts';
import type { Store } from '../../store/store.ts';

const SETTING = 'chain.trail';
/** In blocks. After a deeper reorganisation all stakers are compared. */
export const TRAIL_LENGTH = 64;

/** A processed block, and the players whose tokens moved in it. */
const footprintSchema = z.object({
  number: z.int().nonnegative(),
  hash: z.string(),
  wallets: z.array(writtenAddressSchema),
  /** When it was processed, by the game's clock. */
  at: instantSchema,
});
export type Footprint = z.infer<typeof footprintSchema>;

/** Oldest first. */
export type Trail = readonly Footprint[];
const trailSchema = z.array(footprintSchema);

/** Empty before the first block. */
export async function readTrail(store: Pick<Store, 'setting'>): Promise<Trail> {
  const text = await store.setting(SETTING);
  return text === null ? [] : trailSchema.parse(JSON.parse(text));
}

/** Writes the newest part of the trail, and returns that part once it is durable. */
export async function writeTrail(store: Pick<Store, 'putSetting'>, trail: Trail): Promise<Trail> {
  const newest = trail.slice(-TRAIL_LENGTH);
  await store.putSetting(SETTING, JSON.stringify(newest));
  return newest;
}

/** True if exactly this block is on the trail. */
export function isOnTrail(trail: Trail, { number, hash }: BlockRef): boolean {
  return trail.some((block) => block.number === number && block.hash === hash);
}

const UNVERIFIED_SETTING = 'chain.unverified';
const unverifiedSchema = z.array(z.tuple([writtenAddressSchema, z.int().nonnegative()]));

/** Wallets with an unverified transfer, and the block of the oldest such transfer. */
export type Unverified = ReadonlyMap<Address, number>;

export async function readUnverified(store: Pick<Store, 'setting'>): Promise<Unverified> {
  const text = await store.setting(UNVERIFIED_SETTING);
  return new Map(text === null ? [] : unverifiedSchema.parse(JSON.parse(text)));
}

/** Resolves once it is durable. */
export async function writeUnverified(
  store: Pick<Store, 'putSetting'>,
  unverified: Unverified,
): Promise<void> {
  await store.putSetting(UNVERIFIED_SETTING, JSON.stringify([...unverified]));
}

const GAP_SETTING = 'chain.gap';

/** Blocks whose transfers nobody read: holdings read before them can't be relied on. */
const gapSchema = z.object({
  /** The first and the last such block of all gaps so far, inclusive. */
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  /** True if all who have staked were compared after it. Others are read only by their next command. */
  isCompared: z.boolean(),
});
export type LogGap = z.infer<typeof gapSchema>;

/** The gap extended by these blocks. */
export function widened(gap: LogGap | null, from: number, to: number): LogGap {
  return {
    from: Math.min(gap?.from ?? from, from),
    to: Math.max(gap?.to ?? to, to),
    isCompared: false,
  };
}

/** Null if every block was read. */
export async function readGap(store: Pick<Store, 'setting'>): Promise<LogGap | null> {
  const text = await store.setting(GAP_SETTING);
  return text === null ? null : gapSchema.nullable().parse(JSON.parse(text));
}

/** Resolves once it is durable. */
export async function writeGap(
  store: Pick<Store, 'putSetting'>,
  gap: LogGap | null,
): Promise<void> {
  await store.putSetting(GAP_SETTING, JSON.stringify(gap));
}
