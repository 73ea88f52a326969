/** Whether what the game stands on answers, and whether this process is up to date with it. */
import type { ChainCondition } from '../../../common/protocol/health.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { within } from '../../lib/deadline.ts';
import type { Store } from '../../store/store.ts';

/** How long the store has to answer. */
const PING_MS = 2000;
/** How long a commit may take to this process's board: far longer than it does, unless its feed is cut. */
const FEED_MS = 1500;
/** How long an answer stands, so that asking often does not burden the store. */
const FRESH_MS = 1000;

export interface Readiness {
  /** It can be written. */
  readonly store: boolean;
  /** From earlier calls: a probe makes no call to the chain. */
  readonly chain: ChainCondition;
  /** The board holds the newest commit that the store knows of: what is read and pushed is current. */
  readonly feed: boolean;
}

export function createReadiness(parts: {
  readonly store: Pick<Store, 'ping' | 'events'>;
  readonly chainCondition: () => ChainCondition;
  readonly board: { reached(rev: Rev, timeoutMs: number): Promise<boolean> };
  /** Whether the board's feed goes on: one that was lost may have been of another data set. */
  readonly isFeedLive: () => boolean;
}): () => Promise<Readiness> {
  const { store, chainCondition, board, isFeedLive } = parts;
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    if (!latest || performance.now() - latest.at > FRESH_MS) {
      latest = { at: performance.now(), answer: ask() };
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

  /** Asked of the outcome, not of the feed: a stream that is open and silent tells nothing of itself. */
  async function boardHoldsAll(): Promise<boolean> {
    if (!isFeedLive()) return false;
    const [newest] = await store.events({ limit: 1, order: 'newest-first' });
    return !newest || board.reached(newest.rev, FEED_MS);
  }
}

function holds(answer: Promise<boolean>): Promise<boolean> {
  return within(PING_MS, answer).catch(() => false);
}
