/**
 * [CHN1] Compares all who have staked with the chain, round after round, so that no transfer is missed
 * for long, whatever the logs said. Rounds are spread over `compareMs`; one that makes up for something
 * that no log tells of is run at once. Where a round is, is kept in the store: it goes on after a
 * restart, and in another process.
 */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import type { Player } from '../../../common/values/player.ts';
import type { BlockRef } from '../../chain/chain.ts';
import type { Store } from '../../store/store.ts';
import { BATCH, type Verifier } from './verifier.ts';

const SETTING = 'chain.comparison';
/** How long a hurried round goes on before transfers are looked for again. */
const SLICE_MS = 1000;
/** Players that are looked through at once for those who staked, however few they are. */
const MOST_LOOKED_THROUGH = 20_000;

const progressSchema = z.object({
  /** Players up to this wallet are compared; null: the round begins. */
  after: writtenAddressSchema.nullable(),
  /** What is compared at once: to the end of the players, then from the first one to this wallet. */
  hurry: z.object({ hasPassedEnd: z.boolean(), until: writtenAddressSchema.nullable() }).nullable(),
});
type Progress = z.infer<typeof progressSchema>;

const BEGINNING: Progress = { after: null, hurry: null };

export interface Comparison {
  /** Reads where it stands, and has everybody compared once from there on. */
  takeOver(): Promise<void>;
  /** Everybody is to be compared at once, from here on. Resolves when that is durable. */
  hurry(): Promise<void>;
  /** Compares whoever is due, at this block. @throws ChainUnavailable, StoreUnavailable */
  step(block: BlockRef): Promise<void>;
  /** How many seconds ago the last whole round ended; null before the first of this process. */
  ageS(): number | null;
}

export function createComparison(parts: {
  readonly store: Pick<Store, 'stakers' | 'setting' | 'putSetting'>;
  readonly verifier: Verifier;
  readonly compareMs: number;
  /** How many players there are: before the first whole round, as many may have staked. */
  readonly playerCount: () => number;
  /** How many are compared at once; as many as one call to the chain holds unless told. */
  readonly batch?: number;
  /** @throws where the work must not go on. */
  readonly goOn: () => void;
  /** Somebody could not be compared: they are dealt with apart from the round. */
  readonly onFailed: (wallet: Address) => void;
}): Comparison {
  const { store, verifier, compareMs, playerCount, goOn, onFailed, batch = BATCH } = parts;
  let progress = BEGINNING;
  let roundBeganAt = performance.now();
  let nextAt = roundBeganAt;
  let batchesSoFar = 0;
  /** Null before the first round that this process saw whole. */
  let batchesARound: number | null = null;
  let isWholeRound = false;
  let endedAt: number | null = null;
  /** How many of the players that were looked through last had staked. */
  let share = 1;

  return {
    async takeOver() {
      const text = await store.setting(SETTING);
      progress = text === null ? BEGINNING : progressSchema.parse(JSON.parse(text));
      await hurry();
    },
    hurry,
    async step(block) {
      const until = performance.now() + SLICE_MS;
      do {
        goOn();
        if (!progress.hurry && performance.now() < nextAt) return;
        await compareSome(block);
      } while (performance.now() < until);
    },
    ageS: () => (endedAt === null ? null : (performance.now() - endedAt) / 1000),
  };

  function hurry(): Promise<void> {
    return keep({ ...progress, hurry: { hasPassedEnd: false, until: progress.after } });
  }

  /** One batch; where it fails, the same one is next. */
  async function compareSome(block: BlockRef): Promise<void> {
    if (progress.after === null) {
      isWholeRound = true;
      batchesSoFar = 0;
    }
    const { players, unreadable, last } = await gather();
    const done = new Set(await verifier.compare(block, players));
    for (const { wallet } of players) if (!done.has(wallet)) onFailed(wallet);
    for (const wallet of unreadable) {
      verifier.fail(wallet, new Error('the record of this player cannot be read'));
    }
    batchesSoFar += 1;
    await keep({ after: last, hurry: stillHurried(last) });
    const now = performance.now();
    if (last === null) {
      endedAt = now;
      if (isWholeRound) batchesARound = batchesSoFar;
      roundBeganAt = Math.max(roundBeganAt + compareMs, now);
      nextAt = roundBeganAt;
    } else {
      // Spread evenly; what an outage held up is made up for gradually.
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

  /** The next players who have staked, as many as one call to the chain holds. */
  async function gather() {
    const players: Player[] = [];
    const unreadable: Address[] = [];
    let last = progress.after;
    let looked = 0;
    do {
      const wanted = Math.ceil((batch - players.length) / share);
      const most = Math.min(wanted, MOST_LOOKED_THROUGH);
      const stretch = await store.stakers(last, most);
      players.push(...stretch.players);
      unreadable.push(...stretch.unreadable);
      last = stretch.last;
      looked += most;
      // The last stretch is shorter than was asked for, and says nothing of how many had staked.
      if (last) share = Math.max(stretch.players.length / most, 1 / MOST_LOOKED_THROUGH);
    } while (last !== null && players.length < batch * 0.9 && looked < MOST_LOOKED_THROUGH);
    return { players, unreadable, last };
  }

  /** Durable before it counts. */
  async function keep(next: Progress): Promise<void> {
    if (next.after === progress.after && next.hurry === null && progress.hurry === null) return;
    await store.putSetting(SETTING, JSON.stringify(next));
    progress = next;
  }
}
