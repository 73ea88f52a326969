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

/** A block's header. */
export interface Block extends BlockRef {
  readonly parentHash: string;
  /** By the chain's clock, in s. */
  readonly timestampS: number;
  /** Whether its bloom rules out a transfer of the game's tokens: its logs need not be asked for. */
  readonly isQuiet: boolean;
}

/** A block in which tokens of the game moved, and the wallets that sent or received them. */
export interface BlockTransfers extends BlockRef {
  readonly wallets: readonly Address[];
}

/** What moved after a block, as far as one read goes; all of it as one endpoint tells it. */
export interface TransferSpan {
  /** The block that stands where the read began: another hash than was asked for, and that one is gone. */
  readonly base: BlockRef;
  /** The last block that was read. */
  readonly end: BlockRef;
  /**
   * Oldest first, without blocks in which nothing moved. Null where the span is one block whose logs no
   * endpoint gives, however often it is asked: too many, too large.
   */
  readonly blocks: readonly BlockTransfers[] | null;
}

/** A player whose holdings are asked for. */
export interface Holder {
  readonly wallet: Address;
  readonly nationId: NationId;
}

/** One provider of the chain, for operators. */
export interface EndpointStatus {
  /** Its place in ETH_RPC_URL, from 1, and its host; never a key. */
  readonly name: string;
  /**
   * `unchecked` until it has shown that it is the right chain; `limited` while it asks to be left alone
   * (429); `failing` from a failed call to the next one that works.
   */
  readonly state: 'unchecked' | 'ok' | 'failing' | 'limited' | 'wrong-chain';
  /** The newest block that it told of; null before the first. */
  readonly head: number | null;
  /** Calls asked of it, and how many of them failed. */
  readonly calls: number;
  readonly failures: number;
}

export interface Chain {
  /**
   * What a wallet holds now of DENA and of its nation's two NFTs, all read at one block [CHN1]. An
   * endpoint that has come to `atLeastBlock` is asked first; where none has, an older block is answered.
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId, atLeastBlock: number): Promise<Holdings>;
  /**
   * The same for any number of players at this very block, in their order; null for a wallet of which
   * nothing can be read there.
   * @throws ChainUnavailable, also where no endpoint has this block.
   */
  holdingsAt(block: BlockRef, players: readonly Holder[]): Promise<(Holdings | null)[]>;
  /**
   * How many copies of any token of a collection a wallet holds now.
   * @throws ChainUnavailable
   */
  tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint>;
  /**
   * Where a token's metadata is, as its contract says it (EIP-1155 `uri`). Null where the contract
   * itself says nothing: it reverts, or answers an empty text.
   * @throws ChainUnavailable
   */
  tokenUri(collection: Collection, tokenId: bigint): Promise<string | null>;
  /** The newest block. @throws ChainUnavailable */
  head(): Promise<Block>;
  /**
   * The block of a number; null where the endpoint that was asked knows none, which means that it lags
   * and never that the block is gone. @throws ChainUnavailable
   */
  block(number: number): Promise<BlockRef | null>;
  /**
   * Who sent or received tokens of the game in this very block. Null where no endpoint gives its logs,
   * however often it is asked: too many, too large.
   * @throws ChainUnavailable, also where no endpoint knows this block.
   */
  transfersIn(block: BlockRef): Promise<readonly Address[] | null>;
  /**
   * What moved after `base` up to `upTo` at most, as far as the endpoint's limits allow in one read; at
   * least one block.
   * @throws ChainUnavailable, also where the endpoint lags behind the blocks asked for.
   */
  transfersAfter(base: BlockRef, upTo: number): Promise<TransferSpan>;
  /**
   * Whether the contract wallet at this address accepts the signature of a message (EIP-1271,
   * EIP-191 hash). False for an address without code.
   * @throws ChainUnavailable, QueueFull
   */
  acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean>;
  /** Whether some endpoint answered when it was last asked; asks nothing. True before the first call. */
  isReachable(): boolean;
  /** How each endpoint stands; asks nothing. */
  endpoints(): readonly EndpointStatus[];
  /** Has the listener told when an endpoint announces a new block (newHeads); returns the way to stop. */
  onHead(listener: () => void): () => void;
  close(): void;
}

/** The chain did not answer, not in time, or not with anything that can be understood. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}
