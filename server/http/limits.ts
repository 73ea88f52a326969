/** How much one caller may ask for: far above honest play, far below what hurts. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from '../../common/values/address.ts';
import { Problem } from './problem.ts';

/** Per minute. Addresses may stand for a whole household or a load test; a wallet is one player. */
export interface Limits {
  /** Everything under /api, per address. */
  readonly requestsPerAddress: number;
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

export const LIMITS: Limits = {
  requestsPerAddress: 60_000,
  signInsPerAddress: 600,
  anonymousPerAddress: 1200,
  commandsPerWallet: 600,
  upkeepPerWallet: 120,
};

const MINUTE_MS = 60_000;

/** Counts requests by the caller's address (IPv6: by its network), separately in each place it is used. */
export function limitPerAddress(perMinute: number): RequestHandler {
  return limiter(perMinute, new MemoryStore());
}

/** One count for what express answers and what is answered ahead of it. */
export interface SharedLimit {
  readonly middleware: RequestHandler;
  /**
   * Counts a request of this address, and answers the headers that its answer carries, by name and
   * value in turn; null past the limit, where the refusal is the middleware's to give.
   */
  count(address: string): readonly string[] | null;
}

const NOT_COUNTED = { totalHits: Number.POSITIVE_INFINITY, resetTime: new Date(0) };

export function sharedLimitPerAddress(perMinute: number): SharedLimit {
  const store = new MemoryStore();
  const policy = `${perMinute};w=${MINUTE_MS / 1000}`;
  return {
    middleware: limiter(perMinute, store),
    count(address) {
      const key = ipKeyGenerator(address);
      // It counts at once, whatever it promises; waiting for it would cost every poll a turn.
      void store.increment(key);
      const { totalHits, resetTime } = store.current.get(key) ?? NOT_COUNTED;
      if (totalHits > perMinute) return null;
      const resetS = Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
      const state = `limit=${perMinute}, remaining=${perMinute - totalHits}, reset=${resetS}`;
      return ['RateLimit-Policy', policy, 'RateLimit', state];
    },
  };
}

/**
 * Whose request it is, as express's `request.ip` says with 'trust proxy' set to this many hops: each
 * trusted proxy wrote the address before it at the end of X-Forwarded-For.
 */
export function callerAddress(request: IncomingMessage, trustProxyHops: number): string {
  const nearest = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (trustProxyHops === 0 || forwarded === undefined) return nearest;
  const listed = String(forwarded).split(',');
  return listed.at(-Math.min(trustProxyHops, listed.length))?.trim() ?? nearest;
}

function limiter(perMinute: number, store: MemoryStore): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    store,
    limit: perMinute,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // Whom to believe is TRUST_PROXY_HOPS's to say; the header alone is no mistake of ours.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    // Its own answer stands in the Retry-After header already.
    handler: (_request, _response, next) => next(tooMany()),
  });
}

/** Counts what is asked of a wallet. @throws Problem (429) past the limit. */
export type CountPerWallet = (wallet: Address) => Promise<void>;

export function limitPerWallet(perMinute: number): CountPerWallet {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_MS / 1000 });
  return async (wallet) => {
    try {
      await limiter.consume(wallet);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooMany({ 'Retry-After': String(Math.ceil(error.msBeforeNext / 1000)) });
    }
  };
}

function tooMany(headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem(
    429,
    'That is too many requests at once. Wait a little and try again.',
    headers,
  );
}
