/**
 * What the rivals do on the development chain: they are given DENA and NFTs, and sell them to each other. It works
 * only on a chain whose first account is unlocked and owns the contracts, as on Denaria's local chain.
 */
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import type { ConfigView } from '../../common/protocol/config.ts';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { transferOf, type Gift } from '../chain/faucet.ts';
import { rpcAt, type Rpc } from '../chain/rpc.ts';
import { nextNonce, transact, type Transaction } from '../chain/transact.ts';
import type { Collection } from '../nft-art/metadata.ts';
import type { Asset } from './life.ts';

interface Endowment {
  readonly wallet: Address;
  readonly nationId: NationId;
  /** Whole DENA. */
  readonly dena: number;
  readonly nationals: number;
  readonly culturals: number;
}

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface([
  'function mint(address to, uint256 id, uint256 amount)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]);

const accountsSchema = z.tuple([addressSchema]).rest(z.string());
const balanceSchema = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);

/** Per mint: more than one uses, and few enough that a block holds many. */
const GAS_LIMIT = 300_000;
const GAS_MONEY = toQuantity(10n ** 20n);

export class Treasury {
  readonly #rpc: Rpc;
  readonly #contracts: ConfigView['contracts'];
  /** The owner's last mint: each needs the next nonce. */
  #minted: Promise<unknown> = Promise.resolve();

  constructor(rpcUrl: string, contracts: ConfigView['contracts']) {
    this.#rpc = rpcAt(rpcUrl);
    this.#contracts = contracts;
  }

  /** Mints for each wallet, and waits until it is there. @throws Error if the chain does not allow minting. */
  async endow(endowments: readonly Endowment[]): Promise<void> {
    await this.#mint(
      endowments.flatMap(({ wallet, nationId, dena, nationals, culturals }) => [
        this.#denaMint(wallet, dena),
        this.#tokenMint('national', wallet, nationId, nationals),
        this.#tokenMint('cultural', wallet, nationId, culturals),
      ]),
    );
  }

  /** Whole DENA. @throws Error as above */
  async pay(wallet: Address, dena: number): Promise<void> {
    await this.#mint([this.#denaMint(wallet, dena)]);
  }

  /** Copies of the nation's two tokens that the wallet holds. @throws Error if the chain does not answer */
  async copies(wallet: Address, nationId: NationId): Promise<Record<Collection, number>> {
    const data = ERC1155.encodeFunctionData('balanceOf', [wallet, NATIONS[nationId].tokenId]);
    const { nationalNft, culturalNft } = this.#contracts;
    const [national, cultural] = await this.#rpc(
      [nationalNft, culturalNft].map((to) => ({
        method: 'eth_call',
        params: [{ to, data }, 'latest'],
      })),
    );
    return { national: balanceSchema.parse(national), cultural: balanceSchema.parse(cultural) };
  }

  /** From one wallet to another, or to the owner's. @throws Error if the chain refuses */
  async sell(sale: {
    readonly from: Address;
    readonly to: Address | null;
    readonly nationId: NationId;
    readonly asset: Asset;
    /** Whole DENA, or copies. */
    readonly amount: number;
  }): Promise<void> {
    const { from, nationId, asset, amount } = sale;
    await this.#rpc([
      { method: 'anvil_impersonateAccount', params: [from] },
      { method: 'anvil_setBalance', params: [from, GAS_MONEY] },
    ]);
    const to = sale.to ?? (await this.#owner());
    const gift: Gift =
      asset === 'dena'
        ? { asset, amountWei: BigInt(amount) * WEI_PER_DENA }
        : { asset, tokenId: NATIONS[nationId].tokenId, quantity: amount };
    const transaction = transferOf(this.#contracts, { from, to, gift });
    const nonce = await nextNonce(this.#rpc, from);
    await transact(this.#rpc, nonce, [{ ...transaction, gas: GAS_LIMIT }], from);
  }

  async #mint(mints: readonly Transaction[]): Promise<void> {
    // Wallets that already play need none.
    if (mints.length === 0) return;
    const mint = async () => {
      const owner = await this.#owner();
      await transact(this.#rpc, await nextNonce(this.#rpc, owner), mints, owner);
    };
    const minted = this.#minted.then(mint);
    this.#minted = minted.catch(() => undefined);
    await minted;
  }

  async #owner(): Promise<Address> {
    const [accounts] = await this.#rpc([{ method: 'eth_accounts', params: [] }]);
    return accountsSchema.parse(accounts)[0];
  }

  #denaMint(wallet: Address, dena: number): Transaction {
    const data = ERC20.encodeFunctionData('mint', [wallet, BigInt(dena) * WEI_PER_DENA]);
    return { to: this.#contracts.dena, data, gas: GAS_LIMIT };
  }

  #tokenMint(
    collection: Collection,
    wallet: Address,
    nationId: NationId,
    copies: number,
  ): Transaction {
    const { tokenId } = NATIONS[nationId];
    const data = ERC1155.encodeFunctionData('mint', [wallet, tokenId, copies]);
    return { to: this.#collection(collection), data, gas: GAS_LIMIT };
  }

  #collection(collection: Collection): Address {
    return collection === 'national' ? this.#contracts.nationalNft : this.#contracts.culturalNft;
  }
}
