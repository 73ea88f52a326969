/**
 * The chain's port on a simulated chain, without JSON-RPC, for tests of the game: tests set
 * balances, blocks and faults through its methods.
 */
import { address, type Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
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
  type RecentTransfers,
} from '../chain.ts';
import { ChainSim, type Gift } from './chain-sim.ts';
import type { SimBlock } from './sim-block.ts';

/** `hanging` accepts every call and never answers it. */
type Condition = 'up' | 'down' | 'hanging';

export class FakeChain implements Chain {
  readonly sim = new ChainSim({ startS: 0, blockS: 2 });
  readonly #contractWallets = new Map<Address, (message: string, signature: string) => boolean>();
  readonly #timeoutMs: number;
  readonly #names = new Map<Address, NameAnswer>();
  #isNameServiceHanging = false;
  #condition: Condition = 'up';
  #isReachable = true;
  #lagBlocks = 0;

  /**
   * @param options.timeoutMs after this a call to a hanging chain fails, as in the real adapter.
   */
  constructor(options: { readonly timeoutMs?: number } = {}) {
    this.#timeoutMs = options.timeoutMs ?? 3000;
    this.sim.mine();
  }

  get blockNumber(): number {
    return this.#head.number;
  }

  /** Sets what a wallet holds, in a block of its own. */
  give(wallet: Address, gift: Gift): void {
    this.sim.give(wallet, gift);
  }

  /** The same, without a transfer that shows it. */
  giveUnseen(wallet: Address, gift: Gift): void {
    this.sim.give(wallet, gift, { isSilent: true });
  }

  /** Sets the result of a wallet's name lookup; without it, the wallet has none. */
  setName(wallet: Address, answer: NameAnswer): void {
    this.#names.set(wallet, answer);
  }

  /** Name lookups are never answered; all other calls are. */
  hangNames(): void {
    this.#isNameServiceHanging = true;
  }

  /** Replaces the newest `depth` blocks with empty ones. */
  reorganise(depth: number): void {
    this.sim.adopt(this.#head);
    this.#lagBlocks = 0;
    this.sim.reorganise(depth);
  }

  /**
   * Puts code at an address that accepts some signatures; a check that throws is one that reverts.
   */
  deployContractWallet(
    wallet: Address,
    accepts: (message: string, signature: string) => boolean,
  ): void {
    this.#contractWallets.set(wallet, accepts);
    this.advance();
  }

  /** Answers from so many blocks ago, as a lagging node would. */
  rewind(blocks: number): void {
    this.#lagBlocks += blocks;
  }

  advance(blocks = 1): void {
    this.sim.mineEmpty(blocks);
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
    return this.sim.holdings(this.#head, wallet, nationId);
  }

  async holdingsAt(at: BlockRef, players: readonly Holder[]): Promise<(Holdings | null)[]> {
    await this.#answer();
    const block = this.#blockAt(at);
    return players.map(({ wallet, nationId }) => this.sim.holdings(block, wallet, nationId));
  }

  async tokenBalance(collection: Collection, wallet: Address, tokenId: bigint): Promise<bigint> {
    await this.#answer();
    return this.sim.balance(this.#head, collection, wallet, tokenId);
  }

  async tokenUri(collection: Collection, tokenId: bigint): Promise<string | null> {
    await this.#answer();
    return this.sim.uris.get(`${collection} ${tokenId}`) ?? null;
  }

  async names(wallets: readonly Address[]): Promise<NameAnswer[]> {
    await this.#answer();
    if (this.#isNameServiceHanging) await new Promise(() => {});
    return wallets.map((wallet) => this.#names.get(wallet) ?? { name: null });
  }

  async head(): Promise<Block> {
    await this.#answer();
    return blockOf(this.#head);
  }

  async recentTransfers(
    head: Block,
    from: number,
    known: BlockRef | null,
  ): Promise<RecentTransfers> {
    await this.#answer();
    const newest = this.#blockAt(head);
    const wallets = new Map<Address, number>();
    for (let block: SimBlock | null = newest; block && block.number >= from; block = block.parent) {
      for (const wallet of walletsIn(block)) {
        wallets.set(wallet, Math.max(block.number, wallets.get(wallet) ?? 0));
      }
    }
    const hasKnown = known === null || newest.ancestor(known.number)?.hash === known.hash;
    return { from, wallets, hasKnown };
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

  /** The newest block that it shows. */
  get #head(): SimBlock {
    const { head, genesis } = this.sim;
    return head.ancestor(head.number - this.#lagBlocks) ?? genesis;
  }

  #blockAt({ number, hash }: BlockRef): SimBlock {
    const block = this.#head.ancestor(number);
    if (block?.hash !== hash) throw new ChainUnavailable(`The node has no such block ${number}.`);
    return block;
  }
}

function blockOf({ number, hash, parent, timestampS }: SimBlock): Block {
  return { number, hash, parentHash: parent?.hash ?? '', timestampS };
}

/**
 * The wallets that sent or received in a block. Mints come from the zero address, and burns go to
 * it.
 */
function walletsIn({ events }: SimBlock): Address[] {
  const parties = events.flatMap(({ topics }) => topics.slice(-2).map((one) => one.slice(-40)));
  return [...new Set(parties)].filter((one) => !/^0*$/.test(one)).map((one) => address(`0x${one}`));
}
