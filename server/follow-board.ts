/** Keeps the board level with the store: loaded once, then told of every commit in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Board } from './leaderboard/board.ts';
import type { Log } from './log.ts';
import type { Feed, Store } from './store/store.ts';

/** Between two tries to load after the feed was lost. */
const RELOAD_PAUSE_MS = 500;

export interface Following {
  close(): Promise<void>;
}

/**
 * Loads the board and follows the store from there. A feed that is lost is followed by a new load,
 * for as long as it takes; the board keeps its last rows until then.
 * @param onReload called after each load but the first: what was told since may be incomplete.
 * @throws StoreUnavailable where the first load fails.
 */
export async function followBoard(
  { store, board, log }: { readonly store: Store; readonly board: Board; readonly log: Log },
  onReload: () => void,
): Promise<Following> {
  const ending = new AbortController();
  let feed: Feed = await loadAndWatch();
  let reloading: Promise<void> | null = null;

  return {
    async close() {
      ending.abort();
      await reloading;
      await feed.close();
    },
  };

  async function loadAndWatch(): Promise<Feed> {
    const snapshot = await store.loadPlayers();
    await board.load(snapshot);
    return store.watch(snapshot.rev, {
      onEvent: (event) => board.apply(event),
      onLost(error) {
        log.warn({ err: error }, 'the feed of commits was lost; loading the board again');
        reloading = reload();
      },
    });
  }

  async function reload(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        feed = await loadAndWatch();
        onReload();
        return;
      } catch (error) {
        log.error({ err: error }, 'the board could not be loaded; trying again');
        await sleep(RELOAD_PAUSE_MS);
      }
    }
  }
}
