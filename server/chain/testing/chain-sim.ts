/**
 * A chain in memory: blocks with branches, transfers with their logs, and the balances at any
 * block of any branch. It is deterministic. fake-node.ts serves it as JSON-RPC, with faults.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { address, type Address } from '../../../common/values/address.ts';
import { NATIONS, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Holdings } from '../../../common/values/player.ts';
import type { Collection, Contracts } from '../chain.ts';
import { digitsOf } from './abi-words.ts';
import { SimBlock } from './sim-block.ts';
import { eventOf, type SimTransfer } from './sim-logs.ts';

/** Where the game's contracts are on the chains of tests. */
export const TEST_CONTRACTS = {
  dena: address(`0x${'d'.repeat(40)}`),
  nationalNft: address(`0x${'a'.repeat(40)}`),
  culturalNft: address(`0x${'c'.repeat(40)}`),
};

/** New balances of a wallet; those that a gift omits stay unchanged. */
export interface Gift {
  readonly denaWei?: bigint;
  /** Copies of each nation's NFTs. */
  readonly national?: Partial<Record<NationId, number>>;
  readonly cultural?: Partial<Record<NationId, number>>;
}

/** A contract's code: returns bytes as hex, or throws a NodeError to revert. */
export type WalletCode = (call: {
  readonly data: string;
  readonly gas: bigint | null;
}) => string | Promise<string>;

interface ChainSimOptions {
  /** The time of block 0; defaults to 2023-11-14. */
  readonly startS?: number;
  /** Between two blocks; defaults to 12. */
  readonly blockS?: number;
}

type Asset = SimTransfer['asset'];

interface Entry {
  readonly block: SimBlock;
  readonly amount: bigint;
}

const hashOf = (text: string) => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`;

export class ChainSim {
  readonly contracts: Contracts = TEST_CONTRACTS;
  readonly chainId = 1;
  readonly genesis: SimBlock;
  readonly #blockS: number;
  /** Of blocks, on all branches. */
  #count = 1;
  /** Each purse's balances and the blocks that set them, in mining order, on all branches. */
  readonly #purses = new Map<string, Entry[]>();
  /** Strangers' contracts, by their 40 lower-case digits. */
  readonly code = new Map<string, WalletCode>();
  /** What `uri` returns, by collection and token: an empty text by default; null: it reverts. */
  readonly uris = new Map<string, string | null>();
  /** By node, as 40 digits: with the first one the chain has an ENS registry. */
  readonly resolvers = new Map<string, string>();
  #head: SimBlock;

  constructor(options: ChainSimOptions = {}) {
    this.#blockS = options.blockS ?? 12;
    this.genesis = new SimBlock({
      parent: null,
      hash: hashOf('genesis of the test chain'),
      timestampS: options.startS ?? 1_700_000_000,
      events: [],
    });
    this.#head = this.genesis;
  }

  get head(): SimBlock {
    return this.#head;
  }

  /** The block of the current chain with a number. */
  at(number: number): SimBlock | null {
    return this.#head.ancestor(number);
  }

  /**
   * Adds a block to the chain. `isSilent`: its balances change without an event. `afterS`: so long
   * after the block before it.
   * @throws Error if a sender does not have what it sends.
   */
  mine(
    transfers: readonly SimTransfer[] = [],
    options: { readonly isSilent?: boolean; readonly afterS?: number } = {},
  ): SimBlock {
    const { isSilent = false, afterS } = options;
    const block = this.#mineOn(this.#head, transfers, isSilent, afterS);
    this.adopt(block);
    return block;
  }

  mineEmpty(count: number): SimBlock {
    for (let mined = 0; mined < count; mined += 1) this.mine();
    return this.#head;
  }

  /**
   * Makes blocks on top of any block, one for each list of transfers, off the chain. Returns the
   * last.
   */
  fork(from: SimBlock, blocks: readonly (readonly SimTransfer[])[]): SimBlock {
    return blocks.reduce((parent, transfers) => this.#mineOn(parent, transfers, false), from);
  }

  /** Makes a branch the chain. */
  adopt(tip: SimBlock): void {
    this.#head = tip;
  }

  /**
   * Replaces the newest `depth` blocks with others, one for each list of transfers; defaults to as
   * many empty ones. Fewer make the chain shorter, more make it longer.
   */
  reorganise(depth: number, blocks?: readonly (readonly SimTransfer[])[]): SimBlock {
    const base = this.at(this.#head.number - depth);
    if (!base) throw new RangeError(`the chain has no ${depth} blocks above its first`);
    this.adopt(this.fork(base, blocks ?? Array.from({ length: depth }, () => [])));
    return this.#head;
  }

  /** Mines a block after which a wallet holds what the gift says; what it omits stays unchanged. */
  give(wallet: Address, gift: Gift, options: { readonly isSilent?: boolean } = {}): SimBlock {
    return this.mine(this.transfersTo(wallet, gift), options);
  }

  /** The mints and burns after which a wallet holds what the gift says. */
  transfersTo(wallet: Address, gift: Gift, at: SimBlock = this.#head): SimTransfer[] {
    const transfers: SimTransfer[] = [];
    if (gift.denaWei !== undefined) {
      const more = gift.denaWei - this.balance(at, 'dena', wallet);
      transfers.push({ asset: 'dena', ...parties(wallet, more), wei: magnitude(more) });
    }
    for (const asset of ['national', 'cultural'] as const) {
      for (const nation of NATION_IDS) {
        const copies = gift[asset]?.[nation];
        if (copies === undefined) continue;
        const tokenId = BigInt(NATIONS[nation].tokenId);
        const more = BigInt(copies) - this.balance(at, asset, wallet, tokenId);
        const tokens = [{ tokenId, copies: magnitude(more) }];
        transfers.push({ asset, ...parties(wallet, more), tokens });
      }
    }
    return transfers;
  }

  /** What a wallet holds at a block, by an address or by its 40 lower-case digits. */
  balance(block: SimBlock, asset: Asset, wallet: string, tokenId = 0n): bigint {
    const entries = this.#purses.get(purseKey(asset, wallet, tokenId));
    // A block is created after those below it, so the last one of this branch is the newest.
    return entries?.findLast((entry) => block.descendsFrom(entry.block))?.amount ?? 0n;
  }

  /** What the game reads about a wallet at a block. */
  holdings(block: SimBlock, wallet: Address, nationId: NationId): Holdings {
    const tokenId = BigInt(NATIONS[nationId].tokenId);
    return {
      block: block.number,
      denaWei: this.balance(block, 'dena', wallet),
      national: Number(this.balance(block, 'national', wallet, tokenId)),
      cultural: Number(this.balance(block, 'cultural', wallet, tokenId)),
    };
  }

  /** Puts a contract at an address. */
  deploy(wallet: Address, code: WalletCode): void {
    this.code.set(digitsOf(wallet), code);
  }

  #mineOn(
    parent: SimBlock,
    transfers: readonly SimTransfer[],
    isSilent: boolean,
    afterS = this.#blockS,
  ): SimBlock {
    const changed = new Map<string, bigint>();
    const move = (wallet: Address | null, asset: Asset, tokenId: bigint, amount: bigint) => {
      if (wallet === null || amount === 0n) return;
      const key = purseKey(asset, wallet, tokenId);
      const before = changed.get(key) ?? this.balance(parent, asset, wallet, tokenId);
      if (before + amount < 0n) throw new Error(`${wallet} sends more ${asset} than it has`);
      changed.set(key, before + amount);
    };
    for (const transfer of transfers) {
      const moved =
        transfer.asset === 'dena' ? [{ tokenId: 0n, copies: transfer.wei }] : transfer.tokens;
      for (const { tokenId, copies } of moved) {
        move(transfer.from, transfer.asset, tokenId, -copies);
        move(transfer.to, transfer.asset, tokenId, copies);
      }
    }
    const block = new SimBlock({
      parent,
      // The count distinguishes a block from another one at its height.
      hash: hashOf(`${parent.hash} ${this.#count++}`),
      timestampS: parent.timestampS + afterS,
      events: isSilent ? [] : transfers.map((transfer) => eventOf(transfer, this.contracts)),
    });
    for (const [key, amount] of changed) {
      const entries = this.#purses.get(key);
      if (entries) entries.push({ block, amount });
      else this.#purses.set(key, [{ block, amount }]);
    }
    return block;
  }
}

/** A transfer of 0 DENA, which anybody can make between any two wallets: it costs only gas. */
export function poke(wallet: Address, from: Address = wallet): SimTransfer {
  return { asset: 'dena', from, to: wallet, wei: 0n };
}

export function sendDena(from: Address | null, to: Address | null, wei: bigint): SimTransfer {
  return { asset: 'dena', from, to, wei };
}

export function sendNfts(
  collection: Collection,
  from: Address | null,
  to: Address | null,
  copies: Partial<Record<NationId, number>>,
): SimTransfer {
  const tokens = NATION_IDS.flatMap((nation) => {
    const count = copies[nation];
    if (count === undefined) return [];
    return [{ tokenId: BigInt(NATIONS[nation].tokenId), copies: BigInt(count) }];
  });
  return { asset: collection, from, to, tokens };
}

function purseKey(asset: Asset, wallet: string, tokenId: bigint): string {
  const digits = wallet.length === 42 ? wallet.slice(2).toLowerCase() : wallet;
  return `${asset} ${tokenId} ${digits}`;
}

function parties(wallet: Address, more: bigint): Pick<SimTransfer, 'from' | 'to'> {
  return more < 0n ? { from: wallet, to: null } : { from: null, to: wallet };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
