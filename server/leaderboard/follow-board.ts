/** Keeps the board in sync with the store: loads it once, then applies every commit in order. */
import { monotonicNow, sleep } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { StoreUnavailable, type Feed, type Snapshot, type Store } from '../store/store.ts';
import type { Board, BoardSource } from './board.ts';

/** Between two attempts to load after the feed was lost. */
const RELOAD_PAUSE_MS = 500;
/** Attempts to load at the start: a snapshot may outlive what its server keeps, or hit a failover. */
const FIRST_TRIES = 3;
/** A load that takes longer reports its progress, this often. */
const PROGRESS_MS = 1000;

export interface Following {
  /** True while commits are being received: false from the loss of the feed to the end of a new load. */
  isLive(): boolean;
  close(): Promise<void>;
}

interface FollowOptions {
  readonly store: Store;
  readonly board: Board;
  readonly log: Log;
  /** Called repeatedly during a load that takes long. */
  readonly onProgress?: (loaded: number, count: number) => void;
}

/**
 * Loads the board and follows the store from there. After a lost feed it reloads, however long that takes;
 * the board keeps its last rows until then.
 * @param onReload called after each load but the first: notifications since the loss may be incomplete.
 * @throws StoreUnavailable if the first load fails repeatedly.
 */
export async function followBoard(
  { store, board, log, onProgress = () => {} }: FollowOptions,
  onReload: () => void,
): Promise<Following> {
  const ending = new AbortController();
  let isLive = false;
  let feed: Feed | null = null;
  let reloading: Promise<void> | null = null;
  await firstLoad();

  return {
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
    await board.load(withProgress(snapshot, onProgress));
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

/** The same players, with regular reports of how many have been read. */
function withProgress(
  { epoch, rev, count, players }: Snapshot,
  onProgress: NonNullable<FollowOptions['onProgress']>,
): BoardSource {
  return { epoch, rev, players: counted() };

  async function* counted(): BoardSource['players'] {
    let loaded = 0;
    let toldAt = monotonicNow();
    for await (const batch of players) {
      yield batch;
      loaded += batch.length;
      if (monotonicNow() - toldAt < PROGRESS_MS) continue;
      toldAt = monotonicNow();
      onProgress(loaded, Math.max(loaded, count));
    }
  }
}
