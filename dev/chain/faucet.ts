/** Mints for a wallet that asks: DENA, or copies of a nation's token, on the local chain. */
import { Interface } from 'ethers';
import type { Address } from '../../common/values/address.ts';
import type { Collection } from '../nft-art/metadata.ts';
import { OWNER_ACCOUNT } from './accounts.ts';
import type { Deployment } from './deploy.ts';
import { isNonceTaken } from './nonce-taken.ts';
import { ChainRefused, rpcAt } from './rpc.ts';
import { nextNonce, transact, type Transaction } from './transact.ts';

export type Gift =
  | { readonly asset: 'dena'; readonly amountWei: bigint }
  | { readonly asset: Collection; readonly tokenId: number; readonly quantity: number };

export interface Faucet {
  /**
   * Resolves when the wallet has it.
   * @throws GiftRefused where the wallet can't be given it; Error where the chain does not answer.
   */
  give(wallet: Address, gift: Gift): Promise<void>;
}

/** The chain's own word on a gift: the wallet is a contract that takes no NFTs, for one. */
export class GiftRefused extends Error {
  override readonly name = 'GiftRefused';
}

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface(['function mint(address to, uint256 id, uint256 amount)']);

/** Others mint with the same account: a nonce may be taken between its reading and its use. */
const MOST_TRIES = 5;

export function createFaucet(options: {
  readonly rpcUrl: string;
  readonly contracts: Deployment;
}): Faucet {
  const { rpcUrl, contracts } = options;
  const rpc = rpcAt(rpcUrl);
  let lastGift: Promise<unknown> = Promise.resolve();

  async function mint(transaction: Transaction): Promise<void> {
    try {
      await rpc([
        { method: 'eth_call', params: [{ from: OWNER_ACCOUNT, ...transaction }, 'latest'] },
      ]);
    } catch (error) {
      if (error instanceof ChainRefused) throw new GiftRefused(error.reason, { cause: error });
      throw error;
    }
    for (let left = MOST_TRIES; ; left -= 1) {
      try {
        return await transact(rpc, await nextNonce(rpc), [transaction]);
      } catch (error) {
        if (left === 1 || !(error instanceof ChainRefused) || !isNonceTaken(error.reason)) {
          throw error;
        }
      }
    }
  }

  return {
    give(wallet, gift) {
      const transaction = transactionOf(contracts, wallet, gift);
      // One after the other: they share the owner's nonces.
      const given = lastGift.then(() => mint(transaction));
      lastGift = given.catch(() => undefined);
      return given;
    },
  };
}

function transactionOf(contracts: Deployment, wallet: Address, gift: Gift): Transaction {
  if (gift.asset === 'dena') {
    return { to: contracts.dena, data: ERC20.encodeFunctionData('mint', [wallet, gift.amountWei]) };
  }
  const { tokenId, quantity } = gift;
  return {
    to: gift.asset === 'national' ? contracts.nationalNft : contracts.culturalNft,
    data: ERC1155.encodeFunctionData('mint', [wallet, tokenId, quantity]),
  };
}
