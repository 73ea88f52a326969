/** Whether the game's dependencies answer, and whether this process is up to date with the store. */
import type { ChainCondition } from '../../../common/protocol/health.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { within } from '../../lib/deadline.ts';
import { monotonicNow } from '../../lib/machine.ts';
import type { Store } from '../../store/store.ts';

/** How long the store has to answer. */
const PING_MS = 2000;
/**
 * How long a commit may take to reach this process's board: far longer than it does, unless its feed is
 * cut.
 */
const FEED_MS = 1500;
/** How long a result is reused, so that frequent probes do not burden the store. */
const FRESH_MS = 1000;

export interface Readiness {
  /** True if it can be written. */
  readonly store: boolean;
  /** From earlier calls: a probe makes no call to the chain. */
  readonly chain: ChainCondition;
  /** True if the board has the newest commit that the store has: reads and pushes are current. */
  readonly feed: boolean;
}

export function createReadiness(parts: {
  readonly store: Pick<Store, 'ping' | 'events'>;
  readonly chainCondition: () => ChainCondition;
  readonly board: { reached(rev: Rev, timeoutMs: number): Promise<boolean> };
  /** True if the board's feed is live: a lost one may have been of another data set. */
  readonly isFeedLive: () => boolean;
}): () => Promise<Readiness> {
  const { store, chainCondition, board, isFeedLive } = parts;
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    if (!latest || monotonicNow() - latest.at > FRESH_MS) {
      latest = { at: monotonicNow(), answer: ask() };
    }
    return latest.answer;
  };

  async function ask(): Promise<Readiness> {
    const [storeAnswers, boardIsCurrent] = await Promise.all([
      holds(store.ping().then(() => true)),
      holds(boardHoldsAll()),
    ]);
    return { store: storeAnswers, chain: chainCondition(), feed: boardIsCurrent };
  }

  /** Checks the result, not the feed: an open but silent stream says nothing about itself. */
  async function boardHoldsAll(): Promise<boolean> {
    if (!isFeedLive()) return false;
    const [newest] = await store.events({ limit: 1, order: 'newest-first' });
    return !newest || board.reached(newest.rev, FEED_MS);
  }
}

function holds(answer: Promise<boolean>): Promise<boolean> {
  return within(PING_MS, answer).catch(() => false);
}
