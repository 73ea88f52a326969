/**
 * [CHN1] The trail, the newest processed blocks, as the store keeps it: where the next follower continues,
 * and how the other processes know how far the follower is.
 */
import { z } from 'zod';
import { writtenAddressSchema } from '../../../common/values/address.ts';
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
