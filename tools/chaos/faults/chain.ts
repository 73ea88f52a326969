/** The chain under the game: blocks are mined and replaced, tokens move, and its two endpoints fail. */
import { address, type Address } from '../../../common/values/address.ts';
import { reverseNode } from '../../../server/chain/shown-name.ts';
import { ChainSim, sendDena } from '../../../server/chain/testing/chain-sim.ts';
import { NodeError } from '../../../server/chain/testing/sim-contracts.ts';
import { claim, giveName, resolve } from '../../../server/chain/testing/sim-names.ts';
import type { SimTransfer } from '../../../server/chain/testing/sim-logs.ts';
import { TEST_CONTRACTS } from '../../../server/chain/testing/test-contracts.ts';
import { startChainNode, type ChainNode } from '../../rig/chain-node.ts';
import type { OnChain } from '../model/compare.ts';
import { FACTS, type NationId } from '../model/facts.ts';
import { WEI } from '../model/money.ts';
import type { Traits } from '../model/wallet.ts';
import type { Fault } from '../plan.ts';

const BLOCK_MS = 500;
/** What a player starts with, and is topped up to after losing a lot. */
const START = { dena: 20_000_000n, copies: 12 };

interface Held {
  readonly wallet: Address;
  readonly nationId: NationId;
  readonly dena: Set<bigint>;
  readonly national: Set<bigint>;
  readonly cultural: Set<bigint>;
}

/** [NFT1] The traits in the metadata of three nations' tokens; the fourth's has none. */
export const TRAITS: ReadonlyMap<NationId, Traits> = new Map([
  ['usa', { km2: 250, hundredths: 25 }],
  ['italy', { km2: 600, hundredths: 60 }],
  ['argentina', { km2: 100, hundredths: 13 }],
]);

export class Chain {
  readonly #sim = new ChainSim({ startS: Math.floor(Date.now() / 1000), blockS: 1 });
  readonly #nodes: ChainNode[] = [];
  readonly #held = new Map<string, Held>();
  readonly #ticking: NodeJS.Timeout;
  reorganisations = 0;

  private constructor() {
    for (const [nation, traits] of TRAITS) {
      const attributes = [
        { trait_type: 'Territory', value: traits.km2 },
        { trait_type: 'Production', value: traits.hundredths / 100 },
      ];
      const metadata = JSON.stringify({ name: nation, attributes });
      const uri = `data:application/json,${encodeURIComponent(metadata)}`;
      this.#sim.uris.set(`national ${FACTS.nations[nation].tokenId}`, uri);
    }
    this.#ticking = setInterval(() => this.#sim.mine(), BLOCK_MS);
  }

  static async start(): Promise<Chain> {
    const chain = new Chain();
    for (let nodes = 0; nodes < 2; nodes += 1) {
      chain.#nodes.push(await startChainNode({ sim: chain.#sim }));
    }
    return chain;
  }

  /** Both endpoints, in the format of ETH_RPC_URL. */
  get rpcUrl(): string {
    return this.#nodes.map(({ url }) => url).join(',');
  }

  get contracts(): Readonly<Record<'national' | 'cultural', string>> {
    return { national: TEST_CONTRACTS.nationalNft, cultural: TEST_CONTRACTS.culturalNft };
  }

  /** Gives a wallet its first tokens. */
  settle(wallet: string, nationId: NationId): void {
    const held: Held = {
      wallet: address(wallet),
      nationId,
      dena: new Set([0n]),
      national: new Set([0n]),
      cultural: new Set([0n]),
    };
    this.#held.set(wallet, held);
    this.#give(held, START.dena * WEI, START.copies, START.copies);
    this.#name(held.wallet, this.#held.size);
  }

  /**
   * [NAM1] Half of the wallets have names; of the others, half claim a name that is not theirs or burn gas.
   */
  #name(wallet: Address, place: number): void {
    if (place % 2 === 0) giveName(this.#sim, wallet, `player${place}.eth`);
    else if (place % 4 === 1) claim(this.#sim, wallet, 'player2.eth');
    else {
      resolve(this.#sim, reverseNode(wallet), () => {
        throw new NodeError(-32_000, 'out of gas');
      });
    }
  }

  /** Each wallet's balances on chain. */
  books(): ReadonlyMap<string, OnChain> {
    return new Map(
      [...this.#held].map(([wallet, held]) => {
        const { denaWei, national, cultural } = this.#holdings(held);
        const now = { dena: denaWei, national: BigInt(national), cultural: BigInt(cultural) };
        return [wallet, { now, ever: held }];
      }),
    );
  }

  /** A wallet receives tokens or loses some, including staked ones. */
  transfer({ where, how }: Fault): void {
    const held = this.#pick(where);
    if (!held) return;
    const { denaWei, national, cultural } = this.#holdings(held);
    const part = BigInt(Math.floor(how * 1000));
    const kind = Math.floor(how * 97) % 5;
    if (kind === 0) this.#give(held, part * 60n * WEI, national, cultural);
    else if (kind === 1) this.#give(held, denaWei, Math.floor(national * how), cultural);
    else if (kind === 2) this.#give(held, denaWei, national, Math.floor(cultural * how));
    else this.#give(held, (START.dena + part) * WEI, START.copies, START.copies);
  }

  /** Replaces the newest blocks, with or without their transfers. */
  reorganise({ where, how }: Fault): void {
    const depth = Math.min(1 + Math.floor(how * 4), this.#sim.head.number - 1);
    if (depth < 1) return;
    this.reorganisations += 1;
    const held = this.#pick(where);
    const blocks: SimTransfer[][] = Array.from({ length: depth + 1 }, () => []);
    const base = this.#sim.at(this.#sim.head.number - depth);
    if (held && base && how > 0.5) {
      const wei = this.#sim.balance(base, 'dena', held.wallet);
      const gone = wei / 3n;
      if (gone > 0n) blocks[0] = [sendDena(held.wallet, null, gone)];
    }
    this.#sim.reorganise(depth, blocks);
    this.#note();
  }

  /** Lasts for `lastsMs`, or until `heal`. */
  breakNodes({ kind, where, how, lastsMs }: Fault): void {
    const [first, second] = where < 0.7 ? this.#nodes : this.#nodes.toReversed();
    const both = kind === 'chain-away' ? [first, second] : [first];
    for (const node of both) {
      if (kind === 'node-down' || kind === 'chain-away') node?.fake.set({ isDown: true });
      if (kind === 'node-hanging') node?.fake.set({ isHanging: true });
      if (kind === 'node-limited') node?.fake.set({ rateLimit: { share: how, as: 'http' } });
      if (kind === 'node-slow') node?.fake.set({ slowMs: 100 + how * 1500 });
      if (kind === 'node-lagging') node?.fake.set({ lagBlocks: 1 + Math.floor(how * 5) });
    }
    setTimeout(() => {
      for (const node of both) node?.fake.heal();
    }, lastsMs);
  }

  heal(): void {
    for (const { fake } of this.#nodes) fake.heal();
  }

  async close(): Promise<void> {
    clearInterval(this.#ticking);
    for (const node of this.#nodes) await node.close();
  }

  #pick(where: number): Held | undefined {
    return [...this.#held.values()][Math.floor(where * this.#held.size)];
  }

  #holdings({ wallet, nationId }: Held) {
    return this.#sim.holdings(this.#sim.head, wallet, nationId);
  }

  #give(held: Held, denaWei: bigint, national: number, cultural: number): void {
    const { wallet, nationId } = held;
    this.#sim.give(wallet, {
      denaWei,
      national: { [nationId]: national },
      cultural: { [nationId]: cultural },
    });
    this.#note();
  }

  /** Records what each wallet has now: a server may have read it, even if the block is replaced later. */
  #note(): void {
    for (const held of this.#held.values()) {
      const { denaWei, national, cultural } = this.#holdings(held);
      held.dena.add(denaWei);
      held.national.add(BigInt(national));
      held.cultural.add(BigInt(cultural));
    }
  }
}
