/**
 * [CHN1] How far each wallet's transfers have been processed, as one process knows it: the
 * follower's trail, the wallets that it has yet to verify, and the commits that rest on reads of
 * the chain. The follower writes it; commands (through `HoldingsReader`) and views read it.
 */
import type { Address } from '../../../common/values/address.ts';
import type { EventKind, StoredEvent } from '../../../common/values/stored-event.ts';
import type { ShownPlayer } from '../../../common/values/player.ts';
import type { Chain } from '../../chain/chain.ts';
import type { HoldingsReader, Verified } from '../engine/holdings-reader.ts';
import {
  isOnTrail,
  TRAIL_LENGTH,
  type LogGap,
  type Trail,
  type Unverified,
} from './chain-trail.ts';

/** A commit, by any process, that rests on a read of the chain. */
interface Commit {
  /** Its number among the commits that this process has received. */
  readonly heard: number;
  /** The newest block of the trail when this process received it. */
  readonly heardAt: number;
  /**
   * The block at which the wallet was compared after it; null: it was not, or that block is gone.
   */
  readonly comparedAt: number | null;
}

/** Commits whose holdings were read from the chain. */
const RESTS_ON_CHAIN: ReadonlySet<EventKind> = new Set<EventKind>([
  'nation-chosen',
  'dena-staked',
  'national-staked',
  'cultural-staked',
  'traded',
  'holdings-verified',
  'stakes-unbacked',
]);

/**
 * True if a commit rests on a read of the chain, whose block may soon be gone; an unknown one may.
 */
export function restsOnChain({ kind }: Pick<StoredEvent, 'kind'>): boolean {
  return kind === 'unknown' || RESTS_ON_CHAIN.has(kind);
}

export class BackingProgress implements HoldingsReader {
  readonly holdings: Chain['holdings'];
  trail: Trail = [];
  unverified: Unverified = new Map();
  gap: LogGap | null = null;
  /** How many commits this process has received. */
  heard = 0;
  #lastMoved = new Map<Address, number>();
  readonly #commits = new Map<Address, Commit>();

  constructor(chain: Pick<Chain, 'holdings'>) {
    this.holdings = (...args) => chain.holdings(...args);
  }

  neededBlock(wallet: Address): number {
    // A wallet that is not on the trail has not moved since the trail's first block.
    return this.#lastMoved.get(wallet) ?? this.trail[0]?.number ?? 0;
  }

  /** Records a commit that rests on a read of the chain, whose block may be reorganised away. */
  committed(wallet: Address): void {
    this.heard += 1;
    this.#commits.set(wallet, { heard: this.heard, heardAt: this.#newest(), comparedAt: null });
  }

  /**
   * Records that the wallet's records agree with the chain at this block.
   * @param asOf `heard` from before the records were loaded: later commits were not compared.
   */
  compared(wallet: Address, block: number, asOf: number): void {
    const known = this.#commits.get(wallet);
    if (known && known.heard <= asOf) this.#commits.set(wallet, { ...known, comparedAt: block });
  }

  /** Records transfers that are about to be processed. */
  moved(wallets: ReadonlyMap<Address, number>): void {
    for (const [wallet, block] of wallets) {
      this.#lastMoved.set(wallet, Math.max(block, this.#lastMoved.get(wallet) ?? 0));
    }
  }

  /** The wallets whose commits have not been compared yet. */
  toCompare(): Address[] {
    return [...this.#commits]
      .filter(([, { comparedAt }]) => comparedAt === null)
      .map(([wallet]) => wallet);
  }

  /** Forgets commits from before the trail's first block: the follower has compared them. */
  forgetCompared(): void {
    const begins = this.trail[0]?.number ?? 0;
    for (const [wallet, { heardAt }] of this.#commits) {
      if (heardAt < begins) this.#commits.delete(wallet);
    }
  }

  /** Takes over the follower's progress, of this process or another. */
  restore(trail: Trail, unverified: Unverified, gap: LogGap | null): void {
    const fork = forkOf(this.trail, trail);
    this.trail = trail;
    this.unverified = unverified;
    this.gap = gap;
    this.#lastMoved = new Map(
      trail.flatMap(({ number, wallets }) => wallets.map((wallet) => [wallet, number])),
    );
    const forgotten = this.#newest() - TRAIL_LENGTH;
    for (const [wallet, commit] of this.#commits) {
      const { comparedAt } = commit;
      if (comparedAt === null) continue;
      // A comparison at a block that is gone does not count.
      if (comparedAt > fork) this.#commits.set(wallet, { ...commit, comparedAt: null });
      else if (comparedAt < forgotten) this.#commits.delete(wallet);
    }
  }

  /**
   * Marks every wallet of the trail: the last follower may have died before it compared a commit.
   */
  recheckAll(): void {
    for (const wallet of this.#lastMoved.keys()) this.committed(wallet);
  }

  verifiedUpTo(player: Pick<ShownPlayer, 'wallet' | 'holdings' | 'standing'>): Verified {
    const { wallet, holdings } = player;
    const last = this.trail.at(-1);
    if (!last || holdings.block === 0) return { block: holdings.block, at: null };
    const since = this.unverified.get(wallet);
    const isAcrossGap = this.gap !== null && this.#isAcross(this.gap, player);
    if (since === undefined && !isAcrossGap) return { block: last.number, at: last.at };
    const block = Math.min(
      (since ?? Number.POSITIVE_INFINITY) - 1,
      isAcrossGap ? Math.max(holdings.block, (this.gap?.from ?? 0) - 1) : last.number,
      last.number,
    );
    return { block, at: this.trail.findLast(({ number }) => number <= block)?.at ?? null };
  }

  /** True if the wallet was read before a gap and not since. */
  #isAcross(
    { to, isCompared }: LogGap,
    { holdings, standing }: Pick<ShownPlayer, 'holdings' | 'standing'>,
  ): boolean {
    const { denaStakedWei, territoryKm2, culturalCount } = standing;
    const hasStaked = denaStakedWei > 0n || territoryKm2 > 0 || culturalCount > 0;
    return holdings.block < to && !(isCompared && hasStaked);
  }

  #newest(): number {
    return this.trail.at(-1)?.number ?? 0;
  }
}

/** The number of the last block on both trails; infinite if the first trail lost no block. */
function forkOf(before: Trail, after: Trail): number {
  const last = before.at(-1);
  if (!last || isOnTrail(after, last)) return Number.POSITIVE_INFINITY;
  return before.findLast((block) => isOnTrail(after, block))?.number ?? -1;
}
