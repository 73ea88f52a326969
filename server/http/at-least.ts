/**
 * `Denaria-At-Least`: a read by a caller who knows of a commit is answered once this process's board has that commit.
 * So a client that wrote at one process reads its own write at any other.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { AT_LEAST_HEADER } from '../../common/protocol/board-headers.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Board } from '../leaderboard/board.ts';
import { callerKey } from '../lib/caller-address.ts';
import { Problem } from './problem.ts';

const HEADER = AT_LEAST_HEADER.toLowerCase();

const WAIT_MS = 2000;
/** Reads of one address that wait at a time. */
const MOST_WAITS = 20;

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

/** Lets a read go on once the board has the commit that it names. */
export function waitForCommit({
  board,
  trustProxyHops,
}: {
  readonly board: Pick<Board, 'epoch' | 'rev' | 'reached'>;
  readonly trustProxyHops: number;
}): RequestHandler {
  /** By address; one without waits has no entry. */
  const waits = new Map<string, number>();

  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || isAtLeast(board, request.headers)) return next();
    const asked = placeIn(request.headers);
    if (!asked) throw new Problem('bad-request', MALFORMED);
    const key = callerKey(request, trustProxyHops);
    const count = waits.get(key) ?? 0;
    if (count >= MOST_WAITS) {
      throw behind(`${MOST_WAITS} requests of this address wait already. Try again in a moment.`);
    }
    waits.set(key, count + 1);
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once('close', leave);
    try {
      await board.reached(asked.rev, WAIT_MS, gone.signal);
    } finally {
      response.off('close', leave);
      const left = (waits.get(key) ?? 0) - 1;
      if (left > 0) waits.set(key, left);
      else waits.delete(key);
    }
    if (gone.signal.aborted) return;
    if (!has(board, asked)) {
      throw behind('This server has not received that commit yet. Try again in a moment.');
    }
    next();
  };
}
