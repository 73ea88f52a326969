/**
 * Bad input over real HTTP, for every call of the protocol: never a 5xx, never a change, always a
 * sentence that says the remedy (`answer-check.ts` checks each). What nobody thought of is sent by
 * `npm run attack -- --only mutated`.
 */
import { parse as parseQuery } from 'node:querystring';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { pathWith, type Call } from '../../common/protocol/call.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { denaStakesCall, stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { stakeNftCall, territoryCall } from '../../common/protocol/nfts.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { allStakes } from '../store/testing/observe.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { OTHER_ENCODINGS, UNREADABLE_BODIES } from './support/hostile.ts';
import type { Asking } from './support/http-client.ts';
import { MUTATIONS } from './support/mutated.ts';
import {
  everySingleMutation,
  mutatedQuery,
  mutatedSegment,
  withEachOddKey,
} from './support/mutations.ts';
import { namesIn, sampleOf, samplePath } from './support/samples.ts';
import { expectSound } from './support/soundness.ts';

const BATCH = 8;
const numRuns = runs({ usual: 4, long: 100 });
const MUTATED_RUNS = runs({ usual: 20, long: 1000 });
/** Of the odd bodies, every third is sent. */
const SHARE = runs({ usual: 3, long: 1 });
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const BODY_LIMIT = 16 * 1024;
/** Limits are not tested here. */
const limits = {
  pointsPerAddress: 0,
  signInsPerAddress: 0,
  commandsPerWallet: 0,
  upkeepPerWallet: 0,
  anonymousPerAddress: 0,
  contractSignInsPerAddress: 0,
  strangerReads: 1e9,
};

let server: Harness;
/** Of the USA, with stakes of each kind. */
let player: TestPlayer;
/** Of Italy, with a stake of DENA. */
let other: TestPlayer;
let othersStake: string;
/** Signed in, without a nation. */
let newcomer: TestPlayer;
/** A valid body for every call that has one, by method and path. */
const bodies = new Map<string, Readonly<Record<string, unknown>>>();

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

const EVERY = CALLS.map((call) => [nameOf(call), call] as const);
const WITH_BODY = EVERY.filter(([, { body }]) => body);
const WITH_QUERY = EVERY.filter(([, { query }]) => query);
const WITH_SESSION = EVERY.filter(([, { body, needsSession }]) => body && needsSession);
const PARAMS = CALLS.flatMap((call) =>
  namesIn(call, 'params').map((name) => [name, nameOf(call), call] as const),
);

beforeAll(async () => {
  server = await Harness.start({ limits });
  [player, other, newcomer] = [
    await server.player(dena(100_000)),
    await server.player(dena(10_000)),
    await server.player(dena(10_000)),
  ];
  const { wallet: walletAddress, signer } = player;
  server.chain.give(walletAddress, { national: { usa: 9 }, cultural: { usa: 9 } });
  const nft = { tokenId: 1, contractAddress: `0x${'a'.repeat(40)}` };
  await player.post('/api/player-nation', { nationId: 'usa' });
  await other.post('/api/player-nation', { nationId: 'italy' });
  const stakeOf = async (one: TestPlayer) =>
    (await one.post('/api/dena/stake', { amount: 10 })).json(stakeDenaCall.answers[201]).id;
  const stakeId = await stakeOf(player);
  othersStake = await stakeOf(other);
  const nftStake = await player.post('/api/nft/stake', nft);
  const message = await server.signInText(walletAddress);
  const valid: Readonly<Record<string, object>> = {
    'POST /api/player-nation': { nationId: 'usa' },
    'POST /api/trade': { resourceType: 'wood', quantity: 10 },
    'POST /api/works': { resourceType: 'wood', quantity: 1 },
    'POST /api/nft/stake': { ...nft, quantity: 1, nftType: 'national' },
    'POST /api/nft/unstake': { stakeId: nftStake.json(stakeNftCall.answers[201]).id },
    'POST /api/nft/verify': nft,
    'POST /api/dena/stake': { amount: '1.5' },
    'POST /api/dena/unstake': { stakeId },
  };
  for (const [name, body] of Object.entries(valid)) bodies.set(name, { walletAddress, ...body });
  bodies.set('POST /api/session', { message, signature: await signer.signMessage(message) });
  for (const [name, call] of WITH_BODY) {
    if (!bodies.has(name)) bodies.set(name, sampleOf(call, 'body', { walletAddress }));
  }
  await server.quiet();
});

afterAll(async () => {
  await expectSound(server, [player.wallet, other.wallet]);
  await server.close();
});

/** The documents and the order of commits: nothing is written without changing one of them. */
async function everything(): Promise<unknown> {
  const { store } = server;
  const [newest] = await store.events({ limit: 1, order: 'newest-first' });
  const documents = [player, other, newcomer].map(({ wallet }) => store.player(wallet));
  const stakes = await allStakes(store, player.wallet);
  return { rev: newest?.rev, documents: await Promise.all(documents), stakes };
}

type Request = Asking & { readonly path: string };

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** The parts of a call's request before any mutation. */
const known = () => ({ walletAddress: player.wallet });

function validRequest(call: Call): Request {
  const body = bodies.get(nameOf(call));
  return {
    path: samplePath(call, known()),
    method: call.method,
    headers: body ? JSON_TYPE : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

/** In the player's session, which no test ends. */
const send = ({ path, ...asking }: Request): Promise<Answer> =>
  asking.method === 'DELETE' ? server.ask(path, asking) : player.get(path, asking);

/** Sends invalid input: all of it is refused as such, and nothing changes. */
async function expectRefused(
  requests: readonly Request[],
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
async function expectHandled(request: Request): Promise<void> {
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

describe.each(WITH_BODY)('the body of %s', (name, call) => {
  const body = () => bodies.get(name) ?? {};
  const isWhole = (text: string) =>
    Buffer.byteLength(text) <= BODY_LIMIT && isValid(call.body, () => JSON.parse(text));

  test('with an extra field, or any one field odd or missing', async () => {
    const texts = [...withEachOddKey(body()), ...everySingleMutation(body())];
    const requests = texts
      .filter((_text, n) => n % SHARE === 0)
      .map((text) => ({ ...validRequest(call), body: text }));
    const valid = requests.filter((request) => isWhole(request.body));
    const invalid = requests.filter((request) => !valid.includes(request));
    for (let i = 0; i < invalid.length; i += 50) {
      await expectRefused(invalid.slice(i, i + 50), [400, 413]);
    }
    for (const request of valid) await expectHandled(request);
  });

  test('[PRO23] in another encoding', async () => {
    const requests = OTHER_ENCODINGS.map((headers) => ({ ...validRequest(call), headers }));
    await expectRefused(requests, [415]);
  });
});

const batchOf = (one: fc.Arbitrary<string>) =>
  fc.array(one, { minLength: BATCH, maxLength: BATCH });

test.each(PARAMS)('the %s in the path of %s', async (param, _name, call) => {
  const params = sampleOf(call, 'params', known());
  const valid = (segment: string) =>
    isValid(call.params, () => ({ ...params, [param]: decodeURIComponent(segment) }));
  const request = (segment: string) => ({
    ...validRequest(call),
    path: pathWith(call, (name) => (name === param ? segment : String(params[name]))),
  });
  await fc.assert(
    fc.asyncProperty(batchOf(mutatedSegment(String(params[param]))), async (all) => {
      await expectRefused(all.filter((one) => !valid(one)).map(request), [400]);
      // Nobody is signed in here: there is no session to end.
      const changesNothing = call.method === 'DELETE' ? [401] : [200, 404];
      await expectRefused(all.filter(valid).map(request), changesNothing);
    }),
    { numRuns },
  );
});

test.each(WITH_QUERY)('the query of %s', async (_name, call) => {
  const valid = (query: string) => isValid(call.query, () => parseQuery(query));
  // A list continues only after a stake that it has.
  const isOfStakes = call === denaStakesCall || call === territoryCall;
  const isPage = (query: string) => isOfStakes && 'before' in parseQuery(query);
  const { path, ...rest } = validRequest(call);
  const request = (query: string) => ({ ...rest, path: `${path.split('?')[0]}?${query}` });
  // Nobody is signed in here: there is no session to end.
  const changesNothing = call.method === 'DELETE' ? [204, 401] : [200, 304];
  await fc.assert(
    fc.asyncProperty(batchOf(mutatedQuery(namesIn(call, 'query'), player.wallet)), async (all) => {
      const good = all.filter(valid);
      await expectRefused(all.filter((query) => !valid(query)).map(request), [400]);
      await expectRefused(good.filter(isPage).map(request), [200, 400]);
      await expectRefused(good.filter((query) => !isPage(query)).map(request), changesNothing);
    }),
    { numRuns },
  );
});

test.each(EVERY)('%s with every method that it does not have', async (_name, call) => {
  const { path, headers } = validRequest(call);
  const own = CALLS.filter((one) => one.path === call.path).map(({ method }) => method);
  const others = METHODS.filter((method) => !own.some((one) => one === method));
  const requests = others.map((method) => ({ path, method, headers: headers ?? {} }));
  // GET on a name below a route with a parameter is a malformed parameter.
  await expectRefused(requests, /^\/(api|ledger)\//.test(path) ? [400, 405] : [404]);
  for (const method of ['HEAD', 'OPTIONS']) {
    expect((await send({ path, method })).status).toBeLessThan(500);
  }
});

test.each(WITH_SESSION)(
  '[AIM8, ROL1] %s: nobody without a session, nobody for another wallet',
  async (name) => {
    const path = name.replace('POST ', '');
    const json = bodies.get(name) ?? {};
    await expectSentence(() => server.ask(path, { json }), 401, /^Sign in with your wallet first/);
    await expectSentence(() => other.post(path, json), 403, /signed in with another wallet\. Sign/);
    const headers = { Cookie: 'denaria-session=e30.e30.e30' };
    await expectSentence(() => player.post(path, json, headers), 401, /^Sign in with your wallet/);
  },
);

/** Sends a request: the refusal is a sentence or two for a toast, without markup or a stack. */
async function expectSentence(
  asking: () => Promise<Answer>,
  status: number,
  sentence: RegExp,
): Promise<void> {
  const before = await everything();
  const answer = await asking();
  expect({ status: answer.status, text: answer.text }).toEqual({
    status,
    text: expect.stringMatching(sentence),
  });
  expect(answer.text).toMatch(/^[^<>\n]{10,300}[.?]$/);
  expect(await everything()).toEqual(before);
}

test('[PRO23] bodies that are too deep or too long are refused before they are parsed', async () => {
  for (const status of [400, 413, 415]) {
    const rows = UNREADABLE_BODIES.filter((row) => row.status === status);
    const requests = rows.map(({ body, headers }) => ({
      path: stakeDenaCall.path,
      method: 'POST',
      body,
      headers,
    }));
    await expectRefused(requests, [status]);
  }
  const asking = { method: 'POST', body: '['.repeat(7000), headers: JSON_TYPE };
  const deep = () => player.get(stakeDenaCall.path, asking);
  await expectSentence(deep, 400, /too many nested brackets/);
});

const PLAYED = Object.entries(MUTATIONS).filter(([, { tampers }]) => !tampers);

test.each(PLAYED)(
  'nearly valid input is answered, and harms nobody: %s',
  async (_name, { property, settled }) => {
    const one = await server.signedIn(newcomer);
    const port = Number(new URL(server.url).port);
    const ground = { url: server.url, port, player: one, tampering: null };
    await fc.assert(property(ground), { numRuns: MUTATED_RUNS });
    await settled?.(ground);
  },
);

const ADDRESS = /must be 0x followed by 40/;
const STAKE_ID = /send the id that the stake was listed with/;

test.each([
  [
    '/api/dena/stake',
    { amount: 1, a: 0, b: 0, c: 0, d: 0, e: 0 },
    /^Unknown field "a", "b", "c" and 2/,
  ],
  ['/api/dena/stake', { amount: '1e3' }, /^An amount of DENA is a plain decimal such as 1250\.5/],
  ['/api/dena/stake', { walletAddress: 'a.eth', amount: 1 }, ADDRESS],
  ['/api/player-nation', { nationId: 'toString' }, /^A nation is one of usa, italy, argentina/],
  ['/api/dena/unstake', { stakeId: '../etc' }, STAKE_ID],
])('[PRO5] %s with %j is refused with its own message', async (path, body, sentence) => {
  await expectSentence(() => player.post(path, body), 400, sentence);
});

test('a stake that is another wallet’s, or does not exist', async () => {
  for (const stakeId of [othersStake, 'unheard-of']) {
    const unstake = () => player.post('/api/dena/unstake', { stakeId });
    await expectSentence(unstake, 404, /no such stake\. Reload the list/);
  }
});

test.each(['', 'k'.repeat(129), 'naïve'])('the Idempotency-Key %j', async (key) => {
  const stake = () => player.post('/api/dena/stake', { amount: 1 }, { 'Idempotency-Key': key });
  await expectSentence(stake, 400, /^An Idempotency-Key is 1 to 128 visible ASCII characters\.$/);
});

test.each([
  ['/api/leaderboard?limit=5&limit=6', 400, /limit is/],
  ['/api/dena/stakes/%ff%', 400, /not understood/],
  ['/api/..%2fnations', 404, /nothing at this address/],
])('GET %s', async (path, status, sentence) => {
  await expectSentence(() => server.ask(path), status, sentence);
});
