/**
 * [CHN1] Compares players with the chain, round after round: all who have staked in each round, the
 * others in parts. A round is spread over `compareMs`, or hurried if logs are known to be missing.
 * Its progress is kept in the store, so that it continues after a restart and in another process.
 */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { hasStaked, type Player } from '../../../common/values/player.ts';
import type { BlockRef } from '../../chain/chain.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';
import { BATCH, type Verifier } from './verifier.ts';

const SETTING = 'chain.rounds';
/** How long a hurried round runs before the follower looks at the chain again. */
const SLICE_MS = 1000;
/** The most players that one batch reads to find those to compare. */
const MOST_READ = 20_000;
/** Of the players without stakes each round compares a part: all of them in a day, or sooner. */
const ROUNDS_FOR_ALL = 96;

const progressSchema = z.object({
  /** Its number. */
  round: z.int(),
  /** The round has compared players up to this wallet; null: it is just beginning. */
  after: writtenAddressSchema.nullable(),
  /** How many rounds are to end in a hurry: this one, or the rest of it and one more. */
  hurried: z.int(),
});
type Progress = z.infer<typeof progressSchema>;

const BEGINNING: Progress = { round: 0, after: null, hurried: 0 };

export function createRounds(parts: {
  readonly store: Pick<Store, 'playersAfter' | 'rows'>;
  readonly verifier: Pick<Verifier, 'compare' | 'fail'>;
  readonly compareMs: number;
  /** The number of players: the estimate of those to compare before the first whole round. */
  readonly playerCount: () => number;
  /** How many players are compared together; defaults to as many as one call to the chain takes. */
  readonly batch?: number;
  /** @throws Error if the work must stop. */
  readonly assertFollowing: () => void;
  /** Called for a player who could not be compared: the follower retries outside the round. */
  readonly onFailed: (player: Player) => void;
}) {
  const { store, verifier, compareMs, playerCount, assertFollowing, onFailed } = parts;
  const { batch = BATCH } = parts;
  let progress = BEGINNING;
  let roundBeganAt = monotonicNow();
  let nextAt = roundBeganAt;
  let batchesSoFar = 0;
  /** Null before this process has run a whole round. */
  let batchesARound: number | null = null;
  let isWholeRound = false;
  let endedAt: number | null = null;

  return {
    /** Reads the progress from the store, and starts a hurried round from there. */
    async takeOver() {
      const text = await setting(store, SETTING);
      progress = text === null ? BEGINNING : progressSchema.parse(JSON.parse(text));
      await hurry();
    },
    hurry,
    /** Compares who is due, at this block. @throws ChainUnavailable, StoreUnavailable */
    async step(block: BlockRef) {
      const until = monotonicNow() + SLICE_MS;
      do {
        assertFollowing();
        if (progress.hurried === 0 && monotonicNow() < nextAt) return;
        await compareSome(block);
      } while (monotonicNow() < until);
    },
    /** True until all stakers have been compared since the last call of `hurry`. */
    isHurried: () => progress.hurried > 0,
    /** How many rounds have ended, of all processes. */
    ended: () => progress.round,
    /** When so many rounds have ended, every player will have been compared. */
    everybodyBy: () => progress.round + 1 + ROUNDS_FOR_ALL,
    /** Seconds since the last round ended; null before this process's first. */
    ageS: () => (endedAt === null ? null : (monotonicNow() - endedAt) / 1000),
  };

  /** Starts a hurried round from here. Resolves when that is durable. */
  function hurry(): Promise<void> {
    return save({ ...progress, hurried: progress.after === null ? 1 : 2 });
  }

  /** Compares one batch; the next call repeats one that failed. */
  async function compareSome(block: BlockRef): Promise<void> {
    if (progress.after === null) {
      isWholeRound = true;
      batchesSoFar = 0;
    }
    const { players, unreadable, last } = await gather();
    const done = new Set(await verifier.compare(block, players));
    for (const player of players) if (!done.has(player.wallet)) onFailed(player);
    for (const wallet of unreadable) {
      verifier.fail(wallet, new Error('the record of this player cannot be read'));
    }
    batchesSoFar += 1;
    const { round, hurried } = progress;
    await save(
      last === null
        ? { round: round + 1, after: null, hurried: Math.max(0, hurried - 1) }
        : { round, after: last, hurried },
    );
    const now = monotonicNow();
    if (last === null) {
      endedAt = now;
      if (isWholeRound) batchesARound = batchesSoFar;
      roundBeganAt = Math.max(roundBeganAt + compareMs, now);
      nextAt = roundBeganAt;
    } else {
      // Evenly spread; after an outage it catches up gradually.
      const batches = Math.max(1, batchesARound ?? playerCount() / batch);
      nextAt = Math.max(nextAt, now - compareMs / 10) + compareMs / batches;
    }
  }

  /** The next players to compare: enough for a call to the chain, if there are any soon. */
  async function gather() {
    const players: Player[] = [];
    const unreadable: Address[] = [];
    let last = progress.after;
    let read = 0;
    do {
      const page = await store.playersAfter(last, 2 * batch);
      players.push(...page.players.filter((player) => hasStaked(player) || isTurnOf(player)));
      unreadable.push(...page.unreadable);
      last = page.last;
      read += 2 * batch;
    } while (last !== null && players.length < batch && read < MOST_READ);
    return { players, unreadable, last };
  }

  function isTurnOf({ wallet }: Player): boolean {
    return Number(BigInt(wallet) % BigInt(ROUNDS_FOR_ALL)) === progress.round % ROUNDS_FOR_ALL;
  }

  /** Writes to the store before memory. */
  async function save(next: Progress): Promise<void> {
    await putSetting(store, SETTING, JSON.stringify(next));
    progress = next;
  }
}
