/**
 * Bad input for every route, from a table and random: never a 5xx, never a change, always a sentence
 * (`answer-check.ts` checks that). Input that a schema happens to accept may be answered and carried out:
 * then only a refusal must leave everything unchanged.
 */
import { METHODS } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { pathWith, type Call } from '../../common/protocol/call.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { denaStakesCall, stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { stakeNftCall, territoryCall } from '../../common/protocol/nfts.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { allStakes } from '../store/testing/observe.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import type { Asking } from './support/http-client.ts';
import {
  everySingleMutation,
  mutatedBody,
  mutatedQuery,
  mutatedSegment,
  oddHeaders,
  withEachOddKey,
} from './support/mutations.ts';
import { namesIn, sampleOf, samplePath } from './support/samples.ts';
import { expectSound } from './support/soundness.ts';

/** Requests of one run, sent in parallel. */
const BATCH = 8;
const RUNS = { bodies: 40, paths: 25, queries: 25, headers: 8 } as const;
const UNLIMITED = 1_000_000_000;
const BODY_LIMIT = 16 * 1024;
/** A page's own limits are not tested here. */
const limits = {
  pointsPerAddress: UNLIMITED,
  signInsPerAddress: UNLIMITED,
  commandsPerWallet: UNLIMITED,
  upkeepPerWallet: UNLIMITED,
  anonymousPerAddress: UNLIMITED,
};

let server: Harness;
let player: TestPlayer;
/** A valid body for every call that has one, by method and path. */
const bodies = new Map<string, Readonly<Record<string, unknown>>>();

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

beforeAll(async () => {
  server = await Harness.start({ limits });
  player = await server.player(dena(100_000));
  const { wallet: walletAddress, signer } = player;
  server.chain.give(walletAddress, { national: { usa: 9 }, cultural: { usa: 9 } });
  const nft = { tokenId: 1, contractAddress: `0x${'a'.repeat(40)}` };
  await player.post('/api/player-nation', { nationId: 'usa' });
  const denaStake = await player.post('/api/dena/stake', { amount: 10 });
  const nftStake = await player.post('/api/nft/stake', nft);
  const message = await server.signInText(walletAddress);
  const valid: Readonly<Record<string, object>> = {
    'POST /api/player-nation': { nationId: 'usa' },
    'POST /api/player-nation/refresh': {},
    'POST /api/resources/update': {},
    'POST /api/trade': { resourceType: 'wood', quantity: 10 },
    'POST /api/works': { resourceType: 'wood', quantity: 1 },
    'POST /api/nft/stake': { ...nft, quantity: 1, nftType: 'national' },
    'POST /api/nft/unstake': { stakeId: nftStake.json(stakeNftCall.answers[201]).id },
    'POST /api/nft/verify': nft,
    'POST /api/dena/stake': { amount: '1.5' },
    'POST /api/dena/unstake': { stakeId: denaStake.json(stakeDenaCall.answers[201]).id },
  };
  for (const [name, body] of Object.entries(valid)) bodies.set(name, { walletAddress, ...body });
  bodies.set('POST /api/session', { message, signature: await signer.signMessage(message) });
  for (const [name, call] of WITH_BODY) {
    if (!bodies.has(name)) bodies.set(name, sampleOf(call, 'body', { walletAddress }));
  }
  await server.quiet();
});

afterAll(async () => {
  await expectSound(server, [player.wallet]);
  await server.close();
});

const WITH_BODY = CALLS.filter(({ body }) => body).map((call) => [nameOf(call), call] as const);
const PARAMS = CALLS.flatMap((call) =>
  namesIn(call, 'params').map((name) => [name, nameOf(call), call] as const),
);
const WITH_QUERY = CALLS.filter(({ query }) => query).map((c) => [nameOf(c), c] as const);
const EVERY = CALLS.map((call) => [nameOf(call), call] as const);

/** The player's documents and the order of commits: nothing is written without changing one of them. */
async function everything(): Promise<unknown> {
  const { store } = server;
  const [[newest], document, stakes] = await Promise.all([
    store.events({ limit: 1, order: 'newest-first' }),
    store.player(player.wallet),
    allStakes(store, player.wallet),
  ]);
  return { rev: newest?.rev, document, stakes };
}

/** The parts of a call's request before any mutation. */
const known = () => ({ walletAddress: player.wallet });

/** A valid request. */
function validRequest(call: Call): Asking & { readonly path: string } {
  const body = bodies.get(nameOf(call));
  return {
    path: samplePath(call, known()),
    method: call.method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

function send({ path, ...asking }: Asking & { readonly path: string }): Promise<Answer> {
  return player.get(path, asking);
}

/** Sends invalid input: all of it is refused as such, and nothing changes. */
async function expectRefused(
  requests: readonly (Asking & { readonly path: string })[],
  statuses: readonly number[],
): Promise<void> {
  const before = await everything();
  const answers = await Promise.all(requests.map(send));
  for (const [i, { status, text }] of answers.entries()) {
    const asked = JSON.stringify(requests[i]).slice(0, 800);
    expect(statuses, `${asked} → ${status} ${text}`).toContain(status);
  }
  expect(await everything()).toEqual(before);
}

/** Sends input that its schema accepts: whatever the outcome, a refusal changes nothing. */
async function expectHandled(request: Asking & { readonly path: string }): Promise<void> {
  const before = await everything();
  const { status, text } = await send(request);
  expect(status, `${request.path} ${String(request.body)} → ${text}`).toBeLessThan(500);
  if (status >= 400) expect(await everything()).toEqual(before);
}

function isValid(schema: z.ZodType | undefined, input: () => unknown): boolean {
  try {
    return schema?.safeParse(input()).success ?? true;
  } catch {
    // Not JSON, or not UTF-8 behind the percent signs.
    return false;
  }
}

async function sendBodies(call: Call, texts: readonly string[]): Promise<void> {
  const requests = texts.map((body) => ({ ...validRequest(call), body }));
  const valid = requests.filter(
    ({ body }) =>
      Buffer.byteLength(body) <= BODY_LIMIT && isValid(call.body, () => JSON.parse(body)),
  );
  await expectRefused(
    requests.filter((request) => !valid.includes(request)),
    [400, 413],
  );
  for (const request of valid) await expectHandled(request);
}

describe.each(WITH_BODY)('the body of %s', (name, call) => {
  const body = () => bodies.get(name) ?? {};

  test('with an extra field', async () => {
    const texts = withEachOddKey(body());
    await expectRefused(
      texts.map((text) => ({ ...validRequest(call), body: text })),
      [400],
    );
  });

  test('with any one field odd or missing', async () => {
    const texts = everySingleMutation(body());
    for (let i = 0; i < texts.length; i += 50) await sendBodies(call, texts.slice(i, i + 50));
  });

  test(`with random mutations (${RUNS.bodies} × ${BATCH})`, async () => {
    const batch = fc.array(mutatedBody(body()), { minLength: BATCH, maxLength: BATCH });
    await fc.assert(
      fc.asyncProperty(batch, (texts) => sendBodies(call, texts)),
      { numRuns: RUNS.bodies },
    );
  });

  test('in another encoding', async () => {
    const types = [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-99',
      'application/jsonx',
      'json',
      '*/*',
      ',',
    ];
    const wrong = [{}, ...types.map((type) => ({ 'Content-Type': type }))];
    const encodings = ['gzip', 'br', 'deflate', 'identity, gzip', 'nonsense'].map((encoding) => ({
      'Content-Type': 'application/json',
      'Content-Encoding': encoding,
    }));
    const requests = [...wrong, ...encodings].map((headers) => ({
      ...validRequest(call),
      headers,
    }));
    await expectRefused(requests, [415]);
  });
});

describe.each(PARAMS)('the %s in the path of %s', (param, _name, call) => {
  test(`with random mutations (${RUNS.paths} × ${BATCH})`, async () => {
    const params = sampleOf(call, 'params', known());
    const segments = fc.array(mutatedSegment(String(params[param])), {
      minLength: BATCH,
      maxLength: BATCH,
    });
    const valid = (segment: string) =>
      isValid(call.params, () => ({ ...params, [param]: decodeURIComponent(segment) }));
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const request = (segment: string) => ({
          ...validRequest(call),
          path: pathWith(call, (name) => (name === param ? segment : String(params[name]))),
        });
        await expectRefused(all.filter((one) => !valid(one)).map(request), [400]);
        await expectRefused(all.filter(valid).map(request), [200, 404]);
      }),
      { numRuns: RUNS.paths },
    );
  });
});

describe.each(WITH_QUERY)('the query of %s', (_name, call) => {
  test(`with random mutations (${RUNS.queries} × ${BATCH})`, async () => {
    const queries = fc.array(mutatedQuery(namesIn(call, 'query'), player.wallet), {
      minLength: BATCH,
      maxLength: BATCH,
    });
    const valid = (query: string) => isValid(call.query, () => parseQuery(query));
    const isOfStakes = call === denaStakesCall || call === territoryCall;
    await fc.assert(
      fc.asyncProperty(queries, async (all) => {
        const request = (query: string) => {
          const { path, ...rest } = validRequest(call);
          const [withoutQuery] = path.split('?');
          return { ...rest, path: `${withoutQuery}?${query}` };
        };
        await expectRefused(all.filter((query) => !valid(query)).map(request), [400]);
        // A list continues only after a stake that it has.
        const isPage = (query: string) => 'before' in parseQuery(query) && isOfStakes;
        const [pages, others] = [true, false].map((wanted) =>
          all.filter((query) => valid(query) && isPage(query) === wanted).map(request),
        );
        await expectRefused(pages ?? [], [200, 400]);
        // Nobody is signed in here: there is no session to end.
        const changesNothing = call.method === 'DELETE' ? [204, 401] : [200, 304];
        await expectRefused(others ?? [], changesNothing);
      }),
      { numRuns: RUNS.queries },
    );
  });
});

describe.each(EVERY)('%s', (_name, call) => {
  test('with every method that it does not have', async () => {
    const { path, headers } = validRequest(call);
    const own = CALLS.filter((other) => other.path === call.path).map(({ method }) => method);
    const others = METHODS.filter(
      // CONNECT requests a tunnel; HEAD and OPTIONS are answered for every route.
      (method) => !['CONNECT', 'HEAD', 'OPTIONS', ...own].includes(method),
    );
    const requests = others.map((method) => ({ path, method, headers: headers ?? {} }));
    // GET on a name below a route with a parameter is a malformed parameter.
    await expectRefused(requests, path.startsWith('/api') ? [400, 405] : [404]);
    for (const method of ['HEAD', 'OPTIONS']) {
      const answer = await send({ path, method });
      expect(answer.status).toBeLessThan(500);
    }
  });

  test(`with odd headers and an unexpected body (${RUNS.headers} × ${BATCH})`, async () => {
    // Calls with a body were sent enough of them above; here their own must stay unchanged.
    const noise = fc.record({ headers: oddHeaders, body: fc.string({ maxLength: 200 }) });
    const batches = fc.array(noise, { minLength: BATCH, maxLength: BATCH });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        for (const { headers, body } of all) {
          const base = validRequest(call);
          await expectHandled({
            ...base,
            ...(call.body ? {} : { body }),
            headers: { Cookie: player.cookie, ...base.headers, ...headers },
          });
        }
      }),
      { numRuns: RUNS.headers },
    );
  });
});
