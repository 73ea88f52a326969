/**
 * How much one caller may ask for: far above honest play, far below what hurts. What everything costs is
 * in the table below; docs/operating.md says what it comes to.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Address } from '../../common/values/address.ts';
import { BUDGET_MS, TOO_MANY_REQUESTS, type AddressBudget } from '../lib/address-budget.ts';
import { callerKey } from '../lib/caller-address.ts';
import { WindowCounts } from '../lib/window-counts.ts';
import { Problem } from './problem.ts';

/**
 * Per minute; 0: no limit. Addresses may stand for a whole household, a school or a load test; a wallet
 * is one player.
 */
export interface Limits {
  /** What everything that an address asks for may cost, by the table of costs. */
  readonly pointsPerAddress: number;
  /** Nonces, and sign-ins, per address. */
  readonly signInsPerAddress: number;
  /** What is asked for without a session and costs more than a read (the chain is asked), per address. */
  readonly anonymousPerAddress: number;
  /** Commands, per wallet. */
  readonly commandsPerWallet: number;
  /**
   * Refreshes and settlements, which anyone may ask of any wallet, per wallet. Counted apart from its
   * commands, so that strangers cannot use those up.
   */
  readonly upkeepPerWallet: number;
}

/**
 * Two thousand players behind one address who all open the game within a minute come to some 280,000
 * points, to 60,000 after a restart, to 12,000 by their polls.
 */
export const LIMITS: Limits = {
  pointsPerAddress: 300_000,
  signInsPerAddress: 600,
  anonymousPerAddress: 1200,
  commandsPerWallet: 600,
  upkeepPerWallet: 120,
};

/** On one's own machine a single address is everyone: simulated players, a page's unbundled modules. */
export const DEVELOPMENT_LIMITS: Limits = { ...LIMITS, pointsPerAddress: 3_000_000 };

/**
 * What a request costs, in points of some 0.1 ms of the server's main thread, measured with 64
 * connections that ask all the time. The first entry that fits counts; `path` is the beginning of one,
 * and a slash stands at the end of what has more behind it.
 */
const COSTS: readonly {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly points: number;
}[] = [
  // A signature; then what asks the chain or commits.
  { method: 'POST', path: '/api/session', points: 20 },
  { method: 'POST', path: '/api/', points: 10 },
  // By what is read and serialised.
  { method: 'GET', path: '/api/leaderboard/find', points: 60 },
  { method: 'GET', path: '/api/leaderboard/preview', points: 5 },
  { method: 'GET', path: '/api/leaderboard/', points: 8 },
  { method: 'GET', path: '/api/players/', points: 40 },
  { method: 'GET', path: '/api/leaderboard', points: 30 },
  { method: 'GET', path: '/api/events', points: 10 },
  { method: 'GET', path: '/api/openapi', points: 5 },
  { method: 'GET', path: '/api/', points: 4 },
  { method: 'GET', path: '/metrics', points: 15 },
  { method: 'GET', path: '/healthz', points: 2 },
  { method: 'GET', path: '/readyz', points: 2 },
  { method: 'GET', path: '/assets/', points: 4 },
];

/** A page, a file, and whatever else is routed. */
const OTHER_POINTS = 6;

/** The lists that every page polls, ready as they are, sent or not (304). */
export const POLL_POINTS = 1;

/** An answer that is long and made for its caller alone costs a point for each so many bytes. */
export const BYTES_PER_POINT = 2048;

/** What sockets cost. */
export const SOCKET_POINTS = {
  /** A handshake, of either transport. */
  handshake: 3,
  /** Any other request of Engine.IO's: a polling session's, an upgrade. */
  request: 2,
  /** A packet on a socket, whatever it is. */
  packet: 1,
  /** And a message on it, beside that. */
  message: 3,
} as const;

/** What a request costs that is routed. Its path is in no one's hands but the caller's. */
export function pointsOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): number {
  // An absolute address is routed by its path.
  const [path = ''] = url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .toLowerCase()
    .split('?', 1);
  // With a slash at its end it is routed as without.
  const reads = method === 'GET' || method === 'HEAD';
  const routed = path.replace(/(?<=.)\/+$/, '');
  const cost = COSTS.find((one) => (one.method === 'GET') === reads && routed.startsWith(one.path));
  return cost?.points ?? OTHER_POINTS;
}

/** What became of a request that was counted. */
export interface Charged {
  /** The headers that its answer carries, by name and value in turn. */
  readonly head: readonly string[];
  /** When to come back, in s, where it is past the limit; null where it is to be answered. */
  readonly retryAfterS: number | null;
  /** True for the first one past the limit. */
  readonly isFirstPast: boolean;
}

/** Counts a request of this cost. */
export type Charge = (request: IncomingMessage, points: number) => Charged;

const UNLIMITED: Charged = { head: [], retryAfterS: null, isFirstPast: false };

/** Draws on the budget of the caller's address. */
export function chargeTo(budget: AddressBudget, trustProxyHops: number): Charge {
  const head = rateLimitHead(budget.perMinute, BUDGET_MS);
  return (request, points) => {
    const spent = budget.spend(callerKey(request, trustProxyHops), points);
    if (!spent) return UNLIMITED;
    const { isPast, isFirstPast, remaining, resetS } = spent;
    return {
      head: head(remaining, resetS),
      retryAfterS: isPast ? resetS : null,
      isFirstPast,
    };
  };
}

/** The fields as draft-ietf-httpapi-ratelimit-headers-07 has them. */
function rateLimitHead(limit: number, windowMs: number) {
  const policy = `${limit};w=${windowMs / 1000}`;
  return (remaining: number, resetS: number): readonly string[] => [
    'RateLimit-Policy',
    policy,
    'RateLimit',
    `limit=${limit}, remaining=${remaining}, reset=${resetS}`,
  ];
}

const MINUTE_MS = 60_000;

/** Counts requests by the caller's address (IPv6: by its /64), separately in each place it is used. */
export function limitPerAddress(perMinute: number, trustProxyHops: number): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  const counts = new WindowCounts(MINUTE_MS, performance.now());
  const head = rateLimitHead(perMinute, MINUTE_MS);
  return (request, response, next) => {
    const key = callerKey(request, trustProxyHops);
    const { points, leftMs } = counts.add(key, 1, performance.now());
    const resetS = Math.ceil(leftMs / 1000);
    setHead(response, head(Math.max(0, perMinute - points), resetS));
    if (points > perMinute) throw tooMany(resetS);
    next();
  };
}

/** @param head by name and value in turn. */
export function setHead(
  response: { setHeader(name: string, value: string): unknown },
  head: readonly string[],
): void {
  for (let i = 0; i + 1 < head.length; i += 2) response.setHeader(head[i] ?? '', head[i + 1] ?? '');
}

/** Counts what is asked of a wallet. @throws Problem (429) past the limit. */
export type CountPerWallet = (wallet: Address) => void;

export function limitPerWallet(perMinute: number): CountPerWallet {
  if (perMinute === 0) return () => {};
  const counts = new WindowCounts(MINUTE_MS, performance.now());
  return (wallet) => {
    const { points, leftMs } = counts.add(wallet, 1, performance.now());
    if (points > perMinute) throw tooMany(Math.ceil(leftMs / 1000));
  };
}

function tooMany(retryAfterS: number): Problem {
  return new Problem('too-many-requests', TOO_MANY_REQUESTS, {
    'Retry-After': String(retryAfterS),
  });
}

/** A place that a wallet without holdings takes when it joins. */
export interface JoinPlace {
  /** Takes it, once however often it is asked for. @throws Problem (429) where none is left. */
  take(): void;
  /** Gives it back: nobody joined. */
  giveBack(): void;
}

const HOUR_MS = 60 * 60_000;

/**
 * Wallets that hold nothing and join, per address and hour. A place is taken before the join is
 * committed and given back where it is not, so that no number of them at once gets past the limit.
 * @param perHour 0: no limit.
 */
export function limitJoins(
  perHour: number,
  trustProxyHops: number,
): (request: IncomingMessage) => JoinPlace {
  if (perHour === 0) return () => ({ take() {}, giveBack() {} });
  const counts = new WindowCounts(HOUR_MS, performance.now());
  return (request) => {
    const key = callerKey(request, trustProxyHops);
    let takenAt: number | null = null;
    const giveBack = () => {
      if (takenAt !== null) counts.takeBack(key, 1, takenAt);
      takenAt = null;
    };
    return {
      take() {
        if (takenAt !== null) return;
        takenAt = performance.now();
        const { points, leftMs } = counts.add(key, 1, takenAt);
        if (points <= perHour) return;
        giveBack();
        throw new Problem(
          'too-many-joins',
          'Too many wallets without holdings joined from your address. Come back in an hour, or join with a wallet that holds DENA or an NFT of your nation.',
          { 'Retry-After': String(Math.ceil(leftMs / 1000)) },
        );
      },
      giveBack,
    };
  };
}
