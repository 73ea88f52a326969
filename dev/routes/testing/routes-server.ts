/** For the tests: development's routes over HTTP, on a chain that echoes and a simulated world. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import express from 'express';
import { z } from 'zod';
import { rulesWith } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { listening } from '../../../tools/test/listening.ts';
import { originPolicy } from '../../../server/http/origin.ts';
import { answerErrors } from '../../../server/http/problem.ts';
import type { Gift } from '../../chain/treasury.ts';
import { openChainLink } from '../../chain/link.ts';
import { createRivals } from '../../players/rivals.ts';
import { devRoutes } from '../dev-routes.ts';

/** In force, after operators have changed them. */
const RULES = rulesWith(SPECIFIED_RULES, {
  lockMs: 2.5 * 86_400_000,
  'culturalGdpBonus.italy': 1250,
});

type DevRoutesOptions = Parameters<typeof devRoutes>[0];

export const NOW = Date.UTC(2026, 0, 1);

export const ITALIAN = address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
export const NEWCOMER = address('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC');

export type RoutesServer = Awaited<ReturnType<typeof startRoutes>>;

const echoSchema = z.object({ id: z.unknown(), method: z.string() });
function answerTo(call: unknown): object {
  const { id, method } = echoSchema.parse(call);
  return { jsonrpc: '2.0', id, result: method };
}

export async function startRoutes() {
  const servers: Server[] = [];
  /** What was done: the clock's time, gifts, resets. */
  const given: { readonly wallet: Address; readonly gift: Gift }[] = [];
  const seen = { clockMs: NOW, resets: 0, given };

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    return `http://127.0.0.1:${await listening(server)}`;
  }
  /** Answers every call with the method it was asked for. */
  const chain = createServer((request, response) => {
    void (async () => {
      const asked: unknown = JSON.parse(await text(request));
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
    })();
  });
  const signerUrl = await listen(chain);
  const link = await openChainLink(signerUrl);
  const parts: DevRoutesOptions = {
    rpcUrl: link.url,
    signerUrl,
    link,
    purse: {
      async nationOf(wallet) {
        return wallet === ITALIAN ? 'italy' : null;
      },
      async give(wallet, gift) {
        seen.given.push({ wallet, gift });
      },
    },
    world: {
      id: 'this-one',
      whyNoReset: null,
      reset() {
        seen.resets += 1;
      },
    },
    clock: {
      now: () => seen.clockMs,
      async advance(ms: number) {
        seen.clockMs += ms;
      },
    },
    rivals: createRivals({
      rpcUrl: 'http://127.0.0.1:1',
      count: 3,
      seed: 1,
      onError: () => undefined,
    }),
    rules: () => RULES,
    origin: originPolicy(null),
  };
  const end = (server: Server) => {
    server.closeAllConnections();
    server.close();
  };
  const app = express();
  app.use(devRoutes(parts));
  app.use(answerErrors);
  return {
    origin: await listen(createServer(app)),
    link,
    seen,
    async close() {
      await link.close();
      servers.forEach(end);
    },
  };
}

export function postTo(
  place: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(place + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
