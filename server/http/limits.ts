/** How much one caller may ask for: far above honest play, far below what hurts. */
import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
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
  return rateLimit({
    windowMs: MINUTE_MS,
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
