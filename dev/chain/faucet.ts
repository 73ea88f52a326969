/** The local chain's faucet: gives a wallet DENA, or copies of a nation's token. */
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import type { Collection } from '../nft-art/metadata.ts';
import type { Deployment } from './deploy.ts';
import { ChainRefused, rpcAt, type Rpc } from './rpc.ts';
import { nextNonce, transact, type Transaction } from './transact.ts';

export type Gift =
  | { readonly asset: 'dena'; readonly amountWei: bigint }
  | { readonly asset: Collection; readonly tokenId: number; readonly quantity: number };

export interface Faucet {
  /**
   * Resolves when the wallet has it.
   * @throws GiftRefused if the wallet cannot receive it; Error if the chain does not answer.
   */
  give(wallet: Address, gift: Gift): Promise<void>;
}

/** The chain refused a gift, for example because the wallet is a contract that accepts no NFTs. */
export class GiftRefused extends Error {
  override readonly name = 'GiftRefused';
}

/**
 * A separate account: rivals and load tools mint with the owner's account and would take its nonces. Nobody
 * has its key; the chain sends on its behalf.
 */
const FAUCET_ACCOUNT: Address = address('0x000000000000000000000000000000000000FA0C');

const RESERVE = { denaWei: 10n ** 12n * WEI_PER_DENA, copies: 10n ** 9n } as const;
const GAS_MONEY = toQuantity(10n ** 24n);

const ERC20 = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
]);
const ERC1155 = new Interface([
  'function mintEach(address[] holders, uint256 copies)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
]);

/** Opens the faucet, and fills it on a chain that has none yet, before anyone else mints. */
export async function openFaucet(options: {
  readonly rpcUrl: string;
  readonly contracts: Deployment;
}): Promise<Faucet> {
  const { rpcUrl, contracts } = options;
  const rpc = rpcAt(rpcUrl);
  await rpc([
    { method: 'anvil_impersonateAccount', params: [FAUCET_ACCOUNT] },
    { method: 'anvil_setBalance', params: [FAUCET_ACCOUNT, GAS_MONEY] },
  ]);
  await fill(rpc, contracts);
  let lastGift: Promise<unknown> = Promise.resolve();

  async function send(transaction: Transaction): Promise<void> {
    try {
      await rpc([
        { method: 'eth_call', params: [{ from: FAUCET_ACCOUNT, ...transaction }, 'latest'] },
      ]);
    } catch (error) {
      if (error instanceof ChainRefused) throw new GiftRefused(error.reason, { cause: error });
      throw error;
    }
    await transact(rpc, await nextNonce(rpc, FAUCET_ACCOUNT), [transaction], FAUCET_ACCOUNT);
  }

  return {
    give(wallet, gift) {
      const transaction = transferOf(contracts, { from: FAUCET_ACCOUNT, to: wallet, gift });
      // One after the other: each gift needs the next nonce.
      const given = lastGift.then(() => send(transaction));
      lastGift = given.catch(() => undefined);
      return given;
    },
  };
}

async function fill(rpc: Rpc, { dena, nationalNft, culturalNft }: Deployment): Promise<void> {
  const data = ERC20.encodeFunctionData('balanceOf', [FAUCET_ACCOUNT]);
  const [held] = await rpc([{ method: 'eth_call', params: [{ to: dena, data }, 'latest'] }]);
  if (BigInt(z.string().parse(held)) > 0n) return;
  const copies = ERC1155.encodeFunctionData('mintEach', [[FAUCET_ACCOUNT], RESERVE.copies]);
  // DENA last: a balance of DENA means that the NFTs are there too.
  await transact(rpc, await nextNonce(rpc), [
    { to: nationalNft, data: copies },
    { to: culturalNft, data: copies },
    { to: dena, data: ERC20.encodeFunctionData('mint', [FAUCET_ACCOUNT, RESERVE.denaWei]) },
  ]);
}

/** What moves a gift from one account to another. */
export function transferOf(
  contracts: Deployment,
  { from, to, gift }: { readonly from: Address; readonly to: Address; readonly gift: Gift },
): Transaction {
  if (gift.asset === 'dena') {
    return {
      to: contracts.dena,
      data: ERC20.encodeFunctionData('transfer', [to, gift.amountWei]),
    };
  }
  const { tokenId, quantity } = gift;
  return {
    to: gift.asset === 'national' ? contracts.nationalNft : contracts.culturalNft,
    data: ERC1155.encodeFunctionData('safeTransferFrom', [from, to, tokenId, quantity, '0x']),
  };
}
