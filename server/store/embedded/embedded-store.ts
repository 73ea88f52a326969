/**
 * The store for one process without a database server: SQLite in a directory, owned by one worker
 * thread, which handles rows and files.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreNotOpened, type Store } from '../store.ts';
import type { Opening } from './messages.ts';
import { SqlStore } from './sql-store.ts';
import { WorkerLink } from './worker-link.ts';

/**
 * Opens the data set in a directory, and creates it if needed.
 * @throws StoreNotOpened if it is in use, can't be written, or holds something else.
 */
export async function openEmbeddedStore({ dataDir }: { readonly dataDir: string }): Promise<Store> {
  const worker = spawnWorker(dataDir);
  const opening = await openingOf(worker);
  if (!opening.opened) throw new StoreNotOpened(opening.message, { cause: opening.cause });
  // Its directory is locked.
  return new SqlStore(new WorkerLink(worker), { ...opening, isShared: false });
}

async function openingOf(worker: Worker): Promise<Opening> {
  try {
    const [opening]: Opening[] = await once(worker, 'message');
    if (opening) return opening;
    throw new Error('it sent no message');
  } catch (cause) {
    throw new StoreNotOpened(`The store’s worker did not start: ${String(cause)}`, { cause });
  }
}

/**
 * The worker is next to this module, in the source tree as well as in a build that keeps the
 * folders: the module's own extension says which of the two this is. From source it needs its own
 * TypeScript loader.
 */
function spawnWorker(dataDir: string): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './worker-from-source.mjs' : './worker.js', import.meta.url);
  // Without the parent's flags: they may include a loader that a worker can't start with.
  return new Worker(entry, { workerData: dataDir, execArgv: [] });
}
