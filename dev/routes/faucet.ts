/** POST /dev/faucet: gives any wallet DENA and NFTs of the local chain. */
import { Router } from 'express';
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { denaAmountSchema, formatDena, WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATION_LIST, NATIONS, type NationId } from '../../common/values/nations.ts';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { GiftRefused, type Gift, type Treasury } from '../chain/treasury.ts';
import { devAction } from './dev-action.ts';

/** What gives, and what it must know about a wallet. */
export interface Purse extends Pick<Treasury, 'give'> {
  /** A wallet's nation; null if it has none. */
  nationOf(wallet: Address): Promise<NationId | null>;
}

const DEFAULT_DENA = '10000';
const MOST_DENA = 1_000_000n;
const DENA_SENTENCE = `amount is more than 0 and at most ${MOST_DENA} DENA.`;
const MOST_COPIES = 1000;
const COPIES_SENTENCE = `amount is a whole number of NFTs from 1 to ${MOST_COPIES}.`;
const TOKEN_IDS = NATION_LIST.map(({ tokenId }) => tokenId);
const TOKEN_SENTENCE = `tokenId is one of ${TOKEN_IDS.join(', ')}; without it, it is the one of the wallet's nation.`;
const ASSETS = ['dena', 'national', 'cultural'] as const;

const copiesSchema = z
  .int({ error: COPIES_SENTENCE })
  .min(1, { error: COPIES_SENTENCE })
  .max(MOST_COPIES, { error: COPIES_SENTENCE })
  .default(1);

/** As a number, or as decimal digits, as in the API. */
const tokenIdSchema = z
  .union([z.number(), z.string()], { error: TOKEN_SENTENCE })
  .refine((id) => TOKEN_IDS.some((known) => String(known) === String(id)), {
    error: TOKEN_SENTENCE,
  })
  .transform(Number)
  .optional();

const ofToken = { walletAddress: addressSchema, tokenId: tokenIdSchema, amount: copiesSchema };

const bodySchema = z.discriminatedUnion(
  'asset',
  [
    z.strictObject({
      walletAddress: addressSchema,
      asset: z.literal('dena'),
      amount: denaAmountSchema
        .refine((wei) => wei > 0n && wei <= MOST_DENA * WEI_PER_DENA, { error: DENA_SENTENCE })
        .prefault(DEFAULT_DENA),
    }),
    z.strictObject({ ...ofToken, asset: z.literal('national') }),
    z.strictObject({ ...ofToken, asset: z.literal('cultural') }),
  ],
  { error: `asset is one of ${ASSETS.join(', ')}.` },
);
type Body = z.output<typeof bodySchema>;

export function faucetRoutes(options: {
  /** Null if the chain is not ours. */
  readonly purse: Purse | null;
  readonly origin: OriginPolicy;
}): Router {
  const { purse, origin } = options;
  const router = Router();
  router.post(
    '/dev/faucet',
    ...devAction(origin, bodySchema, async (body) => {
      if (!purse) {
        throw new Problem(
          'not-found',
          'The faucet is of the local chain. This world plays on the one that ETH_RPC_URL names: mint there.',
        );
      }
      const gift = await giftOf(body, purse);
      await give(purse, body.walletAddress, gift);
      return gift.asset === 'dena'
        ? {
            walletAddress: body.walletAddress,
            asset: gift.asset,
            amount: formatDena(gift.amountWei),
          }
        : {
            walletAddress: body.walletAddress,
            asset: gift.asset,
            tokenId: String(gift.tokenId),
            amount: gift.quantity,
          };
    }),
  );
  return router;
}

async function giftOf(body: Body, purse: Purse): Promise<Gift> {
  if (body.asset === 'dena') return { asset: 'dena', amountWei: body.amount };
  const { asset, amount: quantity } = body;
  if (body.tokenId !== undefined) return { asset, tokenId: body.tokenId, quantity };
  const nationId = await purse.nationOf(body.walletAddress);
  if (nationId !== null) return { asset, tokenId: NATIONS[nationId].tokenId, quantity };
  throw new Problem(
    'no-nation',
    `This wallet has no nation yet. Choose one, or name a tokenId: ${TOKEN_IDS.join(', ')}.`,
  );
}

async function give(purse: Purse, wallet: Address, gift: Gift): Promise<void> {
  try {
    await purse.give(wallet, gift);
  } catch (error) {
    if (error instanceof GiftRefused) {
      throw new Problem(
        'bad-request',
        `The chain does not give that wallet this: ${error.message}`,
      );
    }
    throw new Problem(
      'chain-unavailable',
      `The local chain did not give it. Start the development server again if it stays so. Cause: ${String(error)}`,
    );
  }
}
