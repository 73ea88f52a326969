/**
 * How much one caller may ask for: far above honest play, far below what hurts. The table below
 * lists the cost of every request, `live-server.ts` what sockets cost; docs/operating.md says what
 * it adds up to.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Address } from '../../common/values/address.ts';
import { Budget, type Spent } from '../lib/budget.ts';
import { callerKey, callerNetworks } from '../lib/caller-address.ts';
import { monotonicNow } from '../lib/machine.ts';
import { setHead } from './answer-headers.ts';
import { READS } from './cors.ts';
import { Problem, problemOf, type Refusal } from './problem.ts';

/**
 * Per minute; 0: no limit. An address may be a whole household, a school or a load test; a wallet
 * is one player. Two thousand players behind one address who all open the game within a minute cost
 * some 280,000 points; 60,000 after a restart; 12,000 for their polls.
 */
export const LIMITS = {
  /** The total cost of everything an address asks for, by the table of costs. */
  pointsPerAddress: 300_000,
  /** Nonces, and sign-ins, per address and its wider networks: each leaves a row in the store. */
  signInsPerAddress: 600,
  /** Requests without a session that cost more than a read (they ask the chain), per address. */
  anonymousPerAddress: 1200,
  /**
   * Sign-ins that ask the chain, as those of contract wallets do, per address and its wider
   * networks.
   */
  contractSignInsPerAddress: 12,
  /**
   * Calls to the chain for callers without a session, at once and per process
   * (`stranger-reads.ts`).
   */
  strangerReads: 60,
  /** Commands, per wallet. */
  commandsPerWallet: 600,
  /**
   * Refreshes and settlements, which anyone may request for any wallet, per wallet. Counted
   * separately from its commands, so that strangers can't use those up.
   */
  upkeepPerWallet: 120,
};
export type Limits = Readonly<typeof LIMITS>;

/**
 * On a developer's machine a single address is everyone: simulated players, a page's unbundled
 * modules. Its chain costs nothing.
 */
export const DEVELOPMENT_LIMITS: Limits = {
  ...LIMITS,
  pointsPerAddress: 3_000_000,
  contractSignInsPerAddress: 0,
  strangerReads: 1_000_000,
};

/**
 * What a request costs, in points of some 0.1 ms of the server's main thread, measured with 64
 * connections that send requests constantly. The first match counts; `path` is a prefix, and ends
 * with a slash if more path follows.
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
  { method: 'GET', path: '/api/seasons', points: 20 },
  { method: 'GET', path: '/api/replay', points: 30 },
  { method: 'GET', path: '/api/nations/history', points: 20 },
  { method: 'GET', path: '/api/events', points: 10 },
  { method: 'GET', path: '/api/openapi', points: 5 },
  { method: 'GET', path: '/api/asyncapi', points: 5 },
  { method: 'GET', path: '/api/', points: 4 },
  // Made of 256 events that are read again, unless they are cached; on top of this by its length.
  { method: 'GET', path: '/ledger/tile/entries/', points: 200 },
  { method: 'GET', path: '/ledger/index/', points: 30 },
  { method: 'GET', path: '/ledger/', points: 4 },
  // Of 50 events; of all stakes; of ten rows.
  { method: 'GET', path: '/feeds/', points: 20 },
  { method: 'GET', path: '/calendar/', points: 40 },
  { method: 'GET', path: '/embed/', points: 5 },
  { method: 'GET', path: '/oembed', points: 4 },
  // With its places of eight weeks.
  { method: 'GET', path: '/player/', points: 12 },
  { method: 'GET', path: '/season/', points: 18 },
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

/** What an answer was made of. */
interface Work {
  /** Looks at rows in memory. */
  readonly looks?: number;
  /** Rows and events that a ranking of the past was made of. */
  readonly parts?: number;
  /** Reads of the store: a point each. */
  readonly reads?: number;
}
const LOOKS_PER_POINT = 20;
const PARTS_PER_POINT = 5;

/** What a routed request costs, by the origin form of its target. */
export function pointsOf({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): number {
  const [path = ''] = url.toLowerCase().split('?', 1);
  // Slashes at the end make no difference to routing.
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const routed = path.slice(0, end);
  const isRead = READS.has(method);
  const cost = COSTS.find(
    (one) => (one.method === 'GET') === isRead && routed.startsWith(one.path),
  );
  return cost?.points ?? OTHER_POINTS;
}

/** A browser's headers; what is longer costs a point per this many bytes, on top of the request. */
const FREE_HEAD_BYTES = 2048;
const HEAD_BYTES_PER_POINT = 1024;

/** What the target and the headers of a request cost by their length. */
export function headPoints({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): number {
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length + 2;
  return Math.ceil(Math.max(0, bytes - FREE_HEAD_BYTES) / HEAD_BYTES_PER_POINT);
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-07, as alternating names and values. */
export function rateLimitHead(
  { limit, windowMs }: Budget,
  { left, resetS }: Spent,
): readonly string[] {
  if (limit === 0) return [];
  return [
    'RateLimit-Policy',
    `${limit};w=${windowMs / 1000}`,
    'RateLimit',
    `limit=${limit}, remaining=${Math.max(0, left)}, reset=${resetS}`,
  ];
}

export function tooMany({ resetS }: Spent): Refusal {
  return {
    code: 'too-many-requests',
    message: 'That is too many requests at once. Wait a little and try again.',
    headers: { 'Retry-After': String(resetS) },
  };
}

export type CallerLimits = ReturnType<typeof createCallerLimits>;

/** Counts callers against the limits. Everything here @throws Problem (429) past its limit. */
export function createCallerLimits(parts: {
  readonly limits: Limits;
  readonly joinsPerAddress: number;
  readonly budget: Budget;
  readonly trustProxyHops: number;
}) {
  const { limits, joinsPerAddress, budget, trustProxyHops } = parts;
  const networksOf = (request: IncomingMessage) => callerNetworks(request, trustProxyHops);
  const contractSignIns = new Budget(limits.contractSignInsPerAddress);
  const commands = new Budget(limits.commandsPerWallet);
  const upkeep = new Budget(limits.upkeepPerWallet);
  return {
    countSignIn: countTo(new Budget(limits.signInsPerAddress), networksOf),
    countAnonymous: countTo(new Budget(limits.anonymousPerAddress), networksOf),
    /** Called before a sign-in asks the chain. */
    countContractSignIn: (request: IncomingMessage) => take(contractSignIns, networksOf(request)),
    countCommand: (wallet: Address) => take(commands, [wallet]),
    countUpkeep: (wallet: Address) => take(upkeep, [wallet]),
    joinQuota: limitJoins(joinsPerAddress, trustProxyHops),
    /** Charges what was looked at for an answer, on top of its request; it refuses nothing. */
    chargeWork(request: IncomingMessage, { looks = 0, parts = 0, reads = 0 }: Work): void {
      const points = Math.ceil(looks / LOOKS_PER_POINT + parts / PARTS_PER_POINT) + reads;
      budget.spend(callerKey(request, trustProxyHops), points);
    },
  };
}

function take(budget: Budget, keys: readonly string[]): void {
  const spent = budget.take(keys);
  if (spent.isPast) throw problemOf(tooMany(spent));
}

/** Takes a point for each request from what `keysOf` finds; the answer says what is left. */
function countTo(
  budget: Budget,
  keysOf: (request: IncomingMessage) => readonly string[],
): RequestHandler {
  return (request, response, next) => {
    const spent = budget.take(keysOf(request));
    setHead(response, rateLimitHead(budget, spent));
    if (spent.isPast) throw problemOf(tooMany(spent));
    next();
  };
}

const HOUR_MS = 60 * 60_000;

/**
 * Joins by wallets that hold nothing, per address, network and hour. A quota is taken before the
 * join is committed and given back if it is not, so concurrent joins can't exceed the limit.
 * @param perHour 0: no limit.
 */
export function limitJoins(perHour: number, trustProxyHops: number) {
  const joins = new Budget(perHour, HOUR_MS);
  /** What a wallet without holdings takes of it when it joins. */
  return (request: IncomingMessage) => {
    const networks = callerNetworks(request, trustProxyHops);
    let takenAt: number | null = null;
    return {
      isLeft(): boolean {
        const { isPast } = joins.take(networks);
        if (!isPast) joins.giveBack(networks, monotonicNow());
        return !isPast;
      },
      /** Takes it, once however often this is called. @throws Problem (429) if none is left. */
      take(): void {
        if (takenAt !== null) return;
        const { isPast, resetS } = joins.take(networks);
        if (!isPast) {
          takenAt = monotonicNow();
          return;
        }
        throw new Problem(
          'too-many-joins',
          'Too many wallets without holdings joined from your address. Come back in an hour, or join with a wallet that holds DENA or an NFT of your nation.',
          { 'Retry-After': String(resetS) },
        );
      },
      /** Nobody joined. */
      giveBack(): void {
        if (takenAt !== null) joins.giveBack(networks, takenAt);
        takenAt = null;
      },
    };
  };
}
