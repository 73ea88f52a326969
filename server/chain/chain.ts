/** The chain's port: what the game reads of Ethereum. Adapters: `rpc-chain.ts`, and a fake in tests. */
import type { Address } from '../../common/values/address.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Holdings } from '../../common/values/player.ts';
import type { NftStake } from '../../common/values/stake.ts';

/** The two collections, as stakes of their NFTs are named. */
export type Collection = NftStake['kind'];

export interface Contracts {
  readonly dena: Address;
  readonly nationalNft: Address;
  readonly culturalNft: Address;
}

/** A block as its hash tells it from another of the same number. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** A block in which tokens of the game moved, and the wallets that sent or received them. */
export interface BlockTransfers extends BlockRef {
  readonly wallets: readonly Address[];
}

export interface Chain {
  /**
   * What a wallet holds of DENA and of its nation's two NFTs, all read at one named block [CHN1].
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId): Promise<Holdings>;
  /**
   * The same for many wallets, all at one block and in their order; at most 1000 of them.
   * @throws ChainUnavailable
   */
  allHoldings(
    players: readonly { readonly wallet: Address; readonly nationId: NationId }[],
  ): Promise<Holdings[]>;
  /**
   * How many copies of any token of a collection a wallet holds now.
   * @throws ChainUnavailable
   */
  tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint>;
  /**
   * Where a token's metadata is, as its contract says it (EIP-1155 `uri`).
   * @throws ChainUnavailable, also where the contract says nothing of the token.
   */
  tokenUri(collection: Collection, tokenId: bigint): Promise<string>;
  /** The newest block. @throws ChainUnavailable */
  head(): Promise<BlockRef>;
  /** A block by its number; null where the chain has none. @throws ChainUnavailable */
  block(number: number): Promise<BlockRef | null>;
  /**
   * The blocks from one number to another, both included, in which DENA or NFTs of the game moved,
   * oldest first. At most 1000 blocks.
   * @throws ChainUnavailable
   */
  transfers(fromBlock: number, toBlock: number): Promise<BlockTransfers[]>;
  /**
   * Whether the contract wallet at this address accepts the signature of a message (EIP-1271,
   * EIP-191 hash). False for an address without code.
   * @throws ChainUnavailable, QueueFull
   */
  acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean>;
  /** Resolves while the chain answers in time. @throws ChainUnavailable */
  ping(): Promise<void>;
  close(): void;
}

/** The chain did not answer, not in time, or not with anything that can be understood. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}
