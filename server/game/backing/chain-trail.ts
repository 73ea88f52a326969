/**
 * [CHN1] The trail of blocks that were dealt with, as the store keeps it: where the follower of the
 * chain goes on, whichever process it is, and what the other processes know of how far it is.
 */
import { z } from 'zod';
import { writtenAddressSchema } from '../../../common/values/address.ts';
import { instantSchema } from '../../../common/values/ids.ts';
import type { BlockRef } from '../../chain/chain.ts';
import type { Store } from '../../store/store.ts';

const SETTING = 'chain.trail';
/** A reorganisation deeper than this makes everybody who staked be compared. */
export const TRAIL_LENGTH = 64;

/** A block that was dealt with, and the players that it moved tokens of. */
const footprintSchema = z.object({
  number: z.int().nonnegative(),
  hash: z.string(),
  wallets: z.array(writtenAddressSchema),
  /** When it was dealt with, by the game's clock; older trails do not say. */
  at: instantSchema.optional(),
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

/** Keeps the newest part of the trail, which is answered once it is durable. */
export async function writeTrail(store: Pick<Store, 'putSetting'>, trail: Trail): Promise<Trail> {
  const newest = trail.slice(-TRAIL_LENGTH);
  await store.putSetting(SETTING, JSON.stringify(newest));
  return newest;
}

/** Whether the trail went over this very block. */
export function isOnTrail(trail: Trail, { number, hash }: BlockRef): boolean {
  return trail.some((block) => block.number === number && block.hash === hash);
}
