/**
 * Writes a log line for every command that changed something, for refusals, failures and commands
 * whose caller left up to a bound, and for one in a thousand of all other requests, under an id
 * that the answer carries too; metrics count them all. Of the requests past an address's budget
 * only the first in each minute is logged. Otherwise requests would fill the disk.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { Budget, type Spent } from '../lib/budget.ts';
import { callerAddress, callerNetworks } from '../lib/caller-address.ts';
import { monotonicNow, newId } from '../lib/machine.ts';
import { LedgerStopped } from '../ledger/commit-leaves.ts';
import { LINES_PER_CALLER, type Log } from '../observe/log.ts';
import { READS } from './cors.ts';

export const REQUEST_ID = 'x-request-id';

/** How many requests that changed nothing a line stands for: 50,000 pages poll 5,000 a second. */
export const READS_PER_LINE = 1000;
/** A stopped ledger fails every request for it, until the operator has acted. */
const STOPS_PER_HOUR = 1;
const HOUR_MS = 60 * 60_000;
/** How many characters of a URL are logged; those of the pages are shorter. */
const URL_LENGTH = 300;
export const LAST = '; others of this address are not logged for up to a minute';
const LAST_STOP = '; others that fail by the stopped ledger are not logged for up to an hour';

/** Requested every few seconds by the process supervisor. */
const PROBES = /^\/(healthz|readyz)\b/;

export interface RequestLogParts {
  readonly log: Log;
  /** How the caller's address is found. */
  readonly trustProxyHops: number;
}

/** The request's id is in its answer from here on; failures are logged under it. */
export function requestLog(parts: RequestLogParts): RequestHandler {
  const logAnswer = logAnswers(parts);
  return (request, response, next) => {
    const id = requestIdOf(request);
    const startedAt = monotonicNow();
    response.setHeader(REQUEST_ID, id);
    if (!PROBES.test(request.url)) {
      response.on('close', () => {
        logAnswer(id, request, response, monotonicNow() - startedAt);
      });
    }
    next();
  };
}

/** The id that the request came with, if it is safe to write anywhere; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : newId();
}

/** Takes a line of this kind from what a caller may cause; the last one says so with `LAST`. */
export function callerLines(trustProxyHops: number) {
  const lines = new Budget(LINES_PER_CALLER);
  return (request: IncomingMessage, kind: string): Spent =>
    lines.take(callerNetworks(request, trustProxyHops).map((one) => `${kind} ${one}`));
}

export function logAnswers({ log, trustProxyHops }: RequestLogParts) {
  let reads = 0;
  const takeLine = callerLines(trustProxyHops);
  const stops = new Budget(STOPS_PER_HOUR, HOUR_MS);

  /** @param ms from request to answer. */
  return (
    id: string,
    request: IncomingMessage | Request,
    response: ServerResponse,
    ms: number,
  ): void => {
    const { statusCode, headersSent, writableEnded } = response;
    const bug = bugs.get(response);
    const isAborted = !headersSent && !READS.has(request.method);
    const isRefused = bug !== undefined || (headersSent && statusCode >= 400);
    const refusal = isRefused ? (response.getHeader(REFUSAL_HEADER) ?? statusCode) : undefined;
    const code = refusal ?? (isAborted ? 'aborted' : undefined);
    const isSample = code === undefined && !commits.has(response);
    if (isSample) reads += 1;
    if (isSample && reads % READS_PER_LINE !== 0) return;
    // 501: asked for a format that isn't there.
    const failed = statusCode >= 500 && statusCode !== 501;
    const level = bug !== undefined ? 'error' : failed ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const isStop = bug instanceof LedgerStopped;
    const ofAll = isStop ? stops.spend('', 1) : null;
    const spent = ofAll ?? (code === undefined ? null : takeLine(request, level));
    if (spent?.isPast) return;
    const outcome = !writableEnded ? 'aborted' : failed ? 'errored' : 'completed';
    log[level](
      {
        ...requestFields(id, request, trustProxyHops),
        // Until an answer begins, its status means nothing.
        res: { statusCode: headersSent ? statusCode : null },
        responseTime: Math.round(ms),
        code,
        wallet: 'body' in request ? walletIn(request.body) : undefined,
        standsFor: isSample ? READS_PER_LINE : undefined,
        err: bug,
      },
      (bug === undefined ? `request ${outcome}` : 'a request failed') +
        (spent?.left !== 0 ? '' : isStop ? LAST_STOP : LAST),
    );
  };
}

/** The request changed the game for its player, and has a line in any case. */
export function noteCommit(response: ServerResponse): void {
  commits.add(response);
}

const commits = new WeakSet<ServerResponse>();

/** The error that answered a request with a plain 500, for its log line. */
export function noteBug(response: ServerResponse, error: unknown): void {
  bugs.set(response, error);
}

const bugs = new WeakMap<ServerResponse, unknown>();

const namingSchema = z.object({
  walletAddress: z.string().optional(),
  /** Of a sign-in (EIP-4361). */
  message: z.string().optional(),
});

/** The wallet that a command's body names, which need not be its sender's. */
function walletIn(body: unknown): string | undefined {
  const { walletAddress, message = '' } = namingSchema.safeParse(body).data ?? {};
  return /\b0x[\da-f]{40}\b/i.exec(walletAddress ?? message)?.[0];
}

/**
 * The fields that a log line has of its request. The address is the caller's, by which limits count
 * it too, not that of a proxy in between. Headers are left out: they say little, and a cookie would
 * open its sender's session.
 */
export function requestFields(
  id: string,
  request: IncomingMessage | Request,
  trustProxyHops: number,
) {
  const { method } = request;
  // A handler mounted below a path sees only the rest of the URL.
  const whole = ('originalUrl' in request ? request.originalUrl : request.url) ?? '';
  const url = whole.length > URL_LENGTH ? `${whole.slice(0, URL_LENGTH)}…` : whole;
  const req = { id, method, url, remoteAddress: callerAddress(request, trustProxyHops) };
  return { requestId: id, req };
}
