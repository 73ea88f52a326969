/**
 * The thread that owns the files of an embedded store. Writes that are queued when it becomes free share
 * one transaction, and so one fsync; they are answered when it is durable, in the order of their revs.
 * Lookups go before them, since a command makes several and would otherwise wait for others' fsync at each;
 * longer reads go after them. An error that the files may not survive ends the thread: no answer is better
 * than a wrong one, and what was answered is on disk.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { repeatedly, wallNow } from '../../lib/machine.ts';
import { filesInPlace, openDatabase, OpeningRefused, type OpenedDatabase } from './database.ts';
import type {
  Answer,
  Calls,
  Opening,
  Reads,
  Request,
  SnapshotLimits,
  WorkerOptions,
  Writes,
} from './messages.ts';
import { createReader } from './reads.ts';
import { isBeyondRepair, isFull } from './sqlite-error.ts';
import { createWriter } from './writes.ts';

/** Limits how long the first of very many writes waits for the last. */
const MAX_GROUP = 1000;

/** Between two cleanups of expired rows. */
const CLEAN_EVERY_MS = 60_000;

/** How often it checks that the files are still there, and that no snapshot is too old. */
const LOOK_EVERY_MS = 1000;

const WRITE_CALLS = {
  commit: true,
  issueNonce: true,
  spendNonce: true,
  takeNonceQuestion: true,
  returnNonceQuestion: true,
  revokeToken: true,
  raiseSessionEpoch: true,
  putSetting: true,
  writePast: true,
  ping: true,
} as const satisfies Record<keyof Writes, true>;

/** Reads of a few rows, by their key. */
const LOOKUP_CALLS = {
  player: true,
  load: true,
  sessionState: true,
  setting: true,
} as const satisfies Partial<Record<keyof Reads, true>>;

type WriteRequest = Extract<Request, { call: keyof Writes }>;
type OtherRequest = Exclude<Request, WriteRequest>;

if (!parentPort) throw new Error('only the embedded store starts the store’s worker');
const port = parentPort;
const options: WorkerOptions = workerData;
inWords(() => start(options));

function start({ dataDir, snapshots }: WorkerOptions): void {
  let opened: OpenedDatabase;
  try {
    opened = openDatabase(dataDir);
  } catch (error) {
    if (!(error instanceof OpeningRefused)) throw error;
    const { message, cause } = error;
    port.postMessage({ opened: false, message, cause: describe(cause) } satisfies Opening);
    return;
  }
  const { epoch, lastRev, orderBase } = opened;
  port.postMessage({ opened: true, epoch, lastRev, orderBase } satisfies Opening);
  serve(opened, snapshots);
}

function serve(
  { path, writer: connection, lastRev, unlock }: OpenedDatabase,
  snapshots?: SnapshotLimits,
): void {
  const writer = createWriter(connection, lastRev);
  // It reads between the writer's transactions, when the writer's count is that of durable commits.
  const reader = createReader(connection, path, () => writer.lastRev, snapshots);
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const files = filesInPlace(path);
  // An error thrown here ends the thread.
  const looking = repeatedly(LOOK_EVERY_MS, () => {
    inWords(() => {
      files.assert();
      reader.endOldSnapshots();
    });
  });
  let nextCleanAt = 0;
  let closed = false;

  port.on('message', (batch: Request[]) => inWords(() => serveAll(batch)));

  function serveAll(batch: Request[]): void {
    const requests = [batch, ...waiting()].flat();
    const others = requests.filter((request) => !isWrite(request));
    answerAll(others.filter(isLookup));
    const writes = requests.filter(isWrite);
    for (let from = 0; from < writes.length; from += MAX_GROUP) {
      port.postMessage(writeTogether(writes.slice(from, from + MAX_GROUP)));
    }
    answerAll(others.filter((request) => !isLookup(request)));
    // After its last answer; this ends the thread.
    if (closed) port.close();
  }

  /** One transaction for all of them, answered once it is durable; a refused write adds nothing to it. */
  function writeTogether(writes: readonly WriteRequest[]): Answer[] {
    const lastDurable = writer.lastRev;
    try {
      begin.run([]);
      const answers = writes.map(writeOne);
      clean();
      commit.run([]);
      // Writes to files that were removed or truncated are not durable, and must not be acknowledged.
      files.assert(writer.lastRev > lastDurable);
      return answers;
    } catch (error) {
      if (isBeyondRepair(error)) throw error;
      // Such as a full disk, or a backup that holds the file for too long: none of it was written.
      if (connection.inTransaction) connection.exec('ROLLBACK');
      writer.lastRev = lastDurable;
      return writes.map((request) => failed(request, error));
    }
  }

  function writeOne({ id, call, input }: WriteRequest): Answer {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request's own type ties call and input together
    return { id, ok: true, output: writer[call](input as never) };
  }

  function clean(): void {
    const now = wallNow();
    if (now < nextCleanAt) return;
    const isMoreLeft = writer.clean(now);
    nextCleanAt = isMoreLeft ? now : now + CLEAN_EVERY_MS;
  }

  function answerAll(requests: readonly OtherRequest[]): void {
    if (requests.length > 0) port.postMessage(requests.map(answer));
  }

  function answer(request: OtherRequest): Answer {
    try {
      return { id: request.id, ok: true, output: serveOther(request) };
    } catch (error) {
      if (isBeyondRepair(error)) throw error;
      return failed(request, error);
    }
  }

  function serveOther({ call, input }: OtherRequest): Calls[OtherRequest['call']]['output'] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    return call === 'close' ? close() : reader[call](input as never);
  }

  function close(): true {
    // First, so that the thread ends and releases its files even if one of these fails.
    closed = true;
    looking.stop();
    reader.close();
    tidyUp();
    connection.close();
    files.close();
    unlock();
    return true;
  }

  /** Empties the log into the file. If the disk is full the log stays, and the next start reads it. */
  function tidyUp(): void {
    try {
      connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }
}

/** The batches that arrived while the last one was processed. */
function waiting(): Request[][] {
  const batches: Request[][] = [];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (!next) return batches;
    batches.push(next.message);
  }
}

function failed({ id }: Request, error: unknown): Answer {
  return { id, ok: false, message: describe(error), isFull: isFull(error) };
}

function isWrite(request: Request): request is WriteRequest {
  return request.call in WRITE_CALLS;
}

function isLookup(request: OtherRequest): boolean {
  return request.call in LOOKUP_CALLS;
}

/**
 * The thread ends by what it throws, of which only an error of JavaScript's own keeps its words on the way to
 * the store; libsql's are none.
 */
function inWords(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new Error(describe(error), { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
