/**
 * The way of a request, from its parsed head to its answer. In this order:
 *
 * - admit: the target, the headers, the budget of its address, the Host, what it expects, how much
 *   is under way, the queue of its address, what that leaves unread. The polled list leaves here,
 *   and so do preflights.
 * - below /api: the host and the version that are asked for, the page that asks, the commit that it
 *   names.
 * - call: the call's own limits, its body, its schemas, its commit, the queue of its address; then
 *   the wallet's session and the budget of its commands.
 * - commit: the call's handler.
 *
 * In front of it `connections.ts` guards the connections. The limits are in `limits.ts`.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import express, { type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { nonceCall, signInCall } from '../../common/protocol/session.ts';
import {
  clientVersion,
  MIN_PROTOCOL_VERSION,
  VERSION_HEADER,
} from '../../common/protocol/version.ts';
import { writtenAddressSchema, type Address } from '../../common/values/address.ts';
import { Budget } from '../lib/budget.ts';
import { callerAddress, callerKey, callerNetwork } from '../lib/caller-address.ts';
import { revisionHeaders, setHead, VERSION_HEAD, versionAndRulesHead } from './answer-headers.ts';
import { createAddressQueue } from './address-queue.ts';
import type { AppParts } from './app-parts.ts';
import { createCommitWaits, MALFORMED_REVISION, namedRevision } from './at-least.ts';
import { isPreflight, isPublicRead, PREFLIGHT_HEAD, PUBLIC_HEAD, READS } from './cors.ts';
import { refuseOddText } from './json-depth.ts';
import { headPoints, POLL_POINTS, pointsOf, rateLimitHead, tooMany } from './limits.ts';
import type { OriginPolicy } from './origin.ts';
import type { Polls } from './poll.ts';
import { explain, Problem, problemOf, refuse, type Refusal } from './problem.ts';
import { noteCommit, REQUEST_ID, requestFields, requestIdOf } from './request-log.ts';
import type { Route, Sent } from './route.ts';
import { timed } from './routes/operations.ts';
import { dataSecurityHead } from './security.ts';
import { answerSender } from './send.ts';
import { unqueued, type Queue, type SharedWork } from './shared-work.ts';
import type { UnderWay } from './under-way.ts';
import { countUnread, UNREAD } from './unread.ts';

const PAST_BUDGET = 'an address is past its budget';
const IS_OVERLOADED = 'more is asked for than can be answered';
const LEAVES_UNREAD = 'an address leaves its answers unread';

const NOT_ONE_HOST: Refusal = {
  code: 'malformed-request',
  message: 'Send the request with one Host header.',
};
const UNEXPECTED: Refusal = {
  code: 'expectation-failed',
  message: 'Send the request without an Expect header.',
};
const FOREIGN_HOST: Refusal = {
  code: 'foreign-host',
  message: 'Open this server by a loopback address such as http://127.0.0.1, or set PUBLIC_ORIGIN.',
};
/**
 * A 426 that names no protocol to upgrade the connection to: there is none, and behind a proxy that
 * speaks HTTP/2 an Upgrade header breaks the answer.
 */
const PAGE_TOO_OLD: Refusal = {
  code: 'page-too-old',
  message: 'This page is older than the game. Reload it to go on.',
};
/** More is under way than can be answered (`under-way.ts`). */
const OVERLOADED: Refusal = {
  code: 'busy',
  message: 'Too many are playing here right now. Try again in a moment.',
  headers: { 'Retry-After': '2' },
};
const FOREIGN_PAGE: Refusal = {
  code: 'foreign-origin',
  message: 'That page may not act here. Open the game by its own address.',
};

/**
 * Admits a request to what answers it. One past the budget of its address is refused here, for a
 * fraction of what the router costs.
 * @param rest answers what is not the polled list.
 */
export function admit(
  parts: Pick<AppParts, 'budget' | 'log' | 'trustProxyHops' | 'origin' | 'secure' | 'rules'>,
  polls: Polls,
  underWay: UnderWay,
  rest: RequestListener,
): RequestListener {
  const { budget, log, trustProxyHops } = parts;
  const securityHead = dataSecurityHead(parts);
  const enqueue = createAddressQueue();
  const countsUnread = countUnread();
  const warnings = new Budget(1);

  return (request, response) => {
    // Already cut off: nobody reads an answer.
    if (request.socket.destroyed) return;
    request.url = originForm(request.url ?? '');
    // Node would refuse it with an empty body, so its own check is turned off (RFC 9112, §3.2).
    const isOfOneHost = hasOneHost(request);
    ignoreLongConditions(request);
    const key = callerKey(request, trustProxyHops);
    // Who is past the budget already is refused before the target is looked at.
    let spent = budget.spend(key, headPoints(request));
    const isPoll =
      !spent.isPast && isOfOneHost && polls.takes(request) && apiRefusal(request, parts) === null;
    if (!spent.isPast) spent = budget.spend(key, isPoll ? POLL_POINTS : pointsOf(request));
    const isPublic = isPublicRead(request);
    // Not even by mistake does such an answer depend on a session.
    if (isPublic) delete request.headers.cookie;
    const limitHead = rateLimitHead(budget, spent);
    const ownHead = isPublic ? [...limitHead, ...PUBLIC_HEAD] : limitHead;
    const refuseHere = (refusal: Refusal, warning?: string) => {
      const id = requestIdOf(request);
      if (warning !== undefined) log.warn(requestFields(id, request, trustProxyHops), warning);
      const head = [...ownHead, REQUEST_ID, id, ...securityHead(request)];
      refuse(response, refusal, [...head, ...versionAndRulesHead(parts.rules())]);
    };
    if (spent.isPast) refuseHere(tooMany(spent), spent.isFirstPast ? PAST_BUDGET : undefined);
    else if (!isOfOneHost) {
      refuse(response, NOT_ONE_HOST, [...ownHead, 'Connection', 'close']);
    } else if (!isExpected(request)) refuseHere(UNEXPECTED);
    else if (isPreflight(request)) {
      response.writeHead(204, [...limitHead, ...VERSION_HEAD, ...PREFLIGHT_HEAD]).end();
    } else if (
      isApi(request) &&
      !isPoll &&
      underWay.isFull(callerNetwork(request, trustProxyHops))
    ) {
      refuseHere(OVERLOADED, warnings.spend(IS_OVERLOADED, 1).isPast ? undefined : IS_OVERLOADED);
    } else {
      const proceed = () => {
        if (budget.limit > 0 && !countsUnread(key, response)) {
          refuseHere(UNREAD, warnings.spend(key, 1).isPast ? undefined : LEAVES_UNREAD);
          return;
        }
        setHead(response, ownHead);
        rest(request, response);
      };
      enqueue(key, request, () => {
        if (isPoll) polls.answer(request, response, ownHead, proceed);
        else if (isApi(request)) underWay.unlessLeft(request, proceed);
        else proceed();
      });
    }
  };
}

/** What conditions a read (RFC 9110, §13.1, §14.2). */
const CONDITIONS = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
] as const;
/** Four of the longest tags that the server sends. */
const CONDITION_LENGTH = 500;

/** A longer one is ignored: libraries take milliseconds to parse 15 kB of them. */
function ignoreLongConditions({ headers }: IncomingMessage): void {
  for (const name of CONDITIONS) {
    if ((headers[name]?.length ?? 0) > CONDITION_LENGTH) delete headers[name];
  }
}

function isApi({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/');
}

/** RFC 9112, §3.2; Node takes the first of several. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (rawHeaders[n]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** RFC 9110, §10.1.1: Node itself meets the one expectation that there is. */
function isExpected({ headers: { expect = '100-continue' } }: IncomingMessage): boolean {
  return expect.toLowerCase() === '100-continue';
}

/** Admits a request of Socket.IO's, which answers it by itself; false if it is refused. */
export function admitToSockets(parts: Pick<AppParts, 'budget' | 'log' | 'trustProxyHops'>) {
  const { budget, log, trustProxyHops } = parts;
  /** @param to where a refusal goes: an upgrade has no response. */
  return (request: IncomingMessage, to: ServerResponse | Duplex, points: number): boolean => {
    const spent = budget.spend(callerKey(request, trustProxyHops), points + headPoints(request));
    if (spent.isFirstPast) {
      log.warn({ remoteAddress: callerAddress(request, trustProxyHops) }, PAST_BUDGET);
    }
    if (spent.isPast) refuse(to, tooMany(spent));
    else chargePieces(request, parts);
    return !spent.isPast;
  };
}

/** What so many pieces of a body cost: each takes a few microseconds, however short. */
const OF_PIECES = { count: 100, points: 5 };

/**
 * Charges a body for its pieces, of which one read may hold ten thousand. Call it before what reads
 * the body.
 */
function chargePieces(
  request: IncomingMessage,
  { budget, trustProxyHops }: Pick<AppParts, 'budget' | 'trustProxyHops'>,
): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let pieces = 0;
  request.on('data', () => {
    pieces += 1;
    if (pieces % OF_PIECES.count > 0) return;
    budget.spend(callerKey(request, trustProxyHops), OF_PIECES.points);
  });
}

/** An absolute URL's scheme and host. */
const AUTHORITY = /^https?:\/\/[^/?#\\]*/i;

/**
 * The origin form of a request's target (RFC 9112, §3.2), so that what charges a request, what logs
 * it and what routes it read the same path: the router would read one with a fragment, or without a
 * slash at its beginning, as a browser does, with slashes for backslashes.
 */
export function originForm(target: string): string {
  const path = target.replace(AUTHORITY, '').replace(/#.*/s, '').replaceAll('\u00a0', '%A0');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Why a request below /api is not answered, whatever it asks for; null if it may be. */
function apiRefusal(
  { method = '', headers }: IncomingMessage,
  { origin }: Pick<AppParts, 'origin'>,
): Refusal | null {
  if (origin.own(headers) === null) return FOREIGN_HOST;
  if (clientVersion(headers[VERSION]) < MIN_PROTOCOL_VERSION) return PAGE_TOO_OLD;
  const isRead = READS.has(method);
  if (!isRead && method !== 'OPTIONS' && !origin.allows(headers)) return FOREIGN_PAGE;
  return isRead && namedRevision(headers) === 'malformed' ? MALFORMED_REVISION : null;
}

const VERSION = VERSION_HEADER.toLowerCase();

/**
 * Refuses what may not be answered below /api. All that is answered says the version, and the
 * revision that it is of.
 */
export function guardApi(parts: AppParts): RequestHandler {
  const securityHead = dataSecurityHead(parts);
  return (request, response, next) => {
    setHead(response, securityHead(request));
    setHead(response, versionAndRulesHead(parts.rules()));
    response.setHeader('Cache-Control', 'no-store');
    const refusal = apiRefusal(request, parts);
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    // Even an answer that has no revision of its own.
    if (READS.has(request.method) && namedRevision(request.headers) !== 'none') {
      response.set(revisionHeaders(parts.board));
    }
    next();
  };
}

/** Refuses pages to a foreign Host: a page elsewhere rebound that name to this machine. */
export function refuseForeignHosts(origin: OriginPolicy): RequestHandler {
  return (request, response, next) => {
    if (origin.own(request.headers) === null) refuse(response, FOREIGN_HOST);
    else next();
  };
}

const BODY_LIMIT = '16kb';

/** What leads to a call's handler, in order. */
export function guardCalls(
  parts: AppParts,
  { sharedWork, underWay }: { readonly sharedWork: SharedWork; readonly underWay: UnderWay },
): (route: Route) => RequestHandler[] {
  const { callers, sessions, metrics, refusals, trustProxyHops } = parts;
  const isProofOff = parts.facts.walletProof === 'off';
  const parseBody = express.json({ limit: BODY_LIMIT, inflate: false, verify: refuseOddText });
  const waitForCommit = createCommitWaits(parts);
  const send = answerSender(parts);
  const chargeBody: RequestHandler = (request, _response, next) => {
    chargePieces(request, parts);
    next();
  };

  return (route) => {
    const { call } = route;
    const isSignIn = call === nonceCall || call === signInCall;
    const isAnonymous = call.method === 'POST' && !call.needsSession;
    return [
      ...(isSignIn ? [callers.countSignIn] : []),
      timed(metrics, call),
      ...(isAnonymous ? [callers.countAnonymous] : []),
      ...(call.body ? [chargeBody, parseBody] : []),
      async (request, response) => {
        const input = route.parse(request);
        const mayWait = call.method === 'GET' && call.placed;
        if (mayWait && !(await waitForCommit(request, response))) return;
        const network = callerNetwork(request, trustProxyHops);
        const asked = {
          request,
          network,
          isOwn: (wallet: Address) => isOwn(request, wallet),
        };
        const answer = async (longQueue: Queue) => {
          const end = underWay.begin(network, call.method === 'GET');
          if (!end) throw problemOf(OVERLOADED);
          const inLongQueue: Queue = (work) => {
            end();
            return longQueue(work);
          };
          const handle = () => route.handle(input, { ...asked, longQueue: inLongQueue });
          try {
            if (!call.needsSession) return await handle();
            const wallet = await provenActor(request, input.body);
            return await counted(wallet, () => {
              callers.countCommand(wallet);
              return handle();
            });
          } finally {
            end();
          }
        };
        const reply = await (route.isShared ? sharedWork(request, answer) : answer(unqueued));
        if (!reply) return;
        if ('isCommit' in reply && reply.isCommit) noteCommit(response);
        await send(request, response, reply);
      },
    ];
  };

  /** The wallet that acts. @throws Problem unless the caller has proven it. */
  async function provenActor({ headers }: Request, body: unknown): Promise<Address> {
    const { walletAddress: wallet } = actorSchema.parse(body);
    const proven = isProofOff ? wallet : await sessions.provenWallet(headers.cookie);
    if (proven === null) {
      throw new Problem(
        'not-signed-in',
        'Sign in with your wallet first: this needs its signature.',
      );
    }
    if (proven !== wallet) {
      throw new Problem(
        'wrong-wallet',
        'You are signed in with another wallet. Sign in with the one you want to act for.',
      );
    }
    return wallet;
  }

  /** A command's reply; that it is refused is counted for its wallet. */
  async function counted(wallet: Address, command: () => Promise<Sent>): Promise<Sent> {
    try {
      const reply = await command();
      if ('ok' in reply) refusals.add(wallet, reply.code);
      return reply;
    } catch (error) {
      const refusal = explain(error);
      if (refusal) refusals.add(wallet, refusal.code);
      throw error;
    }
  }

  async function isOwn({ headers }: Request, wallet: Address): Promise<boolean> {
    return isProofOff || (await sessions.provenWallet(headers.cookie)) === wallet;
  }
}

const actorSchema = z.object({ walletAddress: writtenAddressSchema });
