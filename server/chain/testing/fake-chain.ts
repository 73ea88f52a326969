/** The chain's adapter in memory, for tests: balances are given, blocks and faults are called for. */
import type { Address } from '../../../common/values/address.ts';
import { byNation, NATION_LIST, type NationId } from '../../../common/values/nations.ts';
import type { Holdings } from '../../../common/values/player.ts';
import {
  ChainUnavailable,
  type BlockRef,
  type BlockTransfers,
  type Chain,
  type Collection,
} from '../chain.ts';

/** What a wallet holds; whatever a gift leaves out stays as it is. */
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

/** `hanging` accepts every question and never answers it. */
type Condition = 'up' | 'down' | 'hanging';

const NO_COPIES = byNation(() => 0);
const EMPTY: Purse = { denaWei: 0n, national: NO_COPIES, cultural: NO_COPIES };

export class FakeChain implements Chain {
  readonly #purses = new Map<Address, Purse>();
  readonly #contractWallets = new Map<Address, (message: string, signature: string) => boolean>();
  readonly #timeoutMs: number;
  readonly #transfers = new Map<number, Address[]>();
  readonly #uris = new Map<string, string>();
  #condition: Condition = 'up';
  #block = 1;
  /** Blocks above a fork have other hashes than those that stood there before. */
  #forks: { readonly above: number; readonly salt: number }[] = [];

  /** @param options.timeoutMs after which a hanging chain is given up, as the real adapter does. */
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

  /** Sets what a wallet holds, without a transfer that tells of it. */
  giveUnseen(wallet: Address, gift: Gift): void {
    const purse = this.#purses.get(wallet) ?? EMPTY;
    this.#purses.set(wallet, {
      denaWei: gift.denaWei ?? purse.denaWei,
      national: { ...purse.national, ...gift.national },
      cultural: { ...purse.cultural, ...gift.cultural },
    });
  }

  /** The metadata's place that a collection's contract names. */
  setTokenUri(collection: Collection, tokenId: bigint, uri: string): void {
    this.#uris.set(`${collection} ${tokenId}`, uri);
  }

  /** The newest `depth` blocks are replaced by others, in which nothing moved; balances stay. */
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

  /** Back where it was `blocks` ago by number, as a node that lags behind shows itself. */
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
    await this.ping();
    const purse = this.#purses.get(wallet) ?? EMPTY;
    return {
      block: this.#block,
      denaWei: purse.denaWei,
      national: purse.national[nationId],
      cultural: purse.cultural[nationId],
    };
  }

  async allHoldings(
    players: readonly { readonly wallet: Address; readonly nationId: NationId }[],
  ): Promise<Holdings[]> {
    return Promise.all(players.map(({ wallet, nationId }) => this.holdings(wallet, nationId)));
  }

  async tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint> {
    await this.ping();
    const purse = this.#purses.get(wallet) ?? EMPTY;
    const nation = NATION_LIST.find((candidate) => BigInt(candidate.tokenId) === tokenId);
    if (!nation) return 0n;
    const copies = collection === 'national' ? purse.national : purse.cultural;
    return BigInt(copies[nation.id]);
  }

  async tokenUri(collection: Collection, tokenId: bigint): Promise<string | null> {
    await this.ping();
    return this.#uris.get(`${collection} ${tokenId}`) ?? null;
  }

  async head(): Promise<BlockRef> {
    await this.ping();
    return { number: this.#block, hash: this.#hashOf(this.#block) };
  }

  async block(number: number): Promise<BlockRef | null> {
    await this.ping();
    return number <= this.#block ? { number, hash: this.#hashOf(number) } : null;
  }

  async transfers(fromBlock: number, toBlock: number): Promise<BlockTransfers[]> {
    await this.ping();
    return [...this.#transfers]
      .filter(([number]) => number >= fromBlock && number <= Math.min(toBlock, this.#block))
      .toSorted(([a], [b]) => a - b)
      .map(([number, wallets]) => ({ number, hash: this.#hashOf(number), wallets }));
  }

  async acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean> {
    await this.ping();
    try {
      return this.#contractWallets.get(wallet)?.(message, signature) ?? false;
    } catch {
      // A contract that reverts accepts nothing.
      return false;
    }
  }

  async ping(): Promise<void> {
    switch (this.#condition) {
      case 'up':
        return;
      case 'down':
        throw new ChainUnavailable('The chain is down.');
      case 'hanging':
        await new Promise((resolve) => {
          setTimeout(resolve, this.#timeoutMs);
        });
        throw new ChainUnavailable(`The chain did not answer within ${this.#timeoutMs} ms.`);
    }
  }

  close(): void {
    this.#condition = 'down';
  }

  #hashOf(number: number): string {
    const salt = this.#forks.findLast(({ above }) => number > above)?.salt ?? 0;
    return `0x${salt.toString(16).padStart(8, '0')}${number.toString(16).padStart(56, '0')}`;
  }
}
