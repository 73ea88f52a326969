/**
 * Whether the game's dependencies answer, and whether this process is up to date with the store.
 */
import type { z } from 'zod';
import type { ChainCondition, readySchema } from '../../../common/protocol/health.ts';
import type { Board } from '../../leaderboard/board.ts';
import { within } from '../../lib/deadline.ts';
import { monotonicNow } from '../../lib/machine.ts';
import type { Store } from '../../store/store.ts';

/** How long the store has to answer. */
const PING_MS = 2000;
/**
 * How long a commit may take to reach this process's board: far longer than it does, unless its
 * feed is cut.
 */
const FEED_MS = 1500;
/** How long a result is reused, so that frequent probes do not burden the store. */
const FRESH_MS = 1000;

export type Readiness = z.infer<typeof readySchema>;

export function createReadiness(parts: {
  readonly store: Pick<Store, 'ping' | 'events'>;
  readonly chainCondition: () => ChainCondition;
  readonly board: Pick<Board, 'reached'>;
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
    const chain = chainCondition();
    const word = (ok: boolean) => (ok ? 'ok' : 'unavailable');
    const works = storeAnswers && boardIsCurrent;
    return {
      // Without the chain the game can still be read and unstaked [CHN2]; without the store nothing
      // works, and a process that misses commits shows outdated state.
      status: !works ? 'unavailable' : chain === 'ok' ? 'ready' : 'degraded',
      store: word(storeAnswers),
      // From earlier calls: a probe makes no call to the chain.
      chain,
      feed: word(boardIsCurrent),
    };
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
