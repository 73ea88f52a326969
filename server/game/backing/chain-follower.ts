/**
 * [CHN1] Follows the transfers of the three contracts, so that stakes stay backed. The trail of
 * processed blocks is kept in the store, together with the wallets that are not verified yet: a
 * crash repeats work and never skips any. `tail.ts` takes the steps along the chain, `verifier.ts`
 * verifies players, `comparison.ts` runs the rounds over all stakers.
 *
 * With several processes the lease holder follows; the others read its trail. Every process
 * receives every commit that rests on a read of the chain: the follower compares the wallet, and
 * its successor knows about the newest commits too. If two processes follow for a moment, work is
 * done twice: players' versions order their commits, and blocks are read again if the slower
 * process writes an older trail. A write that failed may be carried out later, over a newer one.
 * Each block writes the trail again; the follower compares everything else with what the store has
 * at each look. This file is longer than others because its steps share one state.
 *
 * Longer than other files, since every step of a look changes one state.
 */
import { isDeepStrictEqual } from 'node:util';
import { chainConditionSchema, type ChainCondition } from '../../../common/protocol/health.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Epoch } from '../../../common/values/ids.ts';
import type { StoredEvent } from '../../../common/values/stored-event.ts';
import { ChainUnavailable, type Block, type Chain } from '../../chain/chain.ts';
import { every, type Loop } from '../../lib/loop.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { lastingFault, type LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import type { Game } from '../engine/game.ts';
import {
  keptGap,
  keptTrail,
  keptUnverified,
  TRAIL_LENGTH,
  widened,
  type Trail,
} from './chain-trail.ts';
import { createComparison } from './comparison.ts';
import { restsOnChain, type BackingProgress } from './backing-progress.ts';
import type { Lease } from './lease.ts';
import { createSecondReading, jumped, stepAlong, type Step } from './tail.ts';
import { BATCH, createVerifier, type Verifier } from './verifier.ts';

/** A chain whose head has been below the trail for this long is `behind`. */
const BEHIND_MS = 60_000;
/**
 * How long one look reads blocks before the rounds continue: after a week offline there are many
 * blocks.
 */
const SLICE_MS = 2000;
/** The shortest interval between two log lines about a reorganisation. */
const SAY_FORK_MS = 10_000;
/** If more wallets than this moved, a round over all stakers finds the rest. */
const MOST_UNVERIFIED = 5000;

/** The lease holder's view of the chain, for the other processes. */
const CONDITION_SETTING = 'chain.condition';

/** Stops a step: the follower is closing, has lost the lease, or is on another data set by now. */
class Interrupted extends Error {}

/** Loads how far the chain has been processed from the store. @throws StoreUnavailable */
export async function restoreProgress(
  store: Pick<Store, 'rows'>,
  backing: BackingProgress,
): Promise<void> {
  // In this order: wallets are written before the trail, so none of this trail's can be missing.
  const trail = await keptTrail.read(store);
  const unverified = new Map(await keptUnverified.read(store));
  backing.restore(trail, unverified, await keptGap.read(store));
}

interface FollowerParts {
  readonly chain: Chain;
  readonly store: Pick<Store, 'stakers' | 'player' | 'rows'>;
  readonly game: Game;
  /** The instance through which the game reads holdings. */
  readonly backing: BackingProgress;
  /** The lease under which this process follows. */
  readonly lease: Pick<Lease, 'isHeld'>;
  /** Announces the commits of all processes. */
  readonly commits: {
    readonly epoch: Epoch;
    /** To each commit, and to each reload of the whole board. */
    subscribe(listener: {
      onChange(change: { readonly event: StoredEvent }): void;
      onReload(): void;
    }): () => void;
  };
  /**
   * True if a wallet plays, according to the store too: this process's board may not have it yet.
   */
  readonly isPlayer: (wallet: Address) => Promise<boolean>;
  readonly playerCount: () => number;
  /** The game's clock. */
  readonly now: () => number;
  readonly log: Log;
  /** The pause between two looks at the chain's head. */
  readonly pollMs: number;
  /** The length of a round over all stakers. */
  readonly compareMs: number;
}

export class ChainFollower {
  readonly #parts: FollowerParts;
  readonly #secondReading: ReturnType<typeof createSecondReading>;
  readonly #verifier: Verifier;
  readonly #comparison: ReturnType<typeof createComparison>;
  readonly #loop: Loop;
  readonly #stopHeads: () => void;
  readonly #stopCommits: () => void;
  readonly #following: LastingFault;
  readonly #comparing: LastingFault;
  readonly #behind: LastingFault;
  #doing: 'standby' | 'following' = 'standby';
  #headNumber: number | null = null;
  /** When the chain's head fell below the trail's newest block; null if it is not below. */
  #behindSince: number | null = null;
  /** The lease holder's condition according to the store, while another process follows. */
  #published: ChainCondition = 'ok';
  /** Wallets that a round could not compare, and the block from which they are unverified. */
  readonly #failed = new Map<Address, number>();
  #forkSaidAt = Number.NEGATIVE_INFINITY;
  #isRightAfterBlock = false;
  /** True if blocks come so slowly that the look right after a new one finds no newer one. */
  #isSlow = false;
  #newest: Block | null = null;
  /** True if the board was reloaded since the last look: the commits in between are unknown. */
  #hasMissedCommits = false;
  /** The data set whose trail this process uses. */
  #epoch: Epoch;
  #isClosing = false;

  /** Starts to follow. */
  constructor(parts: FollowerParts) {
    const { chain, store, game, backing, commits, log, playerCount, compareMs } = parts;
    const goOn = () => this.#goOn();
    this.#parts = parts;
    this.#secondReading = createSecondReading(chain);
    this.#epoch = commits.epoch;
    this.#following = lastingFault(log, {
      lasts: 'the chain cannot be followed for now',
      over: 'the chain is followed again',
    });
    this.#comparing = lastingFault(log, {
      lasts: 'balances cannot be compared for now',
      over: 'balances are compared again',
    });
    this.#behind = lastingFault(log, {
      lasts: 'the chain is behind the processed blocks; stakes stand until it has caught up',
      over: 'the chain has caught up with the processed blocks',
    });
    this.#verifier = createVerifier({ chain, store, game, backing, log, goOn });
    this.#comparison = createComparison({
      store,
      verifier: this.#verifier,
      compareMs,
      playerCount,
      goOn,
      onFailed: ({ wallet, holdings }) => this.#failed.set(wallet, holdings.block + 1),
    });
    this.#loop = every(
      parts.pollMs,
      () => this.#follow(),
      (error) => this.#note(this.#following, error),
    );
    this.#stopHeads = chain.onHead(() => this.#loop.soon());
    this.#stopCommits = commits.subscribe({
      onChange({ event }) {
        if (restsOnChain(event)) backing.committed(event.row.wallet);
      },
      onReload: () => {
        this.#hasMissedCommits = true;
      },
    });
  }

  /** The newest block processed, by any process; null before the first. */
  block(): number | null {
    return this.#parts.backing.trail.at(-1)?.number ?? null;
  }

  /** How many blocks the chain was ahead at the last look; null if another process follows. */
  lag(): number | null {
    const block = this.#parts.backing.trail.at(-1)?.number;
    if (this.#doing === 'standby' || this.#headNumber === null || block === undefined) return null;
    return Math.max(0, this.#headNumber - block);
  }

  /** How many wallets have an unverified transfer or failed their last verification. */
  unverified(): number {
    const { backing } = this.#parts;
    return backing.unverified.size + (this.#doing === 'following' ? this.#verifier.failing() : 0);
  }

  /**
   * Seconds since this process finished its last round over all stakers; null before the first.
   */
  comparedAgeS(): number | null {
    return this.#doing === 'following' ? this.#comparison.ageS() : null;
  }

  /** Makes no call to the chain. */
  condition(): ChainCondition {
    if (!this.#parts.chain.isReachable()) return 'unavailable';
    if (this.#doing === 'standby') return this.#published;
    return this.#isLongBehind() ? 'behind' : 'ok';
  }

  /** Resolves when the current step has ended. The caller closes the lease. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopHeads();
    this.#stopCommits();
    await this.#loop.close();
  }

  async #follow(): Promise<void> {
    const { lease, commits } = this.#parts;
    try {
      if (lease.isHeld()) {
        // Another data set has its own trail and its own wallets to verify.
        if (this.#doing === 'standby' || this.#epoch !== commits.epoch) await this.#takeOver();
        await this.#look();
      } else {
        this.#doing = 'standby';
        await this.#watchTrail();
      }
      this.#following.clear();
    } finally {
      if (this.#doing === 'following') await this.#publish();
    }
  }

  /** Continues from the trail in the store, and compares what its writer may have missed. */
  async #takeOver(): Promise<void> {
    const { store, backing, commits } = this.#parts;
    // If it fails half way, the next look takes over again.
    this.#doing = 'standby';
    this.#epoch = commits.epoch;
    await restoreProgress(store, backing);
    backing.recheckAll();
    await this.#comparison.takeOver();
    this.#headNumber = null;
    this.#behindSince = null;
    this.#secondReading.clear();
    this.#failed.clear();
    this.#verifier.forget();
    this.#doing = 'following';
  }

  async #watchTrail(): Promise<void> {
    const { chain, store, backing } = this.#parts;
    await restoreProgress(store, backing);
    backing.forgetCompared();
    this.#published = await this.#publishedCondition();
    // Otherwise only the next command would notice that an endpoint is back.
    if (!chain.isReachable()) await chain.head();
  }

  async #look(): Promise<void> {
    const { chain, backing, pollMs } = this.#parts;
    if (this.#hasMissedCommits) await this.#comparison.hurry();
    this.#hasMissedCommits = false;
    // If blocks are rare, the look right after one finds nothing new.
    const isIdle = backing.unverified.size === 0 && backing.toCompare().length === 0;
    if (this.#isRightAfterBlock && this.#isSlow && isIdle && !this.#comparison.isHurried()) {
      this.#isRightAfterBlock = false;
      return;
    }
    const head = await chain.head();
    this.#headNumber = head.number;
    this.#isRightAfterBlock = this.#newest !== null && head.number === this.#newest.number + 1;
    if (this.#newest && this.#isRightAfterBlock) {
      this.#isSlow = (head.timestampS - this.#newest.timestampS) * 1000 > 2 * pollMs;
    }
    this.#newest = head;
    if (this.#isBehind(head)) return;
    let fault: unknown = null;
    try {
      await this.#goAlong(head);
      await this.#readAgain(head);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      fault = error;
    }
    // Also after a failure: the rounds need no logs.
    try {
      await this.#comparison.step(head);
      await this.#closeGap();
      this.#comparing.clear();
    } catch (error) {
      this.#note(this.#comparing, error);
    }
    if (fault !== null) throw fault;
  }

  async #readAgain(head: Block): Promise<void> {
    const { backing, log } = this.#parts;
    const missed = await this.#secondReading.run(head.number);
    for (const wallet of missed) backing.committed(wallet);
    if (missed.length > 0) {
      log.warn({ head: head.number, wallets: missed.length }, 'some logs were missing');
    }
  }

  /**
   * Marks the gap as compared, once all who have staked have been compared since the unread blocks.
   */
  async #closeGap(): Promise<void> {
    const { store, backing } = this.#parts;
    const { gap } = backing;
    const isOver = gap !== null && !gap.isCompared && !this.#comparison.isHurried();
    const kept = isOver ? { ...gap, isCompared: true } : gap;
    if (!isDeepStrictEqual(kept, await keptGap.read(store))) await keptGap.write(store, kept);
    if (isOver) backing.restore(backing.trail, backing.unverified, kept);
  }

  async #goAlong(head: Block): Promise<void> {
    const { backing } = this.#parts;
    let { trail } = backing;
    const unverified = new Map([...this.#failed, ...backing.unverified]);
    this.#failed.clear();
    const until = monotonicNow() + SLICE_MS;
    let isLevel = false;
    let isBelow = false;
    let forks = 0;
    do {
      const before = trail.at(-1)?.number ?? -1;
      const step = await this.#nextStep(trail, head);
      trail = step.trail;
      if (step.read) this.#secondReading.add(step.read);
      if (step.fork !== null) forks += 1;
      isLevel = trail.at(-1)?.hash === head.hash;
      isBelow = (trail.at(-1)?.number ?? 0) < head.number;
      await this.#noteMoves(step, before, unverified);
      if (!isLevel) await this.#keep(trail, unverified);
      this.#goOn();
      // After two forks the endpoints disagree: the next look tries again.
    } while (!isLevel && isBelow && forks < 2 && monotonicNow() < until);
    try {
      // Only at a block of the trail: any other head may be on another branch, which backs nothing
      // here.
      if (isLevel) {
        const due = this.#verifier.due(new Set([...unverified.keys(), ...backing.toCompare()]));
        for (let start = 0; start < due.length; start += BATCH) {
          this.#goOn();
          const done = await this.#verifier.verify(head, due.slice(start, start + BATCH));
          for (const wallet of done) unverified.delete(wallet);
        }
      }
    } finally {
      // Wallets that could not be verified stay in `unverified` and block nobody else.
      await this.#keep(trail, unverified);
    }
  }

  async #nextStep(trail: Trail, head: Block): Promise<Step> {
    if (trail.length === 0) return jumped(this.#parts, head);
    const step = await stepAlong(this.#parts, trail, head);
    if (step.fork !== null) {
      const facts = { fork: step.fork, head: head.number };
      // Endpoints that disagree cause a fork at every look.
      const isNews = monotonicNow() - this.#forkSaidAt >= SAY_FORK_MS;
      if (isNews) this.#forkSaidAt = monotonicNow();
      this.#parts.log[isNews ? 'warn' : 'debug'](facts, 'the chain was reorganised');
    }
    return step;
  }

  async #noteMoves(step: Step, before: number, unverified: Map<Address, number>): Promise<void> {
    const { store, backing } = this.#parts;
    backing.moved(step.moved);
    let isTooMany = false;
    for (const [wallet, block] of step.moved) {
      if (unverified.has(wallet)) continue;
      if (unverified.size < MOST_UNVERIFIED) unverified.set(wallet, block);
      else isTooMany = true;
    }
    if (!step.mustCompareAll && !isTooMany) return;
    const to = step.trail.at(-1)?.number ?? 0;
    const gap = widened(backing.gap, Math.min(before + 1, to), to);
    await keptGap.write(store, gap);
    backing.restore(backing.trail, backing.unverified, gap);
    await this.#comparison.hurry();
  }

  /** Writes to the store before memory, and unverified wallets before the trail. */
  async #keep(trail: Trail, unverified: ReadonlyMap<Address, number>): Promise<void> {
    const { store, backing } = this.#parts;
    const said = new Map(await keptUnverified.read(store));
    this.#goOn();
    if (!isDeepStrictEqual(unverified, said)) await keptUnverified.write(store, [...unverified]);
    const newest = trail.slice(-TRAIL_LENGTH);
    if (trail !== backing.trail) await keptTrail.write(store, newest);
    backing.restore(newest, new Map(unverified), backing.gap);
  }

  /**
   * True if the head is below the trail: then an endpoint lags, and no block is known to be gone.
   */
  #isBehind(head: Block): boolean {
    const { trail } = this.#parts.backing;
    const ours = trail.find(({ number }) => number === head.number);
    const isLower = head.number < (trail.at(-1)?.number ?? 0);
    if (!isLower || (ours && ours.hash !== head.hash)) {
      this.#behindSince = null;
      this.#behind.clear();
      return false;
    }
    this.#behindSince ??= monotonicNow();
    if (this.#isLongBehind())
      this.#behind.report({ head: head.number, block: trail.at(-1)?.number });
    return true;
  }

  #isLongBehind(): boolean {
    return this.#behindSince !== null && monotonicNow() - this.#behindSince >= BEHIND_MS;
  }

  async #publish(): Promise<void> {
    const { store } = this.#parts;
    const now = this.condition();
    if ((await this.#publishedCondition()) !== now) await putSetting(store, CONDITION_SETTING, now);
  }

  async #publishedCondition(): Promise<ChainCondition> {
    const kept = await setting(this.#parts.store, CONDITION_SETTING);
    return chainConditionSchema.catch('ok').parse(kept);
  }

  /** @throws Interrupted */
  #goOn(): void {
    const { lease, commits } = this.#parts;
    const mayFollow = lease.isHeld() && this.#epoch === commits.epoch;
    if (this.#isClosing || (this.#doing === 'following' && !mayFollow)) throw new Interrupted();
  }

  #note(fault: LastingFault, error: unknown): void {
    if (error instanceof Interrupted) return;
    const isForeseen = error instanceof ChainUnavailable || error instanceof StoreUnavailable;
    fault.report({ err: error }, !isForeseen);
  }
}
