/** A stake: DENA or NFTs put to work for a nation's GDP, from start to end. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { writtenEnum } from './cultural.ts';
import { instantSchema, stakeIdSchema } from './ids.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from './nft-bounds.ts';

/** [LCK1, LCK2, CHN1] Active until it ends, once: by its owner, or because its backing is gone. */
const stakeStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('active') }),
  z.object({
    status: z.literal('ended'),
    endedAt: instantSchema,
    reason: z.enum(['unstaked', 'unbacked']),
  }),
]);

const anyStake = {
  id: stakeIdSchema,
  wallet: writtenAddressSchema,
  stakedAt: instantSchema,
  /** [ORD1] The player's version that began it: the higher, the newer. */
  playerVersion: z.int().positive(),
  /** [LCK1] When its lock ends. */
  unstakeableAt: instantSchema,
  state: stakeStateSchema,
};

export const denaStakeSchema = z.object({
  ...anyStake,
  kind: z.literal('dena'),
  amountWei: weiCodec,
  /** Dollars: floor(amount × 0.1). */
  gdpBonus: z.int().nonnegative(),
});
export type DenaStake = z.infer<typeof denaStakeSchema>;

/** Fields of both NFT stakes: copies of one token, with its picture at the time of staking. */
const anyNftStake = {
  ...anyStake,
  contract: writtenAddressSchema,
  tokenId: z.codec(z.string().regex(/^[0-9]{1,78}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (id) => id.toString(),
  }),
  quantity: z.int().positive(),
  imageUrl: z.string(),
};

/** [NFT1] Territory and production are per copy, frozen when the stake begins. */
const nationalStakeSchema = z.object({
  ...anyNftStake,
  kind: z.literal('national'),
  territoryKm2: z.int().min(TERRITORY_KM2.min).max(TERRITORY_KM2.max),
  /** Hundredths: 10 means +0.10×. */
  productionHundredths: z.int().min(PRODUCTION_HUNDREDTHS.min).max(PRODUCTION_HUNDREDTHS.max),
});

/** [NFT2] The GDP bonus is per copy, in dollars. */
const culturalStakeSchema = z.object({
  ...anyNftStake,
  kind: writtenEnum(['cultural']),
  culturalGdpBonus: z.int().nonnegative(),
});

/** As it is stored. An ended stake is never written again. */
export const stakeSchema = z.discriminatedUnion('kind', [
  denaStakeSchema,
  nationalStakeSchema,
  culturalStakeSchema,
]);
export type Stake = z.infer<typeof stakeSchema>;
export const nftStakeSchema = z.discriminatedUnion('kind', [
  nationalStakeSchema,
  culturalStakeSchema,
]);
export type NftStake = z.infer<typeof nftStakeSchema>;
export type StakeKind = Stake['kind'];
export const STAKE_KINDS = ['national', 'cultural', 'dena'] as const satisfies readonly StakeKind[];

export type StakeOf<K extends StakeKind> = Extract<Stake, { readonly kind: K }>;

export function isOfKind<K extends StakeKind>(
  stake: Stake,
  kinds: readonly K[],
): stake is StakeOf<K> {
  return kinds.some((kind) => kind === stake.kind);
}

/** The amount of a stake that needs backing [CHN1]: wei of DENA, or copies. */
export function amountOf(stake: Stake): bigint {
  return stake.kind === 'dena' ? stake.amountWei : BigInt(stake.quantity);
}

export function isActive(stake: Pick<Stake, 'state'>): boolean {
  return stake.state.status === 'active';
}

/**
 * The order of lists: active stakes first, then ended ones, each newest first [ORD1]. A version
 * begins at most one.
 */
export function compareStakes(a: StakeOrder, b: StakeOrder): number {
  return Number(isActive(b)) - Number(isActive(a)) || b.playerVersion - a.playerVersion;
}

/** The fields that decide a stake's place in a list. */
export type StakeOrder = Pick<Stake, 'playerVersion' | 'state'>;
