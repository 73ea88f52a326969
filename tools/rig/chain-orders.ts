/** Orders to a simulated chain, from any process that knows where its node is. */
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { byNation } from '../../common/values/nations.ts';
import type { Gift } from '../../server/chain/testing/chain-sim.ts';

/** How a contract wallet reacts to a signature check (EIP-1271). */
const WALLET_BEHAVIOURS = ['accept', 'huge', 'hang', 'revert', 'burn'] as const;
export type WalletBehaviour = (typeof WALLET_BEHAVIOURS)[number];

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

/** What the node was asked on behalf of strangers. */
const askedSchema = z.object({
  /** How often isValidSignature was called. */
  signatures: z.int(),
  /** The highest gas allowance of those calls; null: unlimited. */
  mostGas: z.number().nullable(),
});
export type Asked = z.infer<typeof askedSchema>;

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

  asked(): Promise<Asked> {
    return this.#order({});
  }

  async #order(order: object): Promise<Asked> {
    const answer = await fetch(this.#url, { method: 'POST', body: JSON.stringify(order) });
    if (!answer.ok) throw new Error(await answer.text());
    return askedSchema.parse(await answer.json());
  }
}
