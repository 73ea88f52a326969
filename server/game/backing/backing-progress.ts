/**
 * [CHN1] How far the chain was looked through, and which wallets wait to be compared with it: what
 * all processes share, and the commits that this one has received. The follower writes it; commands
 * (through `HoldingsReader`) and views read it.
 */
import { z } from 'zod';
import { chainConditionSchema, type ChainCondition } from '../../../common/protocol/health.ts';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { instantSchema } from '../../../common/values/ids.ts';
import type { EventKind, StoredEvent } from '../../../common/values/stored-event.ts';
import { hasStaked, type ShownPlayer } from '../../../common/values/player.ts';
import type { Chain } from '../../chain/chain.ts';
import type { HoldingsReader, Verified } from '../engine/holdings-reader.ts';

/** In blocks: a comparison at one that is this old can't be undone by a reorganisation. */
export const FINAL_AFTER = 64;
/** So many names are stored; anybody can name a player by sending them nothing. */
const MOST_NAMED = 5000;

const blockNumberSchema = z.int().nonnegative();

const lookedBlockSchema = z.object({
  number: blockNumberSchema,
  hash: z.string(),
  /** When it was looked through, by the game's clock. */
  at: instantSchema,
});
type LookedBlock = z.infer<typeof lookedBlockSchema>;

/** Blocks whose logs nobody read: holdings from before them can't be relied on. */
const gapSchema = z.object({
  /** The first and the last such block of all gaps so far, inclusive. */
  from: blockNumberSchema,
  to: blockNumberSchema,
  /** True if all who have staked were compared since. */
  isCompared: z.boolean(),
  /** When so many rounds have ended, the other players will have been compared, too. */
  untilRound: z.int(),
});
type Gap = z.infer<typeof gapSchema>;

/** What the store keeps, for the other processes and the next follower. */
const progressSchema = z.object({
  newest: lookedBlockSchema.nullable(),
  /**
   * The players whose tokens moved in the newest 64 blocks: the newest block in which, and the one
   * since which they wait to be compared (null: they don't); oldest first.
   */
  named: z.array(z.tuple([writtenAddressSchema, blockNumberSchema, blockNumberSchema.nullable()])),
  /** Names up to this block may have been dropped. */
  droppedTo: blockNumberSchema,
  gap: gapSchema.nullable(),
  /** What the follower knows of the chain. */
  condition: chainConditionSchema,
});

/** A named wallet; as in the store. */
interface Named {
  readonly block: number;
  readonly waitsSince: number | null;
}

/** A commit that rests on a read of the chain. */
interface Commit {
  /** Its number among the commits that this process has received. */
  readonly order: number;
  /** In a standby process, the newest block when it was next read; null before, or elsewhere. */
  readonly receivedAt: number | null;
  /** Where the wallet was compared after it; null: it waits. */
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
  /** How many commits this process has received. */
  received = 0;
  /** The newest block looked through, by any process; null before the first. */
  newest: LookedBlock | null = null;
  #named = new Map<Address, Named>();
  #droppedTo = 0;
  #gap: Gap | null = null;
  readonly #commits = new Map<Address, Commit>();

  constructor(chain: Pick<Chain, 'holdings'>) {
    this.holdings = (...args) => chain.holdings(...args);
  }

  neededBlock(wallet: Address): number {
    return this.#named.get(wallet)?.block ?? this.#movedBefore();
  }

  /** Wallets that are not named have not moved after this block. */
  #movedBefore(): number {
    return Math.max(0, this.#droppedTo, (this.newest?.number ?? 0) - FINAL_AFTER);
  }

  /** Records a commit that rests on a read of the chain, whose block may be reorganised away. */
  committed(wallet: Address): void {
    this.received += 1;
    this.#commits.set(wallet, { order: this.received, receivedAt: null, comparedAt: null });
  }

  /**
   * Records that the blocks up to the newest were looked through.
   * @param wallets the players that their logs named, and the newest block in which.
   */
  looked(newest: LookedBlock, wallets: ReadonlyMap<Address, number>): void {
    this.newest = newest;
    for (const [wallet, block] of wallets) {
      const before = this.#named.get(wallet);
      if (before && before.block >= block) continue;
      this.waitFor(wallet, block);
    }
  }

  /** Who moved lately is compared as if they had just committed: the last follower may not have. */
  takenOver(): void {
    for (const wallet of this.#named.keys()) this.committed(wallet);
  }

  /** A recent block is gone: all recent wallets wait again. */
  compareAgain(): void {
    const recent = [...this.#named];
    for (const [wallet, { block }] of recent) this.waitFor(wallet, block);
    for (const [wallet, commit] of this.#commits) {
      this.#commits.set(wallet, { ...commit, comparedAt: null });
    }
  }

  /** A wallet waits to be compared, for a transfer in this block or before. */
  waitFor(wallet: Address, block: number): void {
    const before = this.#named.get(wallet);
    // The newest is the last.
    this.#named.delete(wallet);
    this.#named.set(wallet, {
      block: Math.max(before?.block ?? this.#movedBefore(), block),
      waitsSince: Math.min(before?.waitsSince ?? block, block),
    });
  }

  /** Records that nobody read the logs of these blocks. */
  skipped(from: number, to: number, untilRound: number): void {
    this.#gap = {
      from: Math.min(this.#gap?.from ?? from, from),
      to: Math.max(this.#gap?.to ?? to, to),
      isCompared: false,
      untilRound,
    };
  }

  /** Records that all who have staked were compared since the gap. @param rounds ended so far */
  stakersCompared(rounds: number): void {
    if (!this.#gap) return;
    this.#gap = rounds < this.#gap.untilRound ? { ...this.#gap, isCompared: true } : null;
  }

  /** The wallets that wait to be compared at the newest block, some of them for the last time. */
  toCompare(): Address[] {
    const finalAt = (this.newest?.number ?? 0) - FINAL_AFTER;
    const wallets = new Set<Address>();
    for (const [wallet, { block, waitsSince }] of this.#named) {
      if (waitsSince !== null || block <= finalAt) wallets.add(wallet);
    }
    for (const [wallet, { comparedAt }] of this.#commits) {
      if (comparedAt === null || comparedAt <= finalAt) wallets.add(wallet);
    }
    return [...wallets];
  }

  /**
   * Records that the wallet's records agree with the chain at this block.
   * @param asOf `received` from before the records were loaded: later commits were not compared.
   */
  compared(wallet: Address, block: number, asOf: number): void {
    const finalAt = block - FINAL_AFTER;
    const named = this.#named.get(wallet);
    if (named && named.block <= finalAt) this.#named.delete(wallet);
    else if (named && named.block <= block) this.#named.set(wallet, { ...named, waitsSince: null });
    const commit = this.#commits.get(wallet);
    if (!commit || commit.order > asOf) return;
    if (commit.comparedAt !== null && commit.comparedAt <= finalAt) this.#commits.delete(wallet);
    else this.#commits.set(wallet, { ...commit, comparedAt: commit.comparedAt ?? block });
  }

  /** How many named wallets have an unprocessed transfer. */
  waiting(): number {
    return [...this.#named.values()].filter(({ waitsSince }) => waitsSince !== null).length;
  }

  /** As the store keeps it; the oldest names beyond 5,000 are dropped unless they wait. */
  toText(condition: ChainCondition): string {
    for (const [wallet, { block, waitsSince }] of this.#named) {
      if (this.#named.size <= MOST_NAMED) break;
      if (waitsSince !== null) continue;
      this.#named.delete(wallet);
      this.#droppedTo = Math.max(this.#droppedTo, block);
    }
    const named = [...this.#named].map(
      ([wallet, { block, waitsSince }]) => [wallet, block, waitsSince] as const,
    );
    const { newest } = this;
    const droppedTo = this.#droppedTo;
    return JSON.stringify({ newest, named, droppedTo, gap: this.#gap, condition });
  }

  /**
   * Takes over the follower's progress, of this process or another.
   * @returns what the follower knew of the chain.
   */
  restore(text: string | null): ChainCondition {
    const { newest, named, droppedTo, gap, condition } = progressSchema.parse(
      text === null
        ? { newest: null, named: [], droppedTo: 0, gap: null, condition: 'ok' }
        : (JSON.parse(text) as unknown),
    );
    this.newest = newest;
    this.#droppedTo = droppedTo;
    this.#gap = gap;
    this.#named = new Map(
      named.map(([wallet, block, waitsSince]) => [wallet, { block, waitsSince }]),
    );
    // Those of before have been compared by the follower, if that is another process.
    const at = newest?.number ?? 0;
    for (const [wallet, commit] of this.#commits) {
      const receivedAt = commit.receivedAt ?? at;
      if (receivedAt <= at - FINAL_AFTER) this.#commits.delete(wallet);
      else this.#commits.set(wallet, { ...commit, receivedAt });
    }
    return condition;
  }

  verifiedUpTo(player: Pick<ShownPlayer, 'wallet' | 'holdings' | 'standing'>): Verified {
    const { wallet, holdings } = player;
    const { newest } = this;
    if (!newest || holdings.block === 0) return { block: holdings.block, at: null };
    const waitsSince = this.#named.get(wallet)?.waitsSince ?? null;
    const gap = this.#isAcross(player) ? this.#gap : null;
    if (waitsSince === null && gap === null) return { block: newest.number, at: newest.at };
    const block = Math.min(
      waitsSince === null ? newest.number : waitsSince - 1,
      gap === null ? newest.number : Math.max(holdings.block, gap.from - 1),
    );
    return { block, at: null };
  }

  /** True if the wallet was read before a gap and not compared since. */
  #isAcross(player: Pick<ShownPlayer, 'holdings' | 'standing'>): boolean {
    if (this.#gap === null || player.holdings.block >= this.#gap.to) return false;
    return !(this.#gap.isCompared && hasStaked(player));
  }
}
