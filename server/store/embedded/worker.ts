/**
 * The thread that owns the files of an embedded store. Writes that are queued when it becomes free
 * share one transaction, and so one fsync; they are answered when it is durable, in the order of
 * their revs. Lookups go before them, since a command makes several and would otherwise wait for
 * others' fsync at each; longer reads go after them. An error that the files may not survive ends
 * the thread: no answer is better than a wrong one, and what was answered is on disk.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../lib/command.ts';
import { monotonicNow, repeatedly, wallNow } from '../../lib/machine.ts';
import { filesInPlace, openDatabase, openSnapshot, type OpenedDatabase } from './database.ts';
import { StoreNotOpened } from '../store.ts';
import type { Answer, Handlers, Opening, Request } from './messages.ts';
import { createReader } from './reads.ts';
import { checkpoint, isBeyondRepair, isFull } from './sqlite.ts';
import { createWriter } from './writes.ts';

/** Limits how long the first of very many writes waits for the last. */
const MAX_GROUP = 1000;

/** Between two cleanups of expired rows. */
const CLEAN_EVERY_MS = 60_000;

/** How often it checks that the files are still there. */
const LOOK_EVERY_MS = 1000;

if (!parentPort) throw new Error('only the embedded store starts the store’s worker');
const port = parentPort;
const dataDir: string = workerData;
withReason(start);

function start(): void {
  let opened: OpenedDatabase;
  try {
    opened = openDatabase(dataDir);
  } catch (error) {
    if (!(error instanceof StoreNotOpened)) throw error;
    const { message, cause } = error;
    port.postMessage({ opened: false, message, cause: reasonOf(cause) } satisfies Opening);
    return;
  }
  const { epoch, lastRev, orderBase } = opened;
  port.postMessage({ opened: true, epoch, lastRev, orderBase } satisfies Opening);
  serve(opened);
}

function serve({ path, writer: connection, lastRev, unlock }: OpenedDatabase): void {
  const writer = createWriter(connection, lastRev);
  // It reads between the writer's transactions, when the writer's count is that of durable commits.
  const reader = createReader(
    connection,
    () => writer.lastRev,
    () => openSnapshot(path),
  );
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const files = filesInPlace(path);
  // An error thrown here ends the thread.
  const looking = repeatedly(LOOK_EVERY_MS, () => withReason(() => files.assert()));
  const others = { ...reader.lists, close };
  let nextCleanAt = 0;
  let closed = false;

  port.on('message', (batch: Request[]) => withReason(() => serveAll(batch)));

  function serveAll(batch: Request[]): void {
    const requests = [batch, ...waiting()].flat();
    answerAll(requests, reader.lookups);
    const writes = requests.filter(({ call }) => call in writer.writes);
    for (let from = 0; from < writes.length; from += MAX_GROUP) {
      port.postMessage(writeTogether(writes.slice(from, from + MAX_GROUP)));
    }
    answerAll(requests, others);
    // After its last answer; this ends the thread.
    if (closed) port.close();
  }

  /**
   * One transaction for all of them, answered once it is durable; a refused write adds nothing to
   * it.
   */
  function writeTogether(writes: readonly Request[]): Answer[] {
    const lastDurable = writer.lastRev;
    try {
      begin.run([]);
      writer.begin();
      const answers = writes.map((request) => done(request, writer.writes));
      clean();
      commit.run([]);
      // Writes to files that were removed or truncated are not durable, and must not be
      // acknowledged.
      files.assert(writer.lastRev > lastDurable);
      return answers;
    } catch (error) {
      if (isBeyondRepair(error)) throw error;
      // Such as a full disk, or a backup that holds the file for too long: none of it was written.
      if (connection.inTransaction) connection.exec('ROLLBACK');
      writer.returnTo(lastDurable);
      return writes.map((request) => failed(request, error));
    }
  }

  function clean(): void {
    // By the clock that can't be set back, or it would wait until that one is where it was.
    const at = monotonicNow();
    if (at < nextCleanAt) return;
    const isMoreLeft = writer.clean(wallNow());
    nextCleanAt = isMoreLeft ? at : at + CLEAN_EVERY_MS;
  }

  /** Answers those of the calls that have a handler here. */
  function answerAll(requests: readonly Request[], handlers: Handlers): void {
    const answers = requests
      .filter(({ call }) => call in handlers)
      .map((request) => answer(request, handlers));
    if (answers.length > 0) port.postMessage(answers);
  }

  function answer(request: Request, handlers: Handlers): Answer {
    try {
      return done(request, handlers);
    } catch (error) {
      if (isBeyondRepair(error)) throw error;
      return failed(request, error);
    }
  }

  function close(): void {
    // First, so that the thread ends and releases its files even if one of these fails.
    closed = true;
    looking.stop();
    reader.close();
    checkpoint(connection, 'TRUNCATE');
    connection.close();
    files.close();
    unlock();
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

function done({ id, call, inputs }: Request, handlers: Handlers): Answer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of WorkerLink.ask tie call and inputs together
  return { id, ok: true, output: handlers[call]?.(...(inputs as never[])) };
}

function failed({ id }: Request, error: unknown): Answer {
  return { id, ok: false, message: reasonOf(error), isFull: isFull(error) };
}

/**
 * The thread ends by what it throws, of which only an error of JavaScript's own keeps its words on
 * the way to the store; libsql's are none.
 */
function withReason(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}
