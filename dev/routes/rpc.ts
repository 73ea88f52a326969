/**
 * POST /dev/rpc: JSON-RPC to the development chain on the game's own port, for the Demo Wallet and
 * for a MetaMask pointed at it. The chain signs for any caller, so other sites' pages are refused.
 */
import { Router, text, type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';

/**
 * The calls that a wallet answers by itself, even without a chain: it knows its accounts and signs.
 */
const WITHOUT_CHAIN = new Set(['eth_accounts', 'personal_sign']);

const BODY_LIMIT = '2mb';
const TIMEOUT_MS = 30_000;

/** The origin of a wallet extension's own requests, if they have one. */
const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\/[A-Za-z0-9-]+$/;

export function rpcRoutes(options: {
  /** Where chain calls go: over the link, if there is one. */
  readonly rpcUrl: string;
  /** The chain itself, which has the Demo accounts' keys. */
  readonly signerUrl: string;
  readonly origin: OriginPolicy;
}): Router {
  const { rpcUrl, signerUrl, origin } = options;
  const guard: RequestHandler = (request, response, next) => {
    const asking = request.headers.origin;
    if (asking !== undefined && EXTENSION.test(asking)) {
      response.set({
        'Access-Control-Allow-Origin': asking,
        'Access-Control-Allow-Headers': 'content-type',
        'Access-Control-Allow-Methods': 'POST',
        Vary: 'Origin',
      });
    } else if (!origin.allows(request.headers)) {
      throw new Problem(
        'foreign-origin',
        'That page may not ask this chain. Open the game by its own address.',
      );
    }
    next();
  };
  const ask: RequestHandler = async (request, response) => {
    const body = bodyOf(request);
    const answer = await forward(isOfWallet(body) ? signerUrl : rpcUrl, body);
    response.status(answer === null ? 502 : 200).type('application/json');
    response.send(answer ?? JSON.stringify(unreachable(body)));
  };
  const router = Router();
  router.options('/dev/rpc', guard, (_request, response) => {
    response.status(204).end();
  });
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
  router.post('/dev/rpc', guard, text({ type: 'application/json', limit: BODY_LIMIT }), ask);
  return router;
}

/** The raw body: parsing and serialising it again could change it. */
function bodyOf(request: Request): string {
  const { body } = request as { readonly body: unknown };
  if (typeof body === 'string') return body;
  throw new Problem(
    'unsupported-media-type',
    'Send a JSON body, with the header Content-Type: application/json.',
  );
}

const methodSchema = z.object({ method: z.string() });

/** True for a single call that needs no chain, which is answered even while the link fails. */
function isOfWallet(body: string): boolean {
  const method = methodSchema.safeParse(parsed(body)).data?.method;
  return method !== undefined && WITHOUT_CHAIN.has(method);
}

/** The chain's answer; null if there is none. */
async function forward(rpcUrl: string, body: string): Promise<string | null> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await response.text();
  } catch {
    // Down or silent: the caller gets the same answer.
    return null;
  }
}

const requestIdSchema = z.object({ id: z.union([z.string(), z.number(), z.null()]) });

/** JSON-RPC's error for a missing answer, for each call in the body. */
function unreachable(body: string): unknown {
  const errorFor = (call: unknown) => ({
    jsonrpc: '2.0',
    id: requestIdSchema.safeParse(call).data?.id ?? null,
    error: {
      code: -32603,
      message:
        'The development chain does not answer. Is RPC failing in the developer bar, or the chain gone?',
    },
  });
  const asked = parsed(body);
  return Array.isArray(asked) ? asked.map(errorFor) : errorFor(asked);
}

/** Null if it is not JSON: the error then belongs to no particular call. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
