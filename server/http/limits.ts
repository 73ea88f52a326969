/** How much one caller may ask for: far above honest play, far below what hurts. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from '../../common/values/address.ts';
import { callerKey } from '../lib/caller-address.ts';
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

/** One count for what express answers and what is answered ahead of it. */
export interface AddressLimit {
  readonly middleware: RequestHandler;
  /**
   * Counts a request, and answers the headers that its answer carries, by name and value in turn; null
   * past the limit, where the refusal is the middleware's to give.
   */
  count(request: IncomingMessage): readonly string[] | null;
}

/** Counts requests by the caller's address (IPv6: by its /64), separately in each place it is used. */
export function limitPerAddress(perMinute: number, trustProxyHops: number): AddressLimit {
  const windows = new Windows();
  const policy = `${perMinute};w=${MINUTE_MS / 1000}`;
  // The fields as draft-ietf-httpapi-ratelimit-headers-07 has them.
  const counted = (request: IncomingMessage) => {
    const { count, leftMs } = windows.hit(callerKey(request, trustProxyHops));
    const resetS = Math.ceil(leftMs / 1000);
    const remaining = Math.max(0, perMinute - count);
    const state = `limit=${perMinute}, remaining=${remaining}, reset=${resetS}`;
    return { past: count > perMinute, resetS, state };
  };
  return {
    middleware(request, response, next) {
      const { past, resetS, state } = counted(request);
      response.setHeader('RateLimit-Policy', policy);
      response.setHeader('RateLimit', state);
      if (past) throw tooMany(resetS);
      next();
    },
    count(request) {
      const { past, state } = counted(request);
      return past ? null : ['RateLimit-Policy', policy, 'RateLimit', state];
    },
  };
}

/** How often each key was seen within a minute that began when it was first seen. */
class Windows {
  /** Oldest first. */
  readonly #byKey = new Map<string, { count: number; readonly beganAt: number }>();

  hit(key: string): { readonly count: number; readonly leftMs: number } {
    const now = performance.now();
    this.#forgetEnded(now);
    let window = this.#byKey.get(key);
    if (!window) {
      window = { count: 0, beganAt: now };
      this.#byKey.set(key, window);
    }
    window.count += 1;
    return { count: window.count, leftMs: MINUTE_MS - (now - window.beganAt) };
  }

  #forgetEnded(now: number): void {
    for (const [key, { beganAt }] of this.#byKey) {
      if (now - beganAt < MINUTE_MS) return;
      this.#byKey.delete(key);
    }
  }
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
      throw tooMany(Math.ceil(error.msBeforeNext / 1000));
    }
  };
}

function tooMany(retryAfterS: number): Problem {
  const sentence = 'That is too many requests at once. Wait a little and try again.';
  return new Problem('too-many-requests', sentence, { 'Retry-After': String(retryAfterS) });
}
