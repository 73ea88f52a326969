/**
 * The chain's port in memory, for tests of the game: tests set balances, blocks and faults through its
 * methods.
 */
import { address, type Address } from '../../../common/values/address.ts';
import { byNation, NATION_LIST, type NationId } from '../../../common/values/nations.ts';
import type { Holdings } from '../../../common/values/player.ts';
import { sleep } from '../../lib/machine.ts';
import {
  ChainUnavailable,
  type Block,
  type BlockRef,
  type Chain,
  type Collection,
  type EndpointStatus,
  type Holder,
  type NameAnswer,
  type TransferSpan,
} from '../chain.ts';

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

interface Purse {
  readonly denaWei: bigint;
  readonly national: Readonly<Record<NationId, number>>;
  readonly cultural: Readonly<Record<NationId, number>>;
}

/** `hanging` accepts every call and never answers it. */
type Condition = 'up' | 'down' | 'hanging';

const BLOCK_TIME_S = 2;
const NO_COPIES = byNation(() => 0);
const EMPTY: Purse = { denaWei: 0n, national: NO_COPIES, cultural: NO_COPIES };

export class FakeChain implements Chain {
  readonly #purses = new Map<Address, Purse>();
  readonly #contractWallets = new Map<Address, (message: string, signature: string) => boolean>();
  readonly #timeoutMs: number;
  readonly #transfers = new Map<number, Address[]>();
  readonly #uris = new Map<string, string>();
  readonly #names = new Map<Address, NameAnswer>();
  #isNameServiceHanging = false;
  #condition: Condition = 'up';
  #isReachable = true;
  #block = 1;
  /** Blocks above a fork have different hashes from those that were there before. */
  #forks: { readonly above: number; readonly salt: number }[] = [];

  /** @param options.timeoutMs after this a call to a hanging chain fails, as in the real adapter. */
  constructor(options: { readonly timeoutMs?: number } = {}) {
    this.#timeoutMs = options.timeoutMs ?? 3000;
  }

  get blockNumber(): number {
    return this.#block;
  }

  /** Sets what a wallet holds, in a block of its own. */
  give(wallet: Address, gift: Gift): void {
    this.giveUnseen(wallet, gift);
    this.advance();
    this.#transfers.set(this.#block, [wallet]);
  }

  /** Sets what a wallet holds, without a transfer that shows it. */
  giveUnseen(wallet: Address, gift: Gift): void {
    const purse = this.#purses.get(wallet) ?? EMPTY;
    this.#purses.set(wallet, {
      denaWei: gift.denaWei ?? purse.denaWei,
      national: { ...purse.national, ...gift.national },
      cultural: { ...purse.cultural, ...gift.cultural },
    });
  }

  /** Sets the metadata URI that a collection's contract returns. */
  setTokenUri(collection: Collection, tokenId: bigint, uri: string): void {
    this.#uris.set(`${collection} ${tokenId}`, uri);
  }

  /** Sets the result of a wallet's name lookup; without it, the wallet has none. */
  setName(wallet: Address, answer: NameAnswer): void {
    this.#names.set(wallet, answer);
  }

  /** Name lookups are never answered; all other calls are. */
  hangNames(): void {
    this.#isNameServiceHanging = true;
  }

  /** Replaces the newest `depth` blocks with others, in which nothing moved; balances stay. */
  reorganise(depth: number): void {
    const above = this.#block - depth;
    this.#forks.push({ above, salt: this.#forks.length + 1 });
    for (let number = above + 1; number <= this.#block; number += 1) this.#transfers.delete(number);
  }

  /** Puts code at an address that accepts some signatures; a check that throws is one that reverts. */
  deployContractWallet(
    wallet: Address,
    accepts: (message: string, signature: string) => boolean,
  ): void {
    this.#contractWallets.set(wallet, accepts);
    this.advance();
  }

  /** Goes back to the number it had `blocks` ago, as a lagging node would. */
  rewind(blocks: number): void {
    this.#block = Math.max(1, this.#block - blocks);
  }

  advance(blocks = 1): void {
    this.#block += blocks;
  }

  goDown(): void {
    this.#condition = 'down';
  }

  hang(): void {
    this.#condition = 'hanging';
  }

  comeBack(): void {
    this.#condition = 'up';
  }

  async holdings(wallet: Address, nationId: NationId): Promise<Holdings> {
    await this.#answer();
    return this.#holdings({ wallet, nationId }, this.#block);
  }

  async holdingsAt(block: BlockRef, players: readonly Holder[]): Promise<(Holdings | null)[]> {
    await this.#answer();
    this.#mustHave(block);
    return players.map((player) => this.#holdings(player, block.number));
  }

  async tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint> {
    await this.#answer();
    const purse = this.#purses.get(wallet) ?? EMPTY;
    const nation = NATION_LIST.find((candidate) => BigInt(candidate.tokenId) === tokenId);
    if (!nation) return 0n;
    const copies = collection === 'national' ? purse.national : purse.cultural;
    return BigInt(copies[nation.id]);
  }

  async tokenUri(collection: Collection, tokenId: bigint): Promise<string | null> {
    await this.#answer();
    return this.#uris.get(`${collection} ${tokenId}`) ?? null;
  }

  async names(wallets: readonly Address[]): Promise<NameAnswer[]> {
    await this.#answer();
    if (this.#isNameServiceHanging) await new Promise(() => {});
    return wallets.map((wallet) => this.#names.get(wallet) ?? { name: null });
  }

  async head(): Promise<Block> {
    await this.#answer();
    const number = this.#block;
    return {
      number,
      hash: this.#hashOf(number),
      parentHash: this.#hashOf(number - 1),
      timestampS: number * BLOCK_TIME_S,
    };
  }

  async block(number: number): Promise<BlockRef | null> {
    await this.#answer();
    return number <= this.#block ? { number, hash: this.#hashOf(number) } : null;
  }

  async transfersIn(block: BlockRef): Promise<readonly Address[] | null> {
    await this.#answer();
    this.#mustHave(block);
    return this.#transfers.get(block.number) ?? [];
  }

  async transfersAfter(base: BlockRef, upTo: number): Promise<TransferSpan> {
    await this.#answer();
    if (upTo > this.#block) throw new ChainUnavailable('The node lags.');
    const at = (number: number): BlockRef => ({ number, hash: this.#hashOf(number) });
    const numbers = Array.from({ length: upTo - base.number }, (_, i) => base.number + 1 + i);
    const blocks = numbers.flatMap((number) => {
      const wallets = this.#transfers.get(number);
      return wallets ? [{ ...at(number), wallets }] : [];
    });
    return { base: at(base.number), end: at(upTo), blocks };
  }

  async acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean> {
    await this.#answer();
    try {
      return this.#contractWallets.get(wallet)?.(message, signature) ?? false;
    } catch {
      // A contract that reverts accepts nothing.
      return false;
    }
  }

  confirm(): Promise<void> {
    return this.#answer();
  }

  isReachable(): boolean {
    return this.#isReachable;
  }

  endpoints(): readonly EndpointStatus[] {
    return [];
  }

  onHead(): () => void {
    return () => {};
  }

  close(): void {
    this.#condition = 'down';
  }

  /** Fails or hangs according to the chain's condition. */
  async #answer(): Promise<void> {
    this.#isReachable = this.#condition === 'up';
    switch (this.#condition) {
      case 'up':
        return;
      case 'down':
        throw new ChainUnavailable('The chain is down.');
      case 'hanging':
        await sleep(this.#timeoutMs);
        throw new ChainUnavailable(`The chain did not answer within ${this.#timeoutMs} ms.`);
    }
  }

  #holdings({ wallet, nationId }: Holder, block: number): Holdings {
    const purse = this.#purses.get(wallet) ?? EMPTY;
    return {
      block,
      denaWei: purse.denaWei,
      national: purse.national[nationId],
      cultural: purse.cultural[nationId],
    };
  }

  #mustHave({ number, hash }: BlockRef): void {
    if (number > this.#block || this.#hashOf(number) !== hash) {
      throw new ChainUnavailable(`The node has no such block ${number}.`);
    }
  }

  #hashOf(number: number): string {
    const salt = this.#forks.findLast(({ above }) => number > above)?.salt ?? 0;
    return `0x${salt.toString(16).padStart(8, '0')}${number.toString(16).padStart(56, '0')}`;
  }
}
