/**
 * How a game process ends: gracefully at the first signal or with the npm that started it,
 * immediately at a second signal, and by itself when its store is lost for good.
 */
import { after } from '../lib/machine.ts';
import { isRunByNpm } from './config.ts';
import { onEndSignal } from './end-signal.ts';

/** The operator does not wait forever: a shutdown that takes longer was not graceful. */
const END_MS = 9800;

/**
 * How long a process whose store is lost has to send its sockets elsewhere; it can do nothing else.
 */
const LOST_END_MS = 2000;

interface Ending {
  /** Resolves when the server can no longer serve. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Starts a server, and closes it on a signal: the process ends with 0 after a graceful shutdown.
 * Signals are handled from the first moment. Before anyone can have called the server, one ends the
 * process immediately, also with 0. A server that is lost is closed as far as possible, and ends
 * the process with 1.
 * @param start calls `onListening` before the server accepts its first connection
 * @throws whatever `start` throws
 */
export async function runUntilSignal<T extends Ending>(
  start: (onListening: () => void) => Promise<T>,
): Promise<T> {
  let isServing = false;
  const end = async () => {
    if (!isServing) process.exit(0);
    after(END_MS, () => {
      giveUp('The server did not end in time.');
    }).unref();
    await (await starting).close();
    process.exit(0);
  };
  onEndSignal({
    isRunByNpm: isRunByNpm(),
    onFirst: () => {
      end().catch(giveUp);
    },
    onAgain: () => process.exit(1),
  });
  const starting = start(() => {
    isServing = true;
  });
  const server = await starting;
  isServing = true;
  void endWhenLost(server);
  return server;
}

/** Logs the reason, closes what it can, and ends the process with 1 in any case. */
export async function endWhenLost(server: Ending, longestMs = LOST_END_MS): Promise<void> {
  const error = await server.lost;
  console.error(error.message);
  after(longestMs, () => process.exit(1));
  await Promise.allSettled([server.close()]);
  process.exit(1);
}

/** Ends the process with a message about its failure for the operator. */
export function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
