/**
 * The chain's port: what the game reads from Ethereum. Adapters: `rpc-chain.ts`, and a fake in
 * tests.
 */
import type { Address } from '../../common/values/address.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Holdings } from '../../common/values/player.ts';
import type { NftStake } from '../../common/values/stake.ts';

/** The two collections, by the kind of their NFTs' stakes. */
export type Collection = NftStake['kind'];

export interface Contracts {
  readonly dena: Address;
  readonly nationalNft: Address;
  readonly culturalNft: Address;
}

/** A block by its number and its hash, which differs between branches. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** A block's header. */
export interface Block extends BlockRef {
  readonly parentHash: string;
  /** When the block was made, by the chain's clock. */
  readonly timestampS: number;
}

/** Which wallets' tokens moved in the newest blocks, by an endpoint's logs: some may be missing. */
export interface RecentTransfers {
  /** The first block whose logs were read, up to the head; the one above the head: none were. */
  readonly from: number;
  /** The wallets that sent or received tokens of the game, and the newest block in which. */
  readonly wallets: ReadonlyMap<Address, number>;
  /** True if the chain has the known block; false if it has another one at its height. */
  readonly hasKnown: boolean;
}

/** A player whose holdings are read. */
export interface Holder {
  readonly wallet: Address;
  readonly nationId: NationId;
}

/**
 * The lookup of a wallet's name: null if it has none that may be shown; `unknown` if nothing could
 * be learnt about this wallet now.
 */
export type NameAnswer = { readonly name: string | null } | 'unknown';

/** The state of one endpoint, for operators. */
export interface EndpointStatus {
  /** Its position in ETH_RPC_URL, from 1, and its host; never a key. */
  readonly name: string;
  /**
   * `unchecked` until the check of its chain has passed; `limited` while it is rate-limited (429);
   * `failing` from a failed call until the next call that works.
   */
  readonly state: 'unchecked' | 'ok' | 'failing' | 'limited' | 'wrong-chain';
  /** The block number that it last reported; null before the first. */
  readonly head: number | null;
  /** How many calls it was sent, and how many of them failed. */
  readonly calls: number;
  readonly failures: number;
}

export interface Chain {
  /**
   * What a wallet holds now of DENA and of its nation's two NFTs, all read at one block [CHN1].
   * Endpoints that have reached `atLeastBlock` are asked first; if none has, the answer is from an
   * older block.
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId, atLeastBlock: number): Promise<Holdings>;
  /**
   * The same for any number of players at exactly this block, in their order; null for a wallet
   * whose balances can't be read there.
   * @throws ChainUnavailable, also if no endpoint has this block.
   */
  holdingsAt(block: BlockRef, players: readonly Holder[]): Promise<(Holdings | null)[]>;
  /**
   * How many copies of any token of a collection a wallet holds now.
   * @throws ChainUnavailable
   */
  tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint>;
  /**
   * Where a token's metadata is (EIP-1155 `uri`). Null if the contract names none: the call
   * reverts, or returns an empty string.
   * @throws ChainUnavailable
   */
  tokenUri(collection: Collection, tokenId: bigint): Promise<string | null>;
  /**
   * The names of these wallets [NAM1], in their order; a few dozen at a time. May take many
   * seconds: no answer to a player waits for it.
   * @throws ChainUnavailable if nothing could be asked at all.
   */
  names(wallets: readonly Address[]): Promise<NameAnswer[]>;
  /** The newest block. @throws ChainUnavailable */
  head(): Promise<Block>;
  /**
   * The wallets whose tokens moved in blocks `from` to `head`, in one read of one endpoint; fewer
   * blocks, the newest ones, if its limits allow no more. Without any block (`from` above the
   * head), only the headers are read.
   * @param known an older block, or one at the head's height.
   * @throws ChainUnavailable, also if the endpoint has another block at the head's height.
   */
  recentTransfers(head: Block, from: number, known: BlockRef | null): Promise<RecentTransfers>;
  /**
   * True if the contract wallet at this address accepts the signature of a message (EIP-1271,
   * EIP-191 hash). False for an address without code.
   * @throws ChainUnavailable
   */
  acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean>;
  /**
   * Checks every endpoint's chain: one that is on another chain is no longer asked. Those that do
   * not answer are checked before their first use instead.
   * @throws WrongChain if none passes and one is on a wrong chain; ChainUnavailable if none
   * answers.
   */
  confirm(): Promise<void>;
  /**
   * True if some endpoint answered when they were last asked; makes no call. True before the first
   * one.
   */
  isReachable(): boolean;
  /** The state of each endpoint; makes no call. */
  endpoints(): readonly EndpointStatus[];
  /**
   * Calls the listener, in place of any other, when an endpoint announces a new block (newHeads);
   * returns a function that stops it.
   */
  onHead(listener: () => void): () => void;
  close(): void;
}

/** The chain did not answer, was late, or answered nonsense. */
export class ChainUnavailable extends Error {
  override readonly name: string = 'ChainUnavailable';
}

/** Metadata of a token that can't be used, however often it is read; another error may pass. */
export class MetadataUnusable extends Error {
  override readonly name = 'MetadataUnusable';
  /** What is wrong with it, as the rest of a sentence: `is not valid JSON`. */
  readonly defect: string;

  constructor(defect: string, options?: ErrorOptions) {
    super(`the metadata ${defect}`, options);
    this.defect = defect;
  }
}
