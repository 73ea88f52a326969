/**
 * `Denaria-At-Least`: a read by a caller who knows of a commit is answered once this process's board has that commit.
 * So a client that wrote at one process reads its own write at any other.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { AT_LEAST_HEADER } from '../../common/protocol/board-headers.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Board } from '../leaderboard/board.ts';
import { callerKey } from '../lib/caller-address.ts';
import { placeHeaders } from './list-headers.ts';
import { Problem } from './problem.ts';

const HEADER = AT_LEAST_HEADER.toLowerCase();

const WAIT_MS = 2000;
/** Reads of one address that wait at a time. */
const MOST_WAITS = 20;
/** Reads of all addresses: the board keeps them in order, so each costs a look at the others. */
const MOST_WAITS_IN_ALL = 1000;

const MALFORMED = `${AT_LEAST_HEADER} is an epoch, a space and a rev: send those of an answer or a message.`;

/** The place that a request names; null if it is malformed, or named twice. */
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

/** True if a read with these headers can be answered now. */
export function isAtLeast(board: Place, headers: IncomingHttpHeaders): boolean {
  if (headers[HEADER] === undefined) return true;
  const asked = placeIn(headers);
  return asked !== null && has(board, asked);
}

function behind(sentence: string): Problem {
  return new Problem('behind', sentence, { 'Retry-After': '1' });
}

/** Refuses a read whose header is malformed. Every other answer says a place, even if it has none of its own. */
export function namePlace(board: Place): RequestHandler {
  return ({ method, headers }, response, next) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && headers[HEADER] !== undefined) {
      if (!placeIn(headers)) throw new Problem('bad-request', MALFORMED);
      response.set(placeHeaders(board));
    }
    next();
  };
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
  /** By address; one without waits has no entry. */
  const waits = new Map<string, number>();
  let inAll = 0;

  return async (request, response) => {
    const asked = placeIn(request.headers);
    if (!asked || has(board, asked)) return true;
    const key = callerKey(request, trustProxyHops);
    const count = waits.get(key) ?? 0;
    if (count >= MOST_WAITS || inAll >= mostInAll) {
      throw behind('Too many requests wait already. Try again in a moment.');
    }
    waits.set(key, count + 1);
    inAll += 1;
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once('close', leave);
    try {
      await board.reached(asked.rev, WAIT_MS, gone.signal);
    } finally {
      response.off('close', leave);
      inAll -= 1;
      const left = (waits.get(key) ?? 0) - 1;
      if (left > 0) waits.set(key, left);
      else waits.delete(key);
    }
    if (gone.signal.aborted) return false;
    response.set(placeHeaders(board));
    if (!has(board, asked)) {
      throw behind('This server has not received that commit yet. Try again in a moment.');
    }
    return true;
  };
}
