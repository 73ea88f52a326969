/**
 * [CHN1] Follows the three contracts' transfers, so that stakes stay backed. The trail of blocks that
 * were dealt with is kept in the store, and beside it who could not be verified yet: a crash repeats
 * work, it never skips any. What a step along the chain is stands in `tail.ts`, how players are verified
 * in `verifier.ts`, the rounds over everybody in `comparison.ts`.
 *
 * Of several processes the one that holds the lease follows; the others look on, and read its trail. Each
 * hears of every commit that rests on a read of the chain, whichever process made it: the follower compares
 * that wallet, and whoever takes over from it knows of the newest. Should two follow at once for a moment,
 * work is done twice: players' versions order what both commit, and a trail that the slower one sets back
 * is gone along again.
 */
import { chainConditionSchema, type ChainCondition } from '../../../common/protocol/health.ts';
import type { Address } from '../../../common/values/address.ts';
import type { EventKind, GameEvent } from '../../../common/values/game-event.ts';
import {
  ChainUnavailable,
  type Block,
  type BlockTransfers,
  type Chain,
} from '../../chain/chain.ts';
import { every } from '../../lib/loop.ts';
import { LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import type { Game } from '../engine/game.ts';
import { readTrail, writeTrail, type Trail } from './chain-trail.ts';
import { createComparison } from './comparison.ts';
import type { DealtWith } from './dealt-with.ts';
import type { Lease } from './lease.ts';
import { jumped, stepAlong, type Step } from './tail.ts';
import { readUnverified, writeUnverified } from './unverified-wallets.ts';
import { BATCH, createVerifier } from './verifier.ts';

/** A chain that stays below what was dealt with for so long is said to be behind. */
const BEHIND_MS = 60_000;
/** How long blocks are gone along before players are verified: after a week away, there are many. */
const SLICE_MS = 2000;
/** More wallets than that are found by comparing everybody who staked. */
const MOST_UNVERIFIED = 5000;

/** What the lease holder finds, for the processes that look on. */
const CONDITION_SETTING = 'chain.condition';

export interface FollowerReadings {
  /** The newest block that was dealt with, by whichever process; null before the first. */
  block(): number | null;
  /** How many blocks the chain was ahead at the last look; null where another process follows. */
  lag(): number | null;
  /** Wallets that are not verified, and wallets whose last verification failed. */
  unverified(): number;
  /** How many seconds ago everybody who staked had been compared; null where it was not here. */
  comparedAgeS(): number | null;
  /** Asks the chain nothing. */
  condition(): ChainCondition;
}

export interface ChainFollower extends FollowerReadings {
  /** Resolves when the step under way has ended. The lease stays the caller's to close. */
  close(): Promise<void>;
}

/** What a process hears of: each commit, and that the board was loaded whole. */
interface CommitListener {
  onChange(change: { readonly event: GameEvent }): void;
  onReload(): void;
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

/** A step that must not go on: the follower closes, or another process follows by now. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function followChain(parts: {
  readonly chain: Chain;
  readonly store: Pick<Store, 'stakers' | 'player' | 'setting' | 'putSetting'>;
  readonly game: Game;
  /** Through which the game reads. */
  readonly dealtWith: DealtWith;
  /** Under which this process follows. */
  readonly lease: Pick<Lease, 'isHeld'>;
  /** Where every commit is heard of, of whichever process. */
  readonly commits: { subscribe(listener: CommitListener): () => void };
  /** Whether a wallet plays, asked of the records: this process's board may not have heard of it. */
  readonly isPlayer: (wallet: Address) => Promise<boolean>;
  readonly playerCount: () => number;
  /** The game's clock. */
  readonly now: () => number;
  readonly log: Log;
  /** Between two looks at the chain's head. */
  readonly pollMs: number;
  /** In which everybody who staked is compared once. */
  readonly compareMs: number;
  readonly behindMs?: number;
}): ChainFollower {
  const { chain, store, game, dealtWith, lease, commits, log, playerCount } = parts;
  const { pollMs, compareMs, behindMs = BEHIND_MS } = parts;
  let doing: 'looking on' | 'following' = 'looking on';
  let headNumber: number | null = null;
  /** Since when the chain has been below the trail's newest block. */
  let behindSince: number | null = null;
  /** What the store has as the condition that the lease holder finds. */
  let published: ChainCondition = 'ok';
  /** The newest block, whose logs are read a second time: some nodes leave some out at first. */
  let again: BlockTransfers | null = null;
  /** Whether blocks come so seldom that a look right after one finds nothing new. */
  let isSlow = false;
  let newest: Block | null = null;
  /** Since the last look the board was loaded whole: who committed meanwhile is not known. */
  let hasMissedCommits = false;
  let isClosing = false;
  const following = new LastingFault(log, {
    lasts: 'the chain cannot be followed for now',
    over: 'the chain is followed again',
  });
  const comparing = new LastingFault(log, {
    lasts: 'balances cannot be compared for now',
    over: 'balances are compared again',
  });
  const behind = new LastingFault(log, {
    lasts: 'the chain is behind what was dealt with; stakes stand until it has come back',
    over: 'the chain has come back to what was dealt with',
  });
  const verifier = createVerifier({ chain, store, game, dealtWith, log, goOn });
  const comparison = createComparison({
    store,
    verifier,
    compareMs,
    playerCount,
    goOn,
    onFailed: (wallet) => dealtWith.committed(wallet),
  });
  const loop = every(pollMs, follow, (error) => note(following, error));
  const stopHeads = chain.onHead(() => loop.soon());
  const stopCommits = commits.subscribe({
    onChange({ event }) {
      if (RESTS_ON_CHAIN.has(event.kind)) dealtWith.committed(event.row.wallet);
    },
    onReload() {
      hasMissedCommits = true;
    },
  });

  return {
    block: () => dealtWith.trail.at(-1)?.number ?? null,
    lag() {
      const block = dealtWith.trail.at(-1)?.number;
      if (doing === 'looking on' || headNumber === null || block === undefined) return null;
      return Math.max(0, headNumber - block);
    },
    unverified: () => dealtWith.unverified.size + verifier.failing(),
    comparedAgeS: () => (doing === 'following' ? comparison.ageS() : null),
    condition,
    async close() {
      isClosing = true;
      stopHeads();
      stopCommits();
      await loop.close();
    },
  };

  async function follow(): Promise<void> {
    try {
      if (lease.isHeld()) {
        if (doing === 'looking on') await takeOver();
        await look();
      } else {
        doing = 'looking on';
        await lookOn();
      }
      following.end();
    } finally {
      if (doing === 'following') await publish();
    }
  }

  /** Goes on where another process, or an earlier one, had come to. What it may have missed is compared. */
  async function takeOver(): Promise<void> {
    await takeUp();
    dealtWith.distrust();
    await comparison.takeOver();
    published = await publishedCondition();
    headNumber = null;
    behindSince = null;
    again = null;
    doing = 'following';
  }

  async function takeUp(): Promise<void> {
    // In this order: who is on the trail and was verified before it was kept is not unverified.
    const trail = await readTrail(store);
    dealtWith.takeUp(trail, await readUnverified(store));
  }

  async function lookOn(): Promise<void> {
    await takeUp();
    dealtWith.leaveToFollower();
    published = await publishedCondition();
    // The commands of this process found no endpoint: whether one is back, only they would tell.
    if (!chain.isReachable()) await chain.head();
  }

  async function look(): Promise<void> {
    if (hasMissedCommits) await comparison.hurry();
    hasMissedCommits = false;
    if (await readAgain()) return;
    const head = await chain.head();
    headNumber = head.number;
    if (newest && head.number === newest.number + 1) {
      isSlow = (head.timestampS - newest.timestampS) * 1000 > 2 * pollMs;
    }
    newest = head;
    if (isBehind(head)) return;
    let fault: unknown = null;
    try {
      await goAlong(head);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      fault = error;
    }
    // Whatever became of that: who is compared is found to be backed or not.
    try {
      await comparison.step(head);
      comparing.end();
    } catch (error) {
      note(comparing, error);
    }
    if (fault !== null) throw fault;
  }

  /**
   * Reads the newest block's logs a second time. Where the next block is not to be expected yet, that
   * takes the place of a look at the head. @returns whether it does.
   */
  async function readAgain(): Promise<boolean> {
    if (!again) return false;
    const { wallets, ...block } = again;
    again = null;
    const found = await chain.transfersIn(block).catch((error: unknown) => {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    });
    const known = new Set(wallets);
    const missed = found?.filter((wallet) => !known.has(wallet)) ?? [];
    for (const wallet of missed) dealtWith.committed(wallet);
    if (missed.length > 0) {
      log.warn({ block: block.number, wallets: missed.length }, 'logs had been left out');
    }
    return isSlow && missed.length === 0;
  }

  async function goAlong(head: Block): Promise<void> {
    let { trail } = dealtWith;
    const unverified = new Map(dealtWith.unverified);
    const until = performance.now() + SLICE_MS;
    let isLevel = false;
    let forks = 0;
    do {
      const step = await nextStep(trail, head);
      trail = step.trail;
      again = step.read;
      if (step.fork !== null) forks += 1;
      isLevel = trail.at(-1)?.hash === head.hash;
      await noteMoves(step, unverified);
      if (!isLevel) await keep(trail, unverified);
      goOn();
      // Endpoints that disagree are looked at again later.
    } while (!isLevel && isBelow(trail, head) && forks < 2 && performance.now() < until);
    const toCompare = isLevel ? dealtWith.toCompare() : [];
    try {
      const due = verifier.due(new Set([...unverified.keys(), ...toCompare]));
      await inBatches(due, async (wallets) => {
        for (const wallet of await verifier.verify(head, wallets)) unverified.delete(wallet);
      });
    } finally {
      // Who could not be verified is kept beside the trail, and holds up nobody.
      await keep(trail, unverified);
    }
  }

  async function nextStep(trail: Trail, head: Block): Promise<Step> {
    if (trail.length === 0) return jumped(parts, head);
    const step = await stepAlong(parts, trail, head);
    if (step.fork !== null) {
      log.warn({ fork: step.fork, head: head.number }, 'the chain was reorganised');
    }
    return step;
  }

  async function noteMoves(step: Step, unverified: Map<Address, number>): Promise<void> {
    dealtWith.moved(step.moved);
    let isTooMany = false;
    for (const [wallet, block] of step.moved) {
      if (unverified.has(wallet)) continue;
      if (unverified.size < MOST_UNVERIFIED) unverified.set(wallet, block);
      else isTooMany = true;
    }
    if (step.mustCompareAll || isTooMany) await comparison.hurry();
  }

  /** Durable before it counts, and who is unverified before the trail. */
  async function keep(trail: Trail, unverified: ReadonlyMap<Address, number>): Promise<void> {
    goOn();
    if (!isSame(unverified, dealtWith.unverified)) await writeUnverified(store, unverified);
    const isNew = trail !== dealtWith.trail;
    dealtWith.takeUp(isNew ? await writeTrail(store, trail) : trail, new Map(unverified));
  }

  async function inBatches(
    wallets: readonly Address[],
    work: (batch: readonly Address[]) => Promise<unknown>,
  ): Promise<void> {
    for (let start = 0; start < wallets.length; start += BATCH) {
      goOn();
      await work(wallets.slice(start, start + BATCH));
    }
  }

  /** A height below ours says nothing of what is gone: some endpoint lags. */
  function isBehind(head: Block): boolean {
    const { trail } = dealtWith;
    const ours = trail.find(({ number }) => number === head.number);
    const isLower = head.number < (trail.at(-1)?.number ?? 0);
    if (!isLower || (ours && ours.hash !== head.hash)) {
      behindSince = null;
      behind.end();
      return false;
    }
    behindSince ??= performance.now();
    if (isLongBehind()) behind.strike({ head: head.number, block: trail.at(-1)?.number });
    return true;
  }

  function isLongBehind(): boolean {
    return behindSince !== null && performance.now() - behindSince >= behindMs;
  }

  function condition(): ChainCondition {
    if (!chain.isReachable()) return 'unavailable';
    if (doing === 'looking on') return published;
    return isLongBehind() ? 'behind' : 'ok';
  }

  async function publish(): Promise<void> {
    const now = condition();
    if (now === published) return;
    await store.putSetting(CONDITION_SETTING, now);
    published = now;
  }

  async function publishedCondition(): Promise<ChainCondition> {
    return chainConditionSchema.catch('ok').parse(await store.setting(CONDITION_SETTING));
  }

  /** @throws Interrupted */
  function goOn(): void {
    if (isClosing || (doing === 'following' && !lease.isHeld())) throw new Interrupted();
  }

  function note(fault: LastingFault, error: unknown): void {
    if (error instanceof Interrupted) return;
    const isForeseen = error instanceof ChainUnavailable || error instanceof StoreUnavailable;
    fault.strike({ err: error }, !isForeseen);
  }
}

function isBelow(trail: Trail, head: Block): boolean {
  return (trail.at(-1)?.number ?? 0) < head.number;
}

function isSame(a: ReadonlyMap<Address, number>, b: ReadonlyMap<Address, number>): boolean {
  return a.size === b.size && [...a].every(([wallet, block]) => b.get(wallet) === block);
}
