/**
 * [CHN1] Compares all stakers with the chain, round after round, so that transfers missing from the
 * logs are found anyway. A round is spread over `compareMs`, or hurried if logs are known to be
 * missing. Its progress is kept in the store, so that it continues after a restart and in another
 * process.
 */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import type { Player } from '../../../common/values/player.ts';
import type { BlockRef } from '../../chain/chain.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';
import { BATCH, type Verifier } from './verifier.ts';

const SETTING = 'chain.comparison';
/** How long a hurried round runs before the follower looks for transfers again. */
const SLICE_MS = 1000;
/** The most players that one batch scans to find stakers. */
const MOST_LOOKED_THROUGH = 20_000;

const progressSchema = z.object({
  /** The round has compared players up to this wallet; null: it is just beginning. */
  after: writtenAddressSchema.nullable(),
  /** What is left of a hurried round: up to the last player, then from the first one to `until`. */
  hurry: z.object({ hasPassedEnd: z.boolean(), until: writtenAddressSchema.nullable() }).nullable(),
});
type Progress = z.infer<typeof progressSchema>;

const BEGINNING: Progress = { after: null, hurry: null };

export function createComparison(parts: {
  readonly store: Pick<Store, 'stakers' | 'rows'>;
  readonly verifier: Verifier;
  readonly compareMs: number;
  /** The number of players: the estimate of stakers before the first whole round. */
  readonly playerCount: () => number;
  /** How many players are compared together; defaults to as many as one call to the chain takes. */
  readonly batch?: number;
  /** @throws Error if the work must stop. */
  readonly goOn: () => void;
  /** Called for a player who could not be compared: the follower retries outside the round. */
  readonly onFailed: (player: Player) => void;
}) {
  const { store, verifier, compareMs, playerCount, goOn, onFailed, batch = BATCH } = parts;
  let progress = BEGINNING;
  let roundBeganAt = monotonicNow();
  let nextAt = roundBeganAt;
  let batchesSoFar = 0;
  /** Null before this process has run a whole round. */
  let batchesARound: number | null = null;
  let isWholeRound = false;
  let endedAt: number | null = null;
  /** The share of stakers among the players read last. */
  let share = 1;

  return {
    /** Reads the progress from the store, and starts a hurried round from there. */
    async takeOver() {
      const text = await setting(store, SETTING);
      progress = text === null ? BEGINNING : progressSchema.parse(JSON.parse(text));
      await hurry();
    },
    hurry,
    /**
     * Compares the stakers that are due, at this block. @throws ChainUnavailable, StoreUnavailable
     */
    async step(block: BlockRef) {
      const until = monotonicNow() + SLICE_MS;
      do {
        goOn();
        if (!progress.hurry && monotonicNow() < nextAt) return;
        await compareSome(block);
      } while (monotonicNow() < until);
    },
    /** True during a hurried round. */
    isHurried: () => progress.hurry !== null,
    /** Seconds since the last whole round ended; null before this process's first. */
    ageS: () => (endedAt === null ? null : (monotonicNow() - endedAt) / 1000),
  };

  /** Starts a hurried round from here. Resolves when that is durable. */
  function hurry(): Promise<void> {
    return keep({ ...progress, hurry: { hasPassedEnd: false, until: progress.after } });
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
    await keep({ after: last, hurry: stillHurried(last) });
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

  function stillHurried(last: Address | null): Progress['hurry'] {
    if (!progress.hurry) return null;
    const { hasPassedEnd, until } = progress.hurry;
    if (last === null) return hasPassedEnd || until === null ? null : { hasPassedEnd: true, until };
    return hasPassedEnd && until !== null && last >= until ? null : { hasPassedEnd, until };
  }

  /** The next stakers, as many as one call to the chain takes. */
  async function gather() {
    const players: Player[] = [];
    const unreadable: Address[] = [];
    let last = progress.after;
    let looked = 0;
    do {
      const wanted = Math.ceil((batch - players.length) / share);
      const most = Math.min(wanted, MOST_LOOKED_THROUGH);
      const page = await store.stakers(last, most);
      players.push(...page.players);
      unreadable.push(...page.unreadable);
      last = page.last;
      looked += most;
      // The last page is shorter than asked for, and its share means nothing.
      if (last) share = Math.max(page.players.length / most, 1 / MOST_LOOKED_THROUGH);
    } while (last !== null && players.length < batch * 0.9 && looked < MOST_LOOKED_THROUGH);
    return { players, unreadable, last };
  }

  /** Writes to the store before memory. */
  async function keep(next: Progress): Promise<void> {
    if (next.after === progress.after && next.hurry === null && progress.hurry === null) return;
    await putSetting(store, SETTING, JSON.stringify(next));
    progress = next;
  }
}
