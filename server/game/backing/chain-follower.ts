/**
 * [CHN1] Follows the chain, so that stakes stay backed. At each look it reads the logs of the
 * newest blocks, some dozens of them once more, and compares the players that they name with their
 * balances; so it does after commits that rest on a read. The logs are a hint: rounds (`rounds.ts`)
 * compare everybody, whatever the logs say. Of a reorganisation it knows only that the block of the
 * last look is gone, and compares all recent wallets again.
 *
 * With several processes the lease holder follows; the others read how far it is from the store. If
 * two follow for a moment, work is done twice: players' versions order their commits, and a round
 * over all stakers begins with each takeover.
 */
import type { ChainCondition } from '../../../common/protocol/health.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Epoch } from '../../../common/values/ids.ts';
import type { StoredEvent } from '../../../common/values/stored-event.ts';
import {
  ChainUnavailable,
  type Block,
  type BlockRef,
  type Chain,
  type RecentTransfers,
} from '../../chain/chain.ts';
import { every, type Loop } from '../../lib/loop.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { lastingFault, type LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import type { Game } from '../engine/game.ts';
import { restsOnChain, type BackingProgress } from './backing-progress.ts';
import type { Lease } from './lease.ts';
import { NamedPlayers } from './named-players.ts';
import { createRounds } from './rounds.ts';
import { BATCH, createVerifier, type Verifier } from './verifier.ts';

/** What is read again at every look: endpoints may index logs late, or lag. */
const OVERLAP = 32;
/** If a block stays the newest for so many looks, its logs are read once more. */
const LATE_LOOKS = 3;
/** After so many looks without logs the rounds go on without them. */
const FAILED_LOOKS = 3;
/** The chain makes no more blocks while nobody follows, unless for days. */
const FAR_BLOCKS = 10_000;
/** A chain whose head has been below the newest block looked through for this long is `behind`. */
const BEHIND_MS = 60_000;
/** How long one look compares wallets before it looks again. */
const SLICE_MS = 2000;
/** The shortest interval between two log lines about a reorganisation. */
const LOG_FORK_MS = 10_000;

const SETTING = 'chain.looked';

/** Stops a look: the follower is closing, has lost the lease, or is on another data set by now. */
class Interrupted extends Error {}

/** Loads how far the chain was looked through. @throws StoreUnavailable */
export async function restoreProgress(
  store: Pick<Store, 'rows'>,
  backing: BackingProgress,
): Promise<ChainCondition> {
  return backing.restore(await setting(store, SETTING));
}

interface FollowerParts {
  readonly chain: Chain;
  readonly store: Pick<Store, 'playersAfter' | 'player' | 'rows'>;
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
  readonly #verifier: Verifier;
  readonly #rounds: ReturnType<typeof createRounds>;
  readonly #named: NamedPlayers;
  readonly #loop: Loop;
  readonly #stopHeads: () => void;
  readonly #stopCommits: () => void;
  readonly #following: LastingFault;
  readonly #behind: LastingFault;
  #doing: 'standby' | 'following' = 'standby';
  /** The lease holder's condition according to the store, while another process follows. */
  #published: ChainCondition = 'ok';
  /** What this process wrote last of its progress. */
  #savedText: string | null = null;
  #head: Block | null = null;
  /** When the chain's head fell below the newest block looked through; null if it is not below. */
  #behindSince: number | null = null;
  #looksAtHead = 0;
  /** True if the head's logs have been read once more. */
  #isReadAgain = false;
  #failedLooks = 0;
  #forkLoggedAt = Number.NEGATIVE_INFINITY;
  #isRightAfterBlock = false;
  /** True if blocks come so slowly that the look right after a new one finds no newer one. */
  #isSlow = false;
  /** True if the board was reloaded since the last look: the commits in between are unknown. */
  #hasMissedCommits = false;
  /** The data set whose progress this process uses. */
  #epoch: Epoch;
  #isClosing = false;

  /** Starts to follow. */
  constructor(parts: FollowerParts) {
    const { chain, store, game, backing, commits, log, playerCount, compareMs } = parts;
    const assertFollowing = () => this.#assertFollowing();
    this.#parts = parts;
    this.#epoch = commits.epoch;
    this.#following = lastingFault(log, {
      lasts: 'the chain cannot be followed for now',
      over: 'the chain is followed again',
    });
    this.#behind = lastingFault(log, {
      lasts: 'the chain is behind the processed blocks; stakes stand until it has caught up',
      over: 'the chain has caught up with the processed blocks',
    });
    this.#named = new NamedPlayers(parts.isPlayer);
    this.#verifier = createVerifier({ chain, store, game, backing, log, assertFollowing });
    this.#rounds = createRounds({
      store,
      verifier: this.#verifier,
      compareMs,
      playerCount,
      assertFollowing,
      onFailed: ({ wallet, holdings }) => backing.waitFor(wallet, holdings.block + 1),
    });
    this.#loop = every(
      parts.pollMs,
      () => this.#follow(),
      (error) => this.#note(error),
    );
    this.#stopHeads = chain.onHead(() => this.#loop.soon());
    this.#stopCommits = commits.subscribe({
      onChange: ({ event }) => {
        if (restsOnChain(event)) backing.committed(event.row.wallet);
      },
      onReload: () => {
        this.#hasMissedCommits = true;
      },
    });
  }

  /** The newest block looked through, by any process; null before the first. */
  block(): number | null {
    return this.#parts.backing.newest?.number ?? null;
  }

  /** How many blocks the chain was ahead at the last look; null if another process follows. */
  lag(): number | null {
    const block = this.block();
    if (this.#doing === 'standby' || this.#head === null || block === null) return null;
    return Math.max(0, this.#head.number - block);
  }

  /** How many wallets have an unverified transfer or failed their last verification. */
  unverified(): number {
    const failing = this.#doing === 'following' ? this.#verifier.failing() : 0;
    return Math.max(this.#parts.backing.waiting(), failing);
  }

  /**
   * Seconds since this process finished its last round over all stakers; null before the first.
   */
  comparedAgeS(): number | null {
    return this.#doing === 'following' ? this.#rounds.ageS() : null;
  }

  /** Makes no call to the chain. */
  condition(): ChainCondition {
    if (!this.#parts.chain.isReachable()) return 'unavailable';
    if (this.#doing === 'standby') return this.#published;
    return this.#isLongBehind() ? 'behind' : 'ok';
  }

  /** Resolves when the current look has ended. The caller closes the lease. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopHeads();
    this.#stopCommits();
    await this.#loop.close();
  }

  async #follow(): Promise<void> {
    const { lease, commits } = this.#parts;
    if (!lease.isHeld()) {
      this.#doing = 'standby';
      await this.#readProgress();
    } else {
      // Another data set has its own progress.
      if (this.#doing === 'standby' || this.#epoch !== commits.epoch) await this.#takeOver();
      try {
        await this.#look();
      } finally {
        await this.#save();
      }
    }
    this.#following.clear();
  }

  async #readProgress(): Promise<void> {
    const { chain, store, backing } = this.#parts;
    this.#published = await restoreProgress(store, backing);
    // Otherwise only the next command would notice that an endpoint is back.
    if (!chain.isReachable()) await chain.head();
  }

  /** Continues from the progress in the store, and compares what its writer may have missed. */
  async #takeOver(): Promise<void> {
    const { store, backing, commits } = this.#parts;
    // If it fails half way, the next look takes over again.
    this.#doing = 'standby';
    this.#epoch = commits.epoch;
    await restoreProgress(store, backing);
    backing.takenOver();
    await this.#rounds.takeOver();
    this.#savedText = null;
    this.#head = null;
    this.#behindSince = null;
    this.#named.forget();
    this.#verifier.forget();
    this.#doing = 'following';
  }

  async #look(): Promise<void> {
    const { chain, backing } = this.#parts;
    if (this.#hasMissedCommits) await this.#rounds.hurry();
    this.#hasMissedCommits = false;
    if (this.#maySkipLook()) return;
    const head = await chain.head();
    this.#noteHead(head);
    if (this.#isBehind(head)) return;
    try {
      await this.#lookThrough(head);
      await this.#save();
    } finally {
      // Also after a failure. Only at a block that was looked through: the next look notices if it
      // is gone.
      if (backing.newest) await this.#compareAt(backing.newest);
    }
  }

  async #compareAt(block: BlockRef): Promise<void> {
    try {
      await this.#compareWaiting(block);
    } finally {
      await this.#rounds.step(block);
      const { backing } = this.#parts;
      if (!this.#rounds.isHurried()) backing.stakersCompared(this.#rounds.ended());
    }
  }

  /** If blocks are rare, the look right after one finds nothing new. */
  #maySkipLook(): boolean {
    const isIdle = this.#parts.backing.toCompare().length === 0 && !this.#rounds.isHurried();
    const maySkip = this.#isRightAfterBlock && this.#isSlow && isIdle;
    if (maySkip) this.#isRightAfterBlock = false;
    return maySkip;
  }

  #noteHead(head: Block): void {
    const before = this.#head;
    this.#head = head;
    this.#isRightAfterBlock = before !== null && head.number === before.number + 1;
    if (before && this.#isRightAfterBlock) {
      this.#isSlow = (head.timestampS - before.timestampS) * 1000 > 2 * this.#parts.pollMs;
    }
  }

  /** Reads the newest blocks' logs, if there is a newer block or they may have come late. */
  async #lookThrough(head: Block): Promise<void> {
    const { chain, backing, now } = this.#parts;
    const before = backing.newest;
    const isNew = before?.hash !== head.hash;
    this.#looksAtHead = isNew ? 0 : this.#looksAtHead + 1;
    if (!isNew && (this.#isReadAgain || this.#looksAtHead < LATE_LOOKS)) return;
    // Nothing that is known vouches for this head.
    if (before === null || head.number - before.number > FAR_BLOCKS) await chain.confirm();
    const found = await this.#recentTransfers(head, before);
    const players = await this.#named.playersAmong(found.wallets);
    this.#assertFollowing();
    const isFork = before !== null && !found.hasKnown;
    // How far a fork goes back is not known.
    const unread = before === null ? 0 : before.number + 1 - (isFork ? OVERLAP : 0);
    if (before === null || found.from > Math.max(0, unread)) {
      await this.#rounds.hurry();
      backing.skipped(Math.max(0, unread), head.number, this.#rounds.everybodyBy());
    }
    if (isFork) {
      this.#logFork(before.number, head.number);
      backing.compareAgain();
    }
    const { number, hash } = head;
    backing.looked({ number, hash, at: now() }, players);
    this.#named.processed(found.wallets);
    this.#isReadAgain = !isNew;
  }

  async #recentTransfers(head: Block, before: BlockRef | null): Promise<RecentTransfers> {
    const { chain } = this.#parts;
    // A read that failed may have been too large.
    const overlap = OVERLAP >> this.#failedLooks;
    const from = Math.max(0, (before?.number ?? head.number) - overlap + 1);
    try {
      const found = await chain.recentTransfers(head, from, before);
      this.#failedLooks = 0;
      return found;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      this.#failedLooks = Math.min(FAILED_LOOKS, this.#failedLooks + 1);
      if (this.#failedLooks < FAILED_LOOKS) throw error;
      // No endpoint serves its logs, but the head may be there all the same.
      return chain.recentTransfers(head, head.number + 1, before);
    }
  }

  async #compareWaiting(block: BlockRef): Promise<void> {
    const until = monotonicNow() + SLICE_MS;
    const due = this.#verifier.due(this.#parts.backing.toCompare());
    for (let start = 0; start < due.length && monotonicNow() < until; start += BATCH) {
      this.#assertFollowing();
      await this.#verifier.verify(block, due.slice(start, start + BATCH));
    }
  }

  #logFork(block: number, head: number): void {
    // Endpoints that disagree cause a fork at every look.
    const isNews = monotonicNow() - this.#forkLoggedAt >= LOG_FORK_MS;
    if (isNews) this.#forkLoggedAt = monotonicNow();
    this.#parts.log[isNews ? 'warn' : 'debug']({ block, head }, 'the chain was reorganised');
  }

  /**
   * True if the head is below what was looked through: then an endpoint lags, and no block is known
   * to be gone.
   */
  #isBehind(head: Block): boolean {
    const block = this.block() ?? 0;
    if (head.number >= block) {
      this.#behindSince = null;
      this.#behind.clear();
      return false;
    }
    this.#behindSince ??= monotonicNow();
    if (this.#isLongBehind()) this.#behind.report({ head: head.number, block });
    return true;
  }

  #isLongBehind(): boolean {
    return this.#behindSince !== null && monotonicNow() - this.#behindSince >= BEHIND_MS;
  }

  /** Writes the progress, if it has changed. @throws StoreUnavailable */
  async #save(): Promise<void> {
    const { backing, lease, commits } = this.#parts;
    const text = backing.toText(this.condition());
    if (text === this.#savedText || !lease.isHeld() || this.#epoch !== commits.epoch) return;
    await putSetting(this.#parts.store, SETTING, text);
    this.#savedText = text;
  }

  /** @throws Interrupted */
  #assertFollowing(): void {
    const { lease, commits } = this.#parts;
    const mayFollow = lease.isHeld() && this.#epoch === commits.epoch;
    if (this.#isClosing || !mayFollow) throw new Interrupted();
  }

  #note(error: unknown): void {
    if (error instanceof Interrupted) return;
    const isForeseen = error instanceof ChainUnavailable || error instanceof StoreUnavailable;
    this.#following.report({ err: error }, !isForeseen);
  }
}
