/**
 * [CHN1] What the store keeps of the follower's progress, where the next one continues and by which
 * the other processes know how far it is: the trail, which is the newest processed blocks, the
 * wallets that are not verified yet, and the blocks that nobody read.
 */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { instantSchema } from '../../../common/values/ids.ts';
import type { BlockRef } from '../../chain/chain.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';

/** In blocks. After a deeper reorganisation all stakers are compared. */
export const TRAIL_LENGTH = 64;

const blockNumberSchema = z.int().nonnegative();

/** A processed block, and the players whose tokens moved in it. */
const footprintSchema = z.object({
  number: blockNumberSchema,
  hash: z.string(),
  wallets: z.array(writtenAddressSchema),
  /** When it was processed, by the game's clock. */
  at: instantSchema,
});
export type Footprint = z.infer<typeof footprintSchema>;

/** Oldest first; empty before the first block. */
export type Trail = readonly Footprint[];
export const keptTrail = kept<Trail>('chain.trail', z.array(footprintSchema), []);

/** Wallets with an unverified transfer, and the block of the oldest such transfer. */
export type Unverified = ReadonlyMap<Address, number>;
export const keptUnverified = kept<readonly (readonly [Address, number])[]>(
  'chain.unverified',
  z.array(z.tuple([writtenAddressSchema, blockNumberSchema])),
  [],
);

/** Blocks whose transfers nobody read: holdings read before them can't be relied on. */
const gapSchema = z.object({
  /** The first and the last such block of all gaps so far, inclusive. */
  from: blockNumberSchema,
  to: blockNumberSchema,
  /**
   * True if all who have staked were compared after it. Others are read only by their next command.
   */
  isCompared: z.boolean(),
});
export type LogGap = z.infer<typeof gapSchema>;
/** Null if every block was read. */
export const keptGap = kept<LogGap | null>('chain.gap', gapSchema.nullable(), null);

/** A setting of the store, as JSON. */
function kept<T>(name: string, schema: z.ZodType<T>, none: T) {
  return {
    async read(store: Pick<Store, 'rows'>): Promise<T> {
      const text = await setting(store, name);
      return text === null ? none : schema.parse(JSON.parse(text));
    },
    /** Resolves once it is durable. */
    write: (store: Pick<Store, 'rows'>, value: T) => putSetting(store, name, JSON.stringify(value)),
  };
}

/** True if exactly this block is on the trail. */
export function isOnTrail(trail: Trail, { number, hash }: BlockRef): boolean {
  return trail.some((block) => block.number === number && block.hash === hash);
}

/** The gap extended by these blocks. */
export function widened(gap: LogGap | null, from: number, to: number): LogGap {
  return {
    from: Math.min(gap?.from ?? from, from),
    to: Math.max(gap?.to ?? to, to),
    isCompared: false,
  };
}
