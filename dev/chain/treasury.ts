/**
 * DENA and NFTs of the development chain, given to wallets and sold by rivals. It works only on a
 * chain whose first account is unlocked and owns the contracts, as on Denaria's local chain.
 */
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import type { ConfigView } from '../../common/protocol/config.ts';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import type { Collection } from '../nft-tokens.ts';
import { ChainRefused, rpcAt, type Rpc } from './rpc.ts';
import { transact, type Transaction } from './transact.ts';

export type Gift =
  | { readonly asset: 'dena'; readonly amountWei: bigint }
  | { readonly asset: Collection; readonly tokenId: number; readonly quantity: number };

/** What a player of a nation has: whole DENA, and copies of the nation's tokens. */
export type Belongings = Readonly<Record<'dena' | Collection, number>>;

/** The chain refused a gift, for example because the wallet is a contract that accepts no NFTs. */
export class GiftRefused extends Error {
  override readonly name = 'GiftRefused';
}

const ERC20 = new Interface([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
]);
const ERC1155 = new Interface([
  'function mint(address to, uint256 id, uint256 amount)',
  'function mintEach(address[] holders, uint256 amount)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
]);

const accountsSchema = z.tuple([addressSchema]).rest(z.string());
const balanceSchema = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);

const GAS_MONEY = toQuantity(10n ** 20n);
/** Holders that one transaction endows. */
const BATCH = 50;

export class Treasury {
  readonly #rpc: Rpc;
  readonly #contracts: ConfigView['contracts'];
  /** One mint after the other: each needs the owner's next nonce. */
  #minted: Promise<unknown> = Promise.resolve();

  constructor(rpcUrl: string, contracts: ConfigView['contracts']) {
    this.#rpc = rpcAt(rpcUrl);
    this.#contracts = contracts;
  }

  /**
   * Resolves when the wallet has it.
   * @throws GiftRefused if the wallet cannot receive it; Error if the chain does not answer, or
   * does not allow minting.
   */
  give(wallet: Address, gift: Gift): Promise<void> {
    return this.#mint({
      to: this.#contractOf(gift.asset),
      data:
        gift.asset === 'dena'
          ? ERC20.encodeFunctionData('mint', [wallet, gift.amountWei])
          : ERC1155.encodeFunctionData('mint', [wallet, gift.tokenId, gift.quantity]),
    });
  }

  /** Gives each wallet the same, NFTs of every nation. @throws like give */
  async endow(wallets: readonly Address[], { dena, national, cultural }: Belongings) {
    for (let start = 0; start < wallets.length; start += BATCH) {
      const holders = wallets.slice(start, start + BATCH);
      for (const [asset, amount] of [
        ['dena', BigInt(dena) * WEI_PER_DENA],
        ['national', national],
        ['cultural', cultural],
      ] as const) {
        const data = ERC1155.encodeFunctionData('mintEach', [holders, amount]);
        await this.#mint({ to: this.#contractOf(asset), data });
      }
    }
  }

  /**
   * Copies of the nation's two tokens that the wallet holds. @throws Error if the chain does not
   * answer
   */
  async copies(wallet: Address, nationId: NationId): Promise<Record<Collection, number>> {
    const data = ERC1155.encodeFunctionData('balanceOf', [wallet, NATIONS[nationId].tokenId]);
    const [national, cultural] = await this.#rpc(
      (['national', 'cultural'] as const).map((asset) => ({
        method: 'eth_call',
        params: [{ to: this.#contractOf(asset), data }, 'latest'],
      })),
    );
    return { national: balanceSchema.parse(national), cultural: balanceSchema.parse(cultural) };
  }

  /** From one wallet to another, or to the owner's. @throws Error if the chain refuses */
  async sell(sale: {
    readonly from: Address;
    readonly to: Address | null;
    readonly nationId: NationId;
    readonly asset: Gift['asset'];
    /** Whole DENA, or copies. */
    readonly amount: number;
  }): Promise<void> {
    const { from, nationId, asset, amount } = sale;
    await this.#rpc([
      { method: 'anvil_impersonateAccount', params: [from] },
      { method: 'anvil_setBalance', params: [from, GAS_MONEY] },
    ]);
    const to = sale.to ?? (await this.#owner());
    const { tokenId } = NATIONS[nationId];
    const data =
      asset === 'dena'
        ? ERC20.encodeFunctionData('transfer', [to, BigInt(amount) * WEI_PER_DENA])
        : ERC1155.encodeFunctionData('safeTransferFrom', [from, to, tokenId, amount, '0x']);
    await transact(this.#rpc, { to: this.#contractOf(asset), data }, from);
  }

  #mint(transaction: Transaction): Promise<void> {
    const mint = async () => {
      const from = await this.#owner();
      try {
        await this.#rpc([{ method: 'eth_call', params: [{ from, ...transaction }, 'latest'] }]);
      } catch (error) {
        if (error instanceof ChainRefused) throw new GiftRefused(error.reason, { cause: error });
        throw error;
      }
      await transact(this.#rpc, transaction, from);
    };
    const minted = this.#minted.then(mint);
    this.#minted = minted.catch(() => undefined);
    return minted;
  }

  async #owner(): Promise<Address> {
    const [accounts] = await this.#rpc([{ method: 'eth_accounts', params: [] }]);
    return accountsSchema.parse(accounts)[0];
  }

  #contractOf(asset: Gift['asset']): Address {
    const { dena, nationalNft, culturalNft } = this.#contracts;
    return { dena, national: nationalNft, cultural: culturalNft }[asset];
  }
}
