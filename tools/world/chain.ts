/**
 * The chain under the game: blocks are mined and replaced, tokens move, and its two endpoints fail.
 */
import { address, type Address } from '../../common/values/address.ts';
import { reverseNode } from '../../server/chain/shown-name.ts';
import { ChainSim, sendDena, TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { FakeNode } from '../../server/chain/testing/fake-node.ts';
import {
  REFUSALS,
  type BackendFaults,
  type FrontFaults,
} from '../../server/chain/testing/fake-node-faults.ts';
import { NodeError } from '../../server/chain/testing/sim-contracts.ts';
import { claim, giveName, resolve } from '../../server/chain/testing/sim-names.ts';
import type { SimBlock } from '../../server/chain/testing/sim-block.ts';
import type { SimTransfer } from '../../server/chain/testing/sim-logs.ts';
import { after, wallNow, repeatedly, type Timer } from '../../server/lib/machine.ts';
import type { OnChain } from './model/compare.ts';
import { FACTS, WEI, type NationId } from './model/facts.ts';
import type { Traits } from './model/wallet.ts';

/**
 * What a player starts with, and is topped up to after losing a lot: whole DENA, and copies of each
 * NFT.
 */
export interface Start {
  readonly dena: bigint;
  readonly copies: number;
}

const START: Start = { dena: 20_000_000n, copies: 12 };

interface Holder {
  readonly wallet: Address;
  readonly nationId: NationId;
  /** Its tokens only become more, in blocks that stay. */
  readonly isSteady: boolean;
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

/** `node-lying`: what providers get wrong without being down. */
export const NODE_FAULTS = [
  'node-down',
  'node-hanging',
  'node-limited',
  'node-slow',
  'node-lagging',
  'node-lying',
  'chain-away',
] as const;

/** From 0 to 1: which wallet or node it hits, and how. */
interface Chance {
  readonly where: number;
  readonly how: number;
}

interface NodeFault extends Chance {
  readonly kind: (typeof NODE_FAULTS)[number];
  readonly lastsMs: number;
}

const LIES: readonly Partial<FrontFaults & BackendFaults>[] = [
  { nonsense: '<html>Bad gateway</html>' },
  { rateLimit: { as: 'http', share: 0.3, retryAfterS: 1 } },
  { rateLimit: { as: 'json-rpc', share: 0.2 } },
  { fail: { as: 'json-rpc', every: 7 } },
  { fail: { as: 'http', share: 0.2 } },
  { maxBatch: 1 },
  { splitsBatches: true },
  { maxLogRange: 2, rangeRefusal: REFUSALS.alchemyFree },
  { maxLogResults: 0 },
  { loseLogs: 1 },
  { loseLogs: Number.POSITIVE_INFINITY },
  { nullBlocks: 0.3 },
  { keepStates: 3 },
  { bareHeaders: true },
  { phantomHeads: 0.3 },
];

interface ChainOptions {
  /** How many backends are behind each of its endpoints. */
  readonly backends: readonly number[];
  readonly blockMs: number;
  /** How long its endpoints take to answer; defaults to 0. */
  readonly readMs?: number;
  /** Seeds what its endpoints get wrong by chance. */
  readonly seed: number;
  /** Defaults to plenty. */
  readonly start?: (isSteady: boolean) => Start;
  /**
   * Whether logs may be missing for good, so that only the rounds find what moved; defaults to
   * true.
   */
  readonly losesLogs?: boolean;
}

export class Chain {
  readonly sim: ChainSim;
  /** Its endpoints, the preferred one first. */
  readonly nodes: readonly FakeNode[];
  readonly #holders = new Map<string, Holder>();
  readonly #startOf: (isSteady: boolean) => Start;
  readonly #lies: typeof LIES;
  readonly #mining: Timer;
  readonly #blockMs: number;
  readonly #readMs: number;
  readonly #losesLogs: boolean;
  #movedAt = 0;
  /**
   * Whose DENA were others in blocks that are replaced, with no log since: a process that read them
   * there and ended has told nobody, and a wallet without stakes waits for the rounds [CHN1].
   */
  readonly #forked = new Set<Holder>();
  /** No block below it is ever replaced. */
  #ground = 0;
  reorganisations = 0;

  constructor(options: ChainOptions) {
    const { backends, blockMs, readMs = 0, seed, start = () => START, losesLogs = true } = options;
    this.#startOf = start;
    this.#losesLogs = losesLogs;
    this.#lies = LIES.filter(({ loseLogs }) => losesLogs || loseLogs !== Number.POSITIVE_INFINITY);
    this.sim = new ChainSim({ startS: Math.floor(wallNow() / 1000), blockS: blockMs / 1000 });
    this.nodes = backends.map(
      (count, n) => new FakeNode(this.sim, { backends: count, seed: seed + n }),
    );
    this.#blockMs = blockMs;
    this.#readMs = readMs;
    this.heal();
    for (const [nation, traits] of TRAITS) {
      const attributes = [
        { trait_type: 'Territory', value: traits.km2 },
        { trait_type: 'Production', value: traits.hundredths / 100 },
      ];
      const metadata = JSON.stringify({ name: nation, attributes });
      const uri = `data:application/json,${encodeURIComponent(metadata)}`;
      this.sim.uris.set(`national ${FACTS.nations[nation].tokenId}`, uri);
    }
    this.#mining = repeatedly(blockMs, () => this.sim.mine());
  }

  get contracts(): Readonly<Record<'national' | 'cultural', string>> {
    return { national: TEST_CONTRACTS.nationalNft, cultural: TEST_CONTRACTS.culturalNft };
  }

  /** Gives a wallet its first tokens; those of a steady one never become fewer. */
  settle(wallet: string, nationId: NationId, isSteady = false): void {
    const holder: Holder = {
      wallet: address(wallet),
      nationId,
      isSteady,
      dena: new Set([0n]),
      national: new Set([0n]),
      cultural: new Set([0n]),
    };
    this.#holders.set(wallet, holder);
    const { dena, copies } = this.#startOf(isSteady);
    this.#give(holder, dena * WEI, copies, copies);
    this.#ground = this.sim.head.number;
    this.#name(holder.wallet, this.#holders.size);
  }

  /**
   * [NAM1] Half of the wallets have names; of the others, half claim a name that is not theirs or
   * burn gas.
   */
  #name(wallet: Address, place: number): void {
    if (place % 2 === 0) giveName(this.sim, wallet, `player${place}.eth`);
    else if (place % 4 === 1) claim(this.sim, wallet, 'player2.eth');
    else {
      resolve(this.sim, reverseNode(wallet), () => {
        throw new NodeError(-32_000, 'out of gas');
      });
    }
  }

  /** Each wallet's balances on chain. */
  books(): ReadonlyMap<string, OnChain> {
    return new Map(
      [...this.#holders].map(([wallet, holder]) => {
        const { denaWei, national, cultural } = this.#holdings(holder);
        const now = { dena: denaWei, national: BigInt(national), cultural: BigInt(cultural) };
        const isLost = this.#losesLogs || this.#forked.has(holder);
        const movedAt = isLost ? Number.POSITIVE_INFINITY : this.#movedAt;
        return [wallet, { now, ever: holder, movedAt }];
      }),
    );
  }

  /** A wallet receives tokens or loses some, including staked ones. */
  transfer({ where, how }: Chance): void {
    const holder = this.#pick(where);
    if (!holder) return;
    const { denaWei, national, cultural } = this.#holdings(holder);
    const part = BigInt(Math.floor(how * 1000));
    if (holder.isSteady) {
      this.#give(holder, denaWei + part * WEI, national + 1, cultural + 1);
      this.#ground = this.sim.head.number;
      return;
    }
    const kind = Math.floor(how * 97) % 5;
    const { dena, copies } = this.#startOf(false);
    const little = dena / 1000n < 60n ? dena / 1000n : 60n;
    if (kind === 0) this.#give(holder, part * little * WEI, national, cultural);
    else if (kind === 1) this.#give(holder, denaWei, Math.floor(national * how), cultural);
    else if (kind === 2) this.#give(holder, denaWei, national, Math.floor(cultural * how));
    else this.#give(holder, (dena + part) * WEI, copies, copies);
  }

  /** A wallet that is not steady receives tokens, and some blocks follow at once. */
  windfall({ where, how }: Chance, { dena = 0n, cultural = 0 }): void {
    const holder = this.#pick(where);
    if (!holder || holder.isSteady) return;
    const before = this.#holdings(holder);
    const { denaWei, national } = before;
    this.#give(holder, denaWei + dena * WEI, national, before.cultural + cultural);
    this.sim.mineEmpty(1 + Math.floor(how * 3));
  }

  /**
   * Replaces the newest blocks, above `below` if that is given. The wallet loses DENA in the first
   * of the new ones. For `staleMs` one node behind each endpoint does not see it.
   */
  reorganise(
    { where, how }: Chance,
    below = this.sim.head.number - 1 - Math.floor(how * 4),
    staleMs?: number,
  ): void {
    const depth = this.sim.head.number - Math.max(below, this.#ground);
    if (depth < 1) return;
    if (staleMs !== undefined) this.#freeze(staleMs);
    this.reorganisations += 1;
    const holder = this.#pick(where);
    const blocks: SimTransfer[][] = Array.from({ length: depth + 1 }, () => []);
    const base = this.sim.at(this.sim.head.number - depth);
    if (holder && !holder.isSteady && base) {
      const wei = this.sim.balance(base, 'dena', holder.wallet);
      const gone = wei / 3n;
      if (gone > 0n) blocks[0] = [sendDena(holder.wallet, null, gone)];
    }
    const replaced = Array.from({ length: depth }, (_, n) => this.sim.at(this.sim.head.number - n));
    this.sim.reorganise(depth, blocks);
    this.#noteForked(replaced);
    if (holder && blocks[0]?.length) this.#forked.delete(holder);
    this.#note();
  }

  #noteForked(replaced: readonly (SimBlock | null)[]): void {
    const denaOf = ({ wallet }: Holder, block: SimBlock) => this.sim.balance(block, 'dena', wallet);
    for (const holder of this.#holders.values()) {
      const now = denaOf(holder, this.sim.head);
      if (replaced.some((block) => block && denaOf(holder, block) !== now))
        this.#forked.add(holder);
    }
  }

  #freeze(ms: number): void {
    const set = (tip: SimBlock | null) => {
      for (const { backends } of this.nodes) backends[0]?.set({ tip });
    };
    set(this.sim.head);
    after(ms, () => set(null));
  }

  /** Lasts for `lastsMs`, or until `heal`. */
  breakNodes({ kind, where, how, lastsMs }: NodeFault): void {
    const [first, second] = where < 0.7 ? this.nodes : this.nodes.toReversed();
    const both = (kind === 'chain-away' ? [first, second] : [first]).filter(
      (node) => node !== undefined,
    );
    const lie = this.#lies[Math.floor(how * this.#lies.length)];
    for (const node of both) {
      if (kind === 'node-down' || kind === 'chain-away') node.set({ isDown: true });
      if (kind === 'node-hanging') node.set({ isHanging: true });
      if (kind === 'node-limited') node.set({ rateLimit: { share: how, as: 'http' } });
      if (kind === 'node-slow') node.set({ slowMs: 100 + how * 1500 });
      if (kind === 'node-lagging') {
        const lag = how < 0.3 ? { tip: this.sim.head } : { lagBlocks: 1 + Math.floor(how * 5) };
        node.backends[0]?.set(lag);
      }
      if (kind === 'node-lying' && lie) node.set(lie);
    }
    after(lastsMs, () => this.heal(both));
  }

  heal(nodes = this.nodes): void {
    for (const node of nodes) {
      node.heal();
      node.set({ slowMs: this.#readMs });
    }
  }

  /** As many blocks as come in this time. */
  mineFor(ms: number): void {
    this.sim.mineEmpty(Math.floor(ms / this.#blockMs));
  }

  close(): void {
    this.#mining.stop();
  }

  #pick(where: number): Holder | undefined {
    return [...this.#holders.values()][Math.floor(where * this.#holders.size)];
  }

  #holdings({ wallet, nationId }: Holder) {
    return this.sim.holdings(this.sim.head, wallet, nationId);
  }

  #give(holder: Holder, denaWei: bigint, national: number, cultural: number): void {
    const { wallet, nationId } = holder;
    this.#forked.delete(holder);
    this.sim.give(wallet, {
      denaWei,
      national: { [nationId]: national },
      cultural: { [nationId]: cultural },
    });
    this.#note();
  }

  /**
   * Records what each wallet has now: a server may have read it, even if the block is replaced
   * later.
   */
  #note(): void {
    this.#movedAt = this.sim.head.number;
    for (const holder of this.#holders.values()) {
      const { denaWei, national, cultural } = this.#holdings(holder);
      holder.dena.add(denaWei);
      holder.national.add(BigInt(national));
      holder.cultural.add(BigInt(cultural));
    }
  }
}
