/** Orders for the chain's process, from any process that knows where its node is. */
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { byNation } from '../../common/values/nations.ts';
import type { Gift } from '../../server/chain/testing/chain-sim.ts';
import { WALLET_BEHAVIOURS, type Asked, type WalletBehaviour } from './chain-node.ts';

const copiesSchema = z.object(byNation(() => z.int().optional())).optional();

export const orderSchema = z.strictObject({
  /** Puts tokens into a wallet. */
  give: z
    .object({
      wallet: addressSchema,
      denaWei: z
        .string()
        .transform((wei) => BigInt(wei))
        .optional(),
      national: copiesSchema,
      cultural: copiesSchema,
    })
    .optional(),
  /** Puts a contract wallet at an address. */
  wallet: z.object({ address: addressSchema, behaviour: z.enum(WALLET_BEHAVIOURS) }).optional(),
});

export type OrderAnswer = Asked;
const answerSchema = z.object({ signatures: z.int(), mostGas: z.number().nullable() });

/** The chain as seen from another process. */
export class ChainOrders {
  readonly #url: string;

  /** @param rpcUrl where its node answers. */
  constructor(rpcUrl: string) {
    this.#url = new URL('/orders', rpcUrl).href;
  }

  async give(wallet: Address, { denaWei, ...copies }: Gift): Promise<void> {
    await this.#order({ give: { wallet, ...copies, denaWei: denaWei?.toString() } });
  }

  async deployWallet(address: Address, behaviour: WalletBehaviour): Promise<void> {
    await this.#order({ wallet: { address, behaviour } });
  }

  asked(): Promise<OrderAnswer> {
    return this.#order({});
  }

  async #order(order: object): Promise<OrderAnswer> {
    const answer = await fetch(this.#url, { method: 'POST', body: JSON.stringify(order) });
    if (!answer.ok) throw new Error(await answer.text());
    return answerSchema.parse(await answer.json());
  }
}
