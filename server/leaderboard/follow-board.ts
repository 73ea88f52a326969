/** Keeps the board in sync with the store: loads it once, then applies every commit in order. */
import { sleep } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { StoreUnavailable, type Feed, type Store } from '../store/store.ts';
import type { Board } from './board.ts';

/** Between two attempts to load after the feed was lost. */
const RELOAD_PAUSE_MS = 500;
/**
 * Attempts to load at the start: a snapshot may outlive what its server keeps, or hit a failover.
 */
const FIRST_TRIES = 3;

export type Following = Awaited<ReturnType<typeof followBoard>>;

/**
 * Loads the board and follows the store from there. After a lost feed it reloads, however long that
 * takes; the board keeps its last rows until then.
 * @param onReload called after each load but the first: notifications since the loss may be
 * incomplete.
 * @throws StoreUnavailable if the first load fails repeatedly.
 */
export async function followBoard(
  parts: { readonly store: Store; readonly board: Board; readonly log: Log },
  onReload: () => void,
) {
  const { store, board, log } = parts;
  const ending = new AbortController();
  let isLive = false;
  let feed: Feed | null = null;
  let reloading: Promise<void> | null = null;
  await firstLoad();

  return {
    /**
     * True while commits are being received: false from the loss of the feed to the end of a new
     * load.
     */
    isLive: () => isLive,
    async close() {
      ending.abort();
      await reloading;
      await feed?.close();
    },
  };

  async function firstLoad(): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await loadAndWatch();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || tried === FIRST_TRIES) throw error;
        log.warn({ err: error }, 'the board could not be loaded; trying again');
        await sleep(RELOAD_PAUSE_MS);
      }
    }
  }

  async function loadAndWatch(): Promise<void> {
    const snapshot = await store.loadPlayers();
    await board.load(snapshot);
    isLive = true;
    feed = store.watch(snapshot.rev, {
      onEvent: (event) => board.apply(event),
      onLost(error) {
        isLive = false;
        log.warn({ err: error }, 'the feed of commits was lost; loading the board again');
        reloading = reload();
      },
    });
  }

  async function reload(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await loadAndWatch();
        onReload();
        return;
      } catch (error) {
        log.error({ err: error }, 'the board could not be loaded; trying again');
        await sleep(RELOAD_PAUSE_MS);
      }
    }
  }
}
