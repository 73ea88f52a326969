/**
 * `Denaria-At-Least`: a read by a caller who knows of a commit is answered once this process's
 * board has that commit. So a client that wrote at one process reads its own write at any other.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { AT_LEAST_HEADER } from '../../common/protocol/board-headers.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import type { Revision } from '../game/reads/queries.ts';
import type { Board } from '../leaderboard/board.ts';
import { KeyCounts } from '../lib/budget.ts';
import { callerKey, callerNetwork } from '../lib/caller-address.ts';
import { revisionHeaders } from './answer-headers.ts';
import { Problem, type Refusal } from './problem.ts';

const HEADER = AT_LEAST_HEADER.toLowerCase();

const WAIT_MS = 2000;
/** Reads of one address that wait at a time. */
const MOST_WAITS = 20;
/**
 * Reads of all addresses: the board keeps them in order, so each costs a look at the others. A
 * network may have as many as are left, so that it leaves half to others.
 */
const MOST_WAITS_IN_ALL = 1000;

/** The refusal of a header that names no revision, or two. */
export const MALFORMED_REVISION: Refusal = {
  code: 'bad-request',
  message: `${AT_LEAST_HEADER} is an epoch, a space and a rev: send those of an answer or a message.`,
};

/**
 * True if the board has the commit. Of another data set it never will: the answer says of which one
 * it is.
 */
function has(board: Revision, { epoch, rev }: Revision): boolean {
  return epoch !== board.epoch || rev <= board.rev;
}

/** The revision that a read with these headers names; two of them are malformed. */
export function namedRevision(headers: IncomingHttpHeaders): 'none' | 'malformed' | Revision {
  if (headers[HEADER] === undefined) return 'none';
  const [, epochText, revText] = /^(\S{1,100}) (\S{1,100})$/.exec(String(headers[HEADER])) ?? [];
  const { data: epoch } = epochSchema.safeParse(epochText);
  const { data: rev } = revSchema.safeParse(revText);
  return epoch && rev ? { epoch, rev } : 'malformed';
}

/** True if a read with these headers can be answered now. */
export function isAtLeast(board: Revision, headers: IncomingHttpHeaders): boolean {
  const asked = namedRevision(headers);
  return asked === 'none' || (asked !== 'malformed' && has(board, asked));
}

function behind(sentence: string): Problem {
  return new Problem('behind', sentence, { 'Retry-After': '1' });
}

/**
 * What resolves to true once the board has the commit that a read names, to false if its caller
 * left.
 */
export function createCommitWaits(parts: {
  readonly board: Pick<Board, 'epoch' | 'rev' | 'reached'>;
  readonly trustProxyHops: number;
  readonly mostInAll?: number | undefined;
}): (request: Request, response: Response) => Promise<boolean> {
  const { board, trustProxyHops, mostInAll = MOST_WAITS_IN_ALL } = parts;
  const waiting = new KeyCounts();
  let inAll = 0;

  return async (request, response) => {
    const asked = namedRevision(request.headers);
    if (typeof asked === 'string' || has(board, asked)) return true;
    const key = callerKey(request, trustProxyHops);
    const network = callerNetwork(request, trustProxyHops);
    if (waiting.of(key) >= MOST_WAITS || waiting.of(network) >= mostInAll - inAll) {
      throw behind('Too many requests wait already. Try again in a moment.');
    }
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once('close', leave);
    for (const one of [key, network]) waiting.add(one, 1);
    inAll += 1;
    try {
      await board.reached(asked.rev, WAIT_MS, gone.signal);
    } finally {
      for (const one of [key, network]) waiting.add(one, -1);
      inAll -= 1;
      response.off('close', leave);
    }
    if (gone.signal.aborted) return false;
    response.set(revisionHeaders(board));
    if (!has(board, asked)) {
      throw behind('This server has not received that commit yet. Try again in a moment.');
    }
    return true;
  };
}
