/** Appends acts of operators to an embedded store, beside the server that owns it. */
import Database from 'libsql';
import { reasonOf } from '../../lib/command.ts';
import { wallNow } from '../../lib/machine.ts';
import { APPLIED, type ActLog } from '../operating.ts';
import { ERA_KEY, eraAfter, eraText, storedEra } from '../era.ts';
import { StoreNotOpened } from '../store.ts';
import { assertComplete, formOfGame, gameIn, isInUse } from './database.ts';
import { appendAct, getRow, putRow } from './keyed-rows.ts';
import { atomically, isBusy, isFull, Statements } from './sqlite.ts';

/** The server holds the lock only briefly, but under load again and again. */
const BUSY_WAIT_MS = 10_000;

/** @throws StoreNotOpened if there is no game, or it can't be read. */
export function openEmbeddedActs(dataDir: string): ActLog {
  const path = gameIn(dataDir);
  const connection = orRefuse(path, () => {
    const opened = new Database(path, { timeout: BUSY_WAIT_MS });
    try {
      formOfGame(opened, path);
      assertComplete(opened, path);
      opened.pragma('synchronous = full');
      // To move the log into the file is the server's work.
      opened.pragma('wal_autocheckpoint = 0');
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const sql = new Statements(connection);
  return {
    append: async (document) =>
      orRefuse(path, () => atomically(connection, () => appendAct(sql, document))),
    changeEra: async (next) =>
      orRefuse(path, () =>
        atomically(connection, () => {
          const { document = null } = getRow(sql, 'era', ERA_KEY) ?? {};
          const era = storedEra(document);
          const change = next(era.value);
          if (change === null) return era.value;
          // The server counts the commits.
          if (change.event) throw new Error('an act makes no commit');
          const after = eraAfter(era, change.value, null);
          putRow(sql, 'era', { key: ERA_KEY, document: eraText(after) });
          return change.value;
        }),
      ),
    // The server is on this machine.
    time: async () => wallNow(),
    async appliers() {
      return orRefuse(path, () => {
        if (!isInUse(dataDir)) return { applied: [], others: 0 };
        const reported = getRow(sql, 'setting', APPLIED);
        return reported
          ? { applied: [Number(reported.document)], others: 0 }
          : { applied: [], others: 1 };
      });
    },
    async close() {
      connection.close();
    },
  };
}

/** @throws StoreNotOpened */
function orRefuse<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof StoreNotOpened) throw cause;
    if (isBusy(cause)) {
      throw new StoreNotOpened(
        `${path} is locked by another program: a backup or a shell that has an open transaction. End it, then try again.`,
        { cause },
      );
    }
    const remedy = isFull(cause)
      ? 'Make room on the disk.'
      : 'Run this as the user of the server, who may write it and its -wal and -shm files.';
    throw new StoreNotOpened(`${path} can't be written: ${reasonOf(cause)}. ${remedy}`, { cause });
  }
}
