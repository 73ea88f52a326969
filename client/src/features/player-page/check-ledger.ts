/**
 * Looks at the public ledger in this browser: the log is signed, and only grew since this browser
 * saw it last. Loads after the page (docs/ledger.md).
 */
import { z } from 'zod';
import { ledgerFiles } from '../../../../client-kit/api/ledger-files.ts';
import {
  LogContradiction,
  LogUnreadable,
  openLog,
  type ContinuedLeaf,
  type ReadFile,
} from '../../../../common/ledger/log-reader.ts';
import { openCheckpoint, parseVerifier } from '../../../../common/ledger/note.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { isLoopback } from '../../../../common/values/loopback.ts';
import { load, save } from '../../lib/saved.ts';

export type Outcome =
  /** The server keeps no ledger. */
  | { readonly state: 'none' }
  | {
      readonly state: 'grew';
      readonly size: number;
      /** When this browser first saw the log, ms since 1970. */
      readonly since: number;
      readonly continued: ContinuedLeaf | null;
    }
  | { readonly state: 'mismatch'; readonly words: string; readonly evidence: object };

/** Before a mismatch is believed: what a cache or a proxy spoilt is then read afresh. */
const AGAIN_MS = 1500;

/**
 * @param epoch of the game that the page shows.
 * @throws LogUnreadable, and what a call throws, if something could not be read.
 */
export async function checkLedger(epoch: string): Promise<Outcome> {
  const first = await tryOnce(epoch, 'default');
  if (first.state !== 'mismatch') return first;
  await new Promise((resolve) => {
    setTimeout(resolve, AGAIN_MS);
  });
  return tryOnce(epoch, 'reload');
}

async function tryOnce(epoch: string, cache: 'default' | 'reload'): Promise<Outcome> {
  try {
    return await check(epoch, ledgerFiles({ origin: location.origin, cache }));
  } catch (error) {
    if (!(error instanceof LogContradiction)) throw error;
    const { message: words, lie, evidence } = error;
    const where = { game: location.origin, at: instantText(Date.now()), epoch };
    return { state: 'mismatch', words, evidence: { words, ...where, lie, ...evidence } };
  }
}

async function check(epoch: string, read: ReadFile): Promise<Outcome> {
  // Before the checkpoint is read: a later one may be saved meanwhile.
  const before = savedLog(epoch);
  const log = await openLog(read, before);
  if (!log) return { state: 'none' };
  const { checkpoint, seen, continued } = log;
  expectOwn(checkpoint.origin);
  const since = before?.key === seen.key ? before.since : Date.now();
  const now: SavedLog = { ...seen, since, epoch };
  save(STORAGE_KEY, JSON.stringify(now));
  return { state: 'grew', size: checkpoint.size, since, continued };
}

/** @throws LogUnreadable if it is another address's log: of this one that says nothing. */
function expectOwn(origin: string): void {
  const line = origin.replace(/\/[1-9][0-9]{0,8}$/, '');
  if (isLoopback(location.hostname) || line === `${location.host}/denaria`) return;
  throw new LogUnreadable(`The ledger is of ${origin}, not of this address.`);
}

const STORAGE_KEY = 'ledger';
/** The latest that a Date can say. */
const LAST_MS = 8.64e15;

/**
 * What this browser keeps of the ledger: the last checkpoint, and with it the key, of the first on.
 */
const savedLogSchema = z.object({
  key: z.string(),
  note: z.string(),
  since: z.number().min(0).max(LAST_MS),
  epoch: z.string(),
});
type SavedLog = z.infer<typeof savedLogSchema>;

/** Null if there is none, or none that can be read. */
function savedLog(epoch: string): SavedLog | null {
  const text = load(STORAGE_KEY);
  if (text === null) return null;
  try {
    const log = savedLogSchema.parse(JSON.parse(text));
    openCheckpoint(log.note, parseVerifier(log.key));
    // A developer's machine has one game after another at the same address.
    return isLoopback(location.hostname) && log.epoch !== epoch ? null : log;
  } catch (error) {
    console.warn('The checkpoint that this browser saved can’t be read:', error);
    return null;
  }
}
