/**
 * Appends acts of operators to an embedded store, beside the server that owns it: its worker's
 * writes must neither fail nor wait for a disk because of this. So the transaction writes one row
 * and syncs nothing while it holds the lock; the log is synced after it, and is never checkpointed
 * under a server.
 */
import Database from 'libsql';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { reasonOf } from '../../lib/command.ts';
import { sleep, wallNow } from '../../lib/machine.ts';
import { ActUnknown, APPLIED, type ActLog } from '../operating.ts';
import { ERA_KEY, nextEraText, storedEra } from '../era.ts';
import { StoreNotOpened } from '../store.ts';
import { assertComplete, formOfGame, gameIn, isInUse } from './database.ts';
import { appendAct, getRow, putRow } from './keyed-rows.ts';
import { atomically, isBusy, isFull, one, Statements } from './sqlite.ts';

/**
 * One try waits so long for the server, which holds the lock only briefly; several take their
 * chances among commits.
 */
const BUSY_WAIT_MS = 1000;
const TRIES = 10;
const PAUSE_MS = 3;

/** @throws StoreNotOpened if there is no game, or it can't be read. */
export function openEmbeddedActs({ dataDir }: { readonly dataDir: string }): ActLog {
  const path = gameIn(dataDir);
  const connection = inWords(path, () => {
    const opened = new Database(path, { timeout: BUSY_WAIT_MS });
    try {
      formOfGame(opened, path);
      assertComplete(opened, path);
      opened.pragma('wal_autocheckpoint = 0');
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const sql = new Statements(connection);

  function write<Answer>(work: () => Answer): Answer {
    // Without a log to sync after it, SQLite has to.
    const hasLog = one(connection, 'PRAGMA journal_mode') === 'wal';
    if (hasLog) connection.pragma('synchronous = OFF');
    try {
      return atomically(connection, work);
    } finally {
      // Without a server, closing moves the log into the file.
      connection.pragma('synchronous = FULL');
    }
  }

  async function written<Answer>(work: () => Answer): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return write(work);
      } catch (error) {
        if (!isBusy(error) || tries === TRIES) throw unwritable(path, error);
      }
      await sleep(PAUSE_MS);
    }
  }

  return {
    async append(document) {
      const number = await written(() => appendAct(sql, document));
      try {
        syncLog(path);
      } catch (error) {
        throw new ActUnknown(error);
      }
      return number;
    },
    async changeEra(next) {
      await written(() => {
        const { document = null } = getRow(sql, 'era', ERA_KEY) ?? {};
        const era = storedEra(document);
        const value = next(era.value);
        if (value === null) return;
        putRow(sql, 'era', { key: ERA_KEY, document: nextEraText(era, value) });
      });
      inWords(path, () => syncLog(path));
    },
    // The server is on this machine.
    time: async () => wallNow(),
    async appliers() {
      return inWords(path, () => {
        if (!isInUse(dataDir)) return { applied: [], others: 0 };
        const said = getRow(sql, 'setting', APPLIED);
        return said ? { applied: [Number(said.document)], others: 0 } : { applied: [], others: 1 };
      });
    },
    async close() {
      connection.close();
    },
  };
}

/** A log that is gone was moved into the file, and synced there. */
function syncLog(path: string): void {
  const log = `${path}-wal`;
  if (!existsSync(log)) return;
  const descriptor = openSync(log, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws StoreNotOpened */
function inWords<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): StoreNotOpened {
  if (cause instanceof StoreNotOpened) return cause;
  if (isBusy(cause)) {
    return new StoreNotOpened(
      `${path} is locked by another program: a backup or a shell that has an open transaction. End it, then try again.`,
      { cause },
    );
  }
  const remedy = isFull(cause)
    ? 'Make room on the disk.'
    : 'Run this as the user of the server, who may write it and its -wal and -shm files.';
  return new StoreNotOpened(`${path} can't be written: ${reasonOf(cause)}. ${remedy}`, { cause });
}
