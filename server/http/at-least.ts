/**
 * `Denaria-At-Least`: a read by a caller who knows of a commit is answered once this process's board has that commit.
 * So a client that wrote at one process reads its own write at any other.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { AT_LEAST_HEADER } from '../../common/protocol/board-headers.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Board } from '../leaderboard/board.ts';
import { createBoundedQueue, createQueuePerKey, QueueFull } from '../lib/bounded-queue.ts';
import { callerKey } from '../lib/caller-address.ts';
import { placeHeaders } from './answer-headers.ts';
import { Problem, type Refusal } from './problem.ts';

const HEADER = AT_LEAST_HEADER.toLowerCase();

const WAIT_MS = 2000;
/** Reads of one address that wait at a time. */
const MOST_WAITS = 20;
/** Reads of all addresses: the board keeps them in order, so each costs a look at the others. */
const MOST_WAITS_IN_ALL = 1000;

/** The refusal of a header that names no place, or two. */
export const MALFORMED_PLACE: Refusal = {
  code: 'bad-request',
  message: `${AT_LEAST_HEADER} is an epoch, a space and a rev: send those of an answer or a message.`,
};

/** The place that a request names; null if it names none, or a malformed one, or two. */
function placeIn(headers: IncomingHttpHeaders): Place | null {
  const [epochText, revText, ...rest] = String(headers[HEADER]).split(' ');
  const { data: epoch } = epochSchema.safeParse(epochText);
  const { data: rev } = revSchema.safeParse(revText);
  return epoch && rev && rest.length === 0 ? { epoch, rev } : null;
}

/** True if the board has the commit. Of another data set it never will: the answer says of which one it is. */
function has(board: Place, { epoch, rev }: Place): boolean {
  return epoch !== board.epoch || rev <= board.rev;
}

/** Whether a read with these headers names a place. */
export function namedPlace(headers: IncomingHttpHeaders): 'none' | 'malformed' | Place {
  return headers[HEADER] === undefined ? 'none' : (placeIn(headers) ?? 'malformed');
}

/** True if a read with these headers can be answered now. */
export function isAtLeast(board: Place, headers: IncomingHttpHeaders): boolean {
  const asked = namedPlace(headers);
  return asked === 'none' || (asked !== 'malformed' && has(board, asked));
}

function behind(sentence: string): Problem {
  return new Problem('behind', sentence, { 'Retry-After': '1' });
}

/** What resolves to true once the board has the commit that a read names, to false if its caller left. */
export function createCommitWaits({
  board,
  trustProxyHops,
  mostInAll = MOST_WAITS_IN_ALL,
}: {
  readonly board: Pick<Board, 'epoch' | 'rev' | 'reached'>;
  readonly trustProxyHops: number;
  readonly mostInAll?: number | undefined;
}): (request: Request, response: Response) => Promise<boolean> {
  const ofAddress = createQueuePerKey({ atOnce: MOST_WAITS, waiting: 0 });
  const inAll = createBoundedQueue({ atOnce: mostInAll, waiting: 0 });

  return async (request, response) => {
    const asked = placeIn(request.headers);
    if (!asked || has(board, asked)) return true;
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once('close', leave);
    const wait = () => board.reached(asked.rev, WAIT_MS, gone.signal);
    try {
      await ofAddress(callerKey(request, trustProxyHops), () => inAll.run(wait, 0), 0);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw behind('Too many requests wait already. Try again in a moment.');
    } finally {
      response.off('close', leave);
    }
    if (gone.signal.aborted) return false;
    response.set(placeHeaders(board));
    if (!has(board, asked)) {
      throw behind('This server has not received that commit yet. Try again in a moment.');
    }
    return true;
  };
}
