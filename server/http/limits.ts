/**
 * How much one caller may ask for: far above honest play, far below what hurts. The table below lists the
 * cost of everything; docs/operating.md says what it adds up to.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Address } from '../../common/values/address.ts';
import { BUDGET_MS, TOO_MANY_REQUESTS, type AddressBudget } from '../lib/address-budget.ts';
import { callerKey, callerNetworks } from '../lib/caller-address.ts';
import { monotonicNow } from '../lib/machine.ts';
import { WindowCounts } from '../lib/window-counts.ts';
import type { RankingThen } from '../past/past.ts';
import { Problem } from './problem.ts';

/**
 * Per minute; 0: no limit. An address may be a whole household, a school or a load test; a wallet is one
 * player.
 */
export interface Limits {
  /** The total cost of everything an address asks for, by the table of costs. */
  readonly pointsPerAddress: number;
  /** Nonces, and sign-ins, per address. */
  readonly signInsPerAddress: number;
  /** Requests without a session that cost more than a read (they ask the chain), per address. */
  readonly anonymousPerAddress: number;
  /** Sign-ins that ask the chain, as those of contract wallets do, per address and its wider networks. */
  readonly contractSignInsPerAddress: number;
  /** Calls to the chain for callers without a session, at once and per process (`stranger-reads.ts`). */
  readonly strangerReads: number;
  /** Commands, per wallet. */
  readonly commandsPerWallet: number;
  /**
   * Refreshes and settlements, which anyone may request for any wallet, per wallet. Counted separately from
   * its commands, so that strangers can't use those up.
   */
  readonly upkeepPerWallet: number;
}

/**
 * Two thousand players behind one address who all open the game within a minute cost some 280,000 points;
 * 60,000 after a restart; 12,000 for their polls.
 */
export const LIMITS: Limits = {
  pointsPerAddress: 300_000,
  signInsPerAddress: 600,
  anonymousPerAddress: 1200,
  contractSignInsPerAddress: 12,
  strangerReads: 60,
  commandsPerWallet: 600,
  upkeepPerWallet: 120,
};

/**
 * On a developer's machine a single address is everyone: simulated players, a page's unbundled modules. Its chain
 * costs nothing.
 */
export const DEVELOPMENT_LIMITS: Limits = {
  ...LIMITS,
  pointsPerAddress: 3_000_000,
  contractSignInsPerAddress: 0,
  strangerReads: 1_000_000,
};

/**
 * What a request costs, in points of some 0.1 ms of the server's main thread, measured with 64 connections
 * that send requests constantly. The first match counts; `path` is a prefix, and ends with a slash if more
 * path follows.
 */
const COSTS: readonly {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly points: number;
}[] = [
  // A signature; then requests that ask the chain or commit.
  { method: 'POST', path: '/api/session', points: 20 },
  { method: 'POST', path: '/api/', points: 10 },
  // By what is read and serialised.
  { method: 'GET', path: '/api/leaderboard/find', points: 60 },
  { method: 'GET', path: '/api/leaderboard/preview', points: 5 },
  { method: 'GET', path: '/api/leaderboard/', points: 8 },
  { method: 'GET', path: '/api/players/', points: 40 },
  { method: 'GET', path: '/api/leaderboard', points: 30 },
  { method: 'GET', path: '/api/replay', points: 30 },
  { method: 'GET', path: '/api/nations/history', points: 20 },
  { method: 'GET', path: '/api/events', points: 10 },
  { method: 'GET', path: '/api/openapi', points: 5 },
  { method: 'GET', path: '/api/', points: 4 },
  { method: 'GET', path: '/metrics', points: 15 },
  { method: 'GET', path: '/healthz', points: 2 },
  { method: 'GET', path: '/readyz', points: 2 },
  { method: 'GET', path: '/assets/', points: 4 },
];

/** A page, a file, and everything else that is routed. */
const OTHER_POINTS = 6;

/** The list that every page polls: prebuilt, whether sent or not (304). */
export const POLL_POINTS = 1;

/** A long answer built for one caller costs a point per this many bytes. */
export const BYTES_PER_POINT = 2048;

/** A ranking of the past costs a point, on top of its request, per this many rows and events it is made of. */
const PAST_PARTS_PER_POINT = 5;

/** What sockets cost. */
export const SOCKET_POINTS = {
  /** A handshake, of either transport. */
  handshake: 3,
  /** Any other Engine.IO request: of a polling session, or an upgrade. */
  request: 2,
  /** A packet on a socket, of any kind. */
  packet: 1,
  /** A message on it, in addition to its packet. */
  message: 3,
} as const;

/** What a routed request costs, by the origin form of its target. */
export function pointsOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): number {
  const [path = ''] = url.toLowerCase().split('?', 1);
  // A trailing slash makes no difference to routing.
  const reads = method === 'GET' || method === 'HEAD';
  const routed = path.replace(/(?<=.)\/+$/, '');
  const cost = COSTS.find((one) => (one.method === 'GET') === reads && routed.startsWith(one.path));
  return cost?.points ?? OTHER_POINTS;
}

/** The outcome of charging a request. */
export interface Charged {
  /** The headers of its answer, as alternating names and values. */
  readonly head: readonly string[];
  /** When to retry, in seconds, if it is past the limit; null if it may be answered. */
  readonly retryAfterS: number | null;
  /** True for the first request past the limit. */
  readonly isFirstPast: boolean;
}

/** Charges a request of this cost. */
export type Charge = (request: IncomingMessage, points: number) => Charged;

const UNLIMITED: Charged = { head: [], retryAfterS: null, isFirstPast: false };

/** Charges the budget of the caller's address. */
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

/** The fields of draft-ietf-httpapi-ratelimit-headers-07. */
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

/**
 * How many times the limit of a /64 its /56 and its /48 have: whoever rents one has as many /64s as they like, but a
 * mobile carrier puts thousands of customers into one.
 */
const WIDER = [1, 4, 16] as const;

/** Counts by a caller's address and the wider networks around it (`callerNetworks`). */
class NetworkCounts {
  readonly #limit: number;
  readonly #counts: WindowCounts;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#counts = new WindowCounts(windowMs, monotonicNow());
  }

  /**
   * What is then left in the fullest of the networks, and until when that lasts. Below 0: one of them is at its limit,
   * and nothing is counted, so that a /64 past its own limit uses up nothing of its neighbours'.
   */
  add(networks: readonly string[], at: number): { readonly left: number; readonly leftMs: number } {
    let fullest = { left: Number.POSITIVE_INFINITY, leftMs: 0 };
    for (const [i, network] of networks.entries()) {
      const { points, leftMs } = this.#counts.add(network, 1, at);
      const left = this.#limit * (WIDER[i] ?? 1) - points;
      if (left < fullest.left) fullest = { left, leftMs };
      if (left < 0) {
        this.takeBack(networks.slice(0, i + 1), at);
        break;
      }
    }
    return fullest;
  }

  /** Takes back what was counted at an earlier moment. */
  takeBack(networks: readonly string[], at: number): void {
    for (const network of networks) this.#counts.takeBack(network, 1, at);
  }
}

/** Counts requests by the caller's address (IPv6: by its /64), separately at each place of use. */
export function limitPerAddress(perMinute: number, trustProxyHops: number): RequestHandler {
  return limitPerMinute(perMinute, (request) => [callerKey(request, trustProxyHops)]);
}

/** The same, and by the wider networks of an IPv6 address: for what costs more than a request. */
export function limitPerNetwork(perMinute: number, trustProxyHops: number): RequestHandler {
  return limitPerMinute(perMinute, (request) => callerNetworks(request, trustProxyHops));
}

/** Counts what turns out to be such a request. @throws Problem (429) past the limit. */
export function countPerNetwork(
  perMinute: number,
  trustProxyHops: number,
): (request: IncomingMessage) => void {
  if (perMinute === 0) return () => {};
  const counts = new NetworkCounts(perMinute, MINUTE_MS);
  return (request) => {
    const networks = callerNetworks(request, trustProxyHops);
    const { left, leftMs } = counts.add(networks, monotonicNow());
    if (left < 0) throw tooMany(Math.ceil(leftMs / 1000));
  };
}

function limitPerMinute(
  perMinute: number,
  keysOf: (request: IncomingMessage) => readonly string[],
): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  const counts = new NetworkCounts(perMinute, MINUTE_MS);
  const head = rateLimitHead(perMinute, MINUTE_MS);
  return (request, response, next) => {
    const { left, leftMs } = counts.add(keysOf(request), monotonicNow());
    const resetS = Math.ceil(leftMs / 1000);
    setHead(response, head(Math.max(0, left), resetS));
    if (left < 0) throw tooMany(resetS);
    next();
  };
}

/** @param head alternating names and values. */
export function setHead(
  response: { setHeader(name: string, value: string): unknown },
  head: readonly string[],
): void {
  for (let i = 0; i + 1 < head.length; i += 2) response.setHeader(head[i] ?? '', head[i + 1] ?? '');
}

/** Counts requests about a wallet. @throws Problem (429) past the limit. */
export type CountPerWallet = (wallet: Address) => void;

export function limitPerWallet(perMinute: number): CountPerWallet {
  if (perMinute === 0) return () => {};
  const counts = new WindowCounts(MINUTE_MS, monotonicNow());
  return (wallet) => {
    const { points, leftMs } = counts.add(wallet, 1, monotonicNow());
    if (points > perMinute) throw tooMany(Math.ceil(leftMs / 1000));
  };
}

function tooMany(retryAfterS: number): Problem {
  return new Problem('too-many-requests', TOO_MANY_REQUESTS, {
    'Retry-After': String(retryAfterS),
  });
}

/** The place that a wallet without holdings takes when it joins. */
export interface JoinPlace {
  isLeft(): boolean;
  /** Takes it, once however often this is called. @throws Problem (429) if none is left. */
  take(): void;
  /** Gives it back: nobody joined. */
  giveBack(): void;
}

const HOUR_MS = 60 * 60_000;

/**
 * Joins by wallets that hold nothing, per address, network and hour. A place is taken before the join is committed
 * and given back if it is not, so concurrent joins can't exceed the limit.
 * @param perHour 0: no limit.
 */
export function limitJoins(
  perHour: number,
  trustProxyHops: number,
): (request: IncomingMessage) => JoinPlace {
  if (perHour === 0) return () => ({ isLeft: () => true, take() {}, giveBack() {} });
  const counts = new NetworkCounts(perHour, HOUR_MS);
  return (request) => {
    const networks = callerNetworks(request, trustProxyHops);
    let takenAt: number | null = null;
    const giveBack = () => {
      if (takenAt !== null) counts.takeBack(networks, takenAt);
      takenAt = null;
    };
    return {
      isLeft() {
        const at = monotonicNow();
        const { left } = counts.add(networks, at);
        if (left >= 0) counts.takeBack(networks, at);
        return left >= 0;
      },
      take() {
        if (takenAt !== null) return;
        const at = monotonicNow();
        const { left, leftMs } = counts.add(networks, at);
        if (left >= 0) {
          takenAt = at;
          return;
        }
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

/** What a ranking of the past costs its caller, on top of the request. */
export type ChargePast = (request: IncomingMessage, then: Pick<RankingThen, 'parts'>) => void;

export function chargePastTo(budget: AddressBudget, trustProxyHops: number): ChargePast {
  return (request, { parts }) => {
    budget.spend(callerKey(request, trustProxyHops), Math.ceil(parts / PAST_PARTS_PER_POINT));
  };
}
