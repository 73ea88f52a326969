/** POST /api/nft/stake, /api/nft/unstake, /api/nft/verify and GET /api/territory/{walletAddress} */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { written, writtenEnum } from '../values/cultural.ts';
import { stakeIdSchema, tokenIdSchema } from '../values/ids.ts';
import { NATION_LIST } from '../values/nations.ts';
import { defineCall } from './call.ts';
import { walletParamsSchema } from './player-nation.ts';
import { stakeListQuerySchema } from './stake-lists.ts';

/** A token's collection; sent as `national` and `museum`. */
export const nftTypeSchema = writtenEnum(['national', 'cultural']);

/** [ENT5]; figures are per copy, 0 if the kind of NFT has none. */
export const nftStakeViewSchema = z.object({
  id: stakeIdSchema,
  walletAddress: writtenAddressSchema,
  tokenId: z.string(),
  contractAddress: writtenAddressSchema,
  imageUrl: z.string(),
  quantity: z.int().positive(),
  isActive: z.union([z.literal(0), z.literal(1)]),
  stakedAt: z.iso.datetime(),
  unstakeableAt: z.iso.datetime(),
  nftType: nftTypeSchema,
  /** km² */
  territoryValue: z.int().nonnegative(),
  /** A factor: 0.25 means +25 % of the starting GDP. */
  productionBonus: z.number().nonnegative(),
  /** Dollars. */
  culturalGdpBonus: z.int().nonnegative(),
});
export type NftStakeView = z.output<typeof nftStakeViewSchema>;
/** As it is sent. */
export type SentNftStake = z.input<typeof nftStakeViewSchema>;
export type NftKind = NftStakeView['nftType'];

const QUANTITY_SENTENCE = 'quantity is a whole number, 1 or more.';
const quantitySchema = z
  .int({ error: QUANTITY_SENTENCE })
  .min(1, { error: QUANTITY_SENTENCE })
  .default(1);

export const stakeNftCall = defineCall({
  name: 'stakeNft',
  method: 'POST',
  path: '/api/nft/stake',
  summary:
    'Stake NFTs of the player’s own nation [NFT1–NFT4, STK1]; a cultural NFT with nftType museum.',
  needsSession: true,
  body: z.strictObject({
    walletAddress: addressSchema,
    tokenId: tokenIdSchema,
    contractAddress: addressSchema,
    quantity: quantitySchema,
    nftType: z
      .enum([written('national'), written('cultural')], {
        error: "nftType is 'national' or 'museum'.",
      })
      .default('national'),
  }),
  placed: 'present',
  refusals: [
    'wrong-nft',
    'not-owner',
    'insufficient-nfts',
    'gdp-out-of-range',
    'no-nation',
    'too-many-stakes',
    'metadata-unusable',
    'chain-unavailable',
    'metadata-unavailable',
  ],
  answers: { 201: nftStakeViewSchema },
});

export const unstakeNftCall = defineCall({
  name: 'unstakeNft',
  method: 'POST',
  path: '/api/nft/unstake',
  summary: 'End an NFT stake whose lock has expired [LCK1, LCK2].',
  needsSession: true,
  body: z.strictObject({ walletAddress: addressSchema, stakeId: stakeIdSchema }),
  placed: 'present',
  refusals: ['no-such-stake', 'stake-locked', 'stake-ended'],
  answers: { 200: nftStakeViewSchema },
});

/** The game's tokens: the same ids in both collections. */
const gameTokenIdSchema = tokenIdSchema.refine(
  (id) => NATION_LIST.some(({ tokenId }) => BigInt(tokenId) === id),
  { error: 'The tokens of the game are 1, 2, 3 and 4: send one of these as tokenId.' },
);

const nftVerificationSchema = z.object({
  isOwner: z.boolean(),
  /** Copies held, on chain. */
  balance: z.string(),
  metadata: z.object({
    /** Both empty if the metadata can't be read. */
    image: z.string(),
    name: z.string(),
    /**
     * What one copy adds when it is staked [NFT1, NFT2]; 0 for the other kind's figures. A national
     * NFT's figures are 0 only if its metadata can't be read, in which case it can't be staked now.
     */
    territoryValue: z.int().nonnegative(),
    productionBonus: z.number().nonnegative(),
    culturalGdpBonus: z.int().nonnegative(),
    /** If a national NFT's metadata never can be read: why, and what to do, in a sentence. */
    unusable: z.string().optional(),
  }),
});
export type NftVerification = z.infer<typeof nftVerificationSchema>;

export const verifyNftCall = defineCall({
  name: 'verifyNft',
  method: 'POST',
  path: '/api/nft/verify',
  summary:
    'Whether a wallet owns a token of the game (1 to 4), and the token’s metadata; the figures of a national NFT are 0 while it can’t be read.',
  needsSession: false,
  body: z.strictObject({
    walletAddress: addressSchema,
    tokenId: gameTokenIdSchema,
    contractAddress: addressSchema,
  }),
  refusals: ['wrong-nft', 'chain-unavailable'],
  answers: { 200: nftVerificationSchema },
});

export const territoryCall = defineCall({
  name: 'getNftStakes',
  method: 'GET',
  path: '/api/territory/{walletAddress}',
  summary:
    'The NFT stakes of a wallet: active ones, then ended ones, each newest first; up to 1000 per page.',
  needsSession: false,
  params: walletParamsSchema,
  query: stakeListQuerySchema,
  placed: 'state',
  answers: { 200: z.array(nftStakeViewSchema) },
});
