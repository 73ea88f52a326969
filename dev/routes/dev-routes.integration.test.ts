import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nationalTraits } from '../../common/rules/nft-traits.ts';
import { address, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATION_LIST } from '../../common/values/nations.ts';
import { readTokenMetadata } from '../../server/chain/token-metadata.ts';
import { originPolicy } from '../../server/http/origin.ts';
import { answerErrors } from '../../server/http/problem.ts';
import { GiftRefused, type Gift } from '../chain/faucet.ts';
import { openChainLink, SLOW_MS, type ChainLink } from '../chain/link.ts';
import { createRivals } from '../players/rivals.ts';
import { devRoutes, type DevRoutesOptions } from './dev-routes.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

let servers: Server[] = [];
let origin: string;
let parts: DevRoutesOptions;
let chain: Server;
let clockMs: number;
let link: ChainLink;
let given: { readonly wallet: Address; readonly gift: Gift }[];
let resets: number;

const ITALIAN = address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
const NEWCOMER = address('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC');
/** A contract that takes no NFTs, say. */
const REFUSED = address('0x90F79bf6EB2c4f870365E785982E1f101E93b906');

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
}

/** A chain that answers every call with the method it was asked for. */
const echoSchema = z.object({ id: z.unknown(), method: z.string() });
function answerTo(call: unknown): object {
  const { id, method } = echoSchema.parse(call);
  return { jsonrpc: '2.0', id, result: method };
}

beforeEach(async () => {
  clockMs = NOW;
  chain = createServer((request, response) => {
    void (async () => {
      const asked: unknown = JSON.parse(await text(request));
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
    })();
  });
  const clock = {
    now: () => clockMs,
    async advance(ms: number) {
      clockMs += ms;
    },
  };
  const rivals = createRivals({
    rpcUrl: 'http://127.0.0.1:1',
    count: 3,
    seed: 1,
    onError: () => undefined,
  });
  const signerUrl = await listen(chain);
  link = await openChainLink(signerUrl);
  given = [];
  resets = 0;
  parts = {
    rpcUrl: link.url,
    signerUrl,
    link,
    purse: {
      async nationOf(wallet) {
        return wallet === ITALIAN ? 'italy' : null;
      },
      async give(wallet, gift) {
        if (wallet === REFUSED) throw new GiftRefused('execution reverted');
        given.push({ wallet, gift });
      },
    },
    world: {
      id: 'this-one',
      whyNoReset: null,
      reset() {
        resets += 1;
      },
    },
    clock,
    rivals,
    origin: originPolicy(null),
  };
  origin = await serve(parts);
});

async function serve(options: DevRoutesOptions): Promise<string> {
  const app = express();
  app.use(devRoutes(options));
  app.use(answerErrors);
  return listen(createServer(app));
}

afterEach(async () => {
  await link.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return postTo(origin, path, body, headers);
}

function postTo(
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

describe('POST /dev/rpc', () => {
  const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] };

  test('forwards a call, and a batch of them', async () => {
    const one = await post('/dev/rpc', call);
    expect(one.status).toBe(200);
    expect(await one.json()).toEqual({ jsonrpc: '2.0', id: 7, result: 'eth_chainId' });
    const many = await post('/dev/rpc', [call, { ...call, id: 'b', method: 'eth_accounts' }]);
    expect(await many.json()).toMatchObject([{ id: 7 }, { id: 'b', result: 'eth_accounts' }]);
  });

  test('serves the page itself and wallet extensions, and refuses other pages', async () => {
    expect((await post('/dev/rpc', call, { origin })).status).toBe(200);
    const extension = 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn';
    const fromWallet = await post('/dev/rpc', call, { origin: extension });
    expect(fromWallet.headers.get('access-control-allow-origin')).toBe(extension);
    const preflight = await fetch(`${origin}/dev/rpc`, {
      method: 'OPTIONS',
      headers: { origin: extension, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    const foreign = await post('/dev/rpc', call, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('refuses what a page could send without asking first', async () => {
    const simple = await post('/dev/rpc', call, { 'content-type': 'text/plain' });
    expect(simple.status).toBe(415);
  });

  test('refuses a body past its limit', async () => {
    expect((await post('/dev/rpc', 'x'.repeat(2 ** 21 + 1))).status).toBe(413);
  });

  test('answers as JSON-RPC does where the chain is down, each call by its id', async () => {
    chain.closeAllConnections();
    chain.close();
    const one = await post('/dev/rpc', call);
    expect(one.status).toBe(502);
    expect(await one.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    const many = await post('/dev/rpc', [call, { ...call, id: 'b' }]);
    expect(await many.json()).toMatchObject([{ id: 7 }, { id: 'b', error: { code: -32603 } }]);
    expect(await (await post('/dev/rpc', '{"half')).json()).toMatchObject({ id: null });
  });
});

describe('/dev/chain', () => {
  const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] };
  const modeNow = async (place = origin) => (await fetch(`${place}/dev/chain`)).json();
  const tookMs = async (asked: () => Promise<Response>) => {
    const startedAt = performance.now();
    const { status } = await asked();
    return { status, ms: performance.now() - startedAt };
  };

  test('failing cuts the calls of server and page, until it is ok again', async () => {
    expect(await modeNow()).toEqual({ mode: 'ok' });
    expect(await (await post('/dev/chain', { mode: 'failing' })).json()).toEqual({
      mode: 'failing',
    });
    expect(await modeNow()).toEqual({ mode: 'failing' });
    const ofPage = await post('/dev/rpc', call);
    expect(ofPage.status).toBe(502);
    expect(await ofPage.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    // What the server is given as its endpoint.
    await expect(postTo(link.url, '/', call)).rejects.toThrow('fetch failed');

    await post('/dev/chain', { mode: 'ok' });
    expect(await (await post('/dev/rpc', call)).json()).toMatchObject({ result: 'eth_chainId' });
    expect(await (await postTo(link.url, '/', call)).json()).toMatchObject({ id: 7 });
  });

  test('slow makes each call wait, and a change of mode ends the wait', async () => {
    await post('/dev/chain', { mode: 'slow' });
    const slow = await tookMs(() => post('/dev/rpc', call));
    expect(slow.status).toBe(200);
    // A timer may be a millisecond early.
    expect(slow.ms).toBeGreaterThan(SLOW_MS - 5);

    const waiting = tookMs(() => post('/dev/rpc', call));
    const cut = postTo(link.url, '/', call).catch(() => 'cut');
    await expect.poll(() => link.waiting()).toBe(2);
    await post('/dev/chain', { mode: 'failing' });
    expect(await cut).toBe('cut');
    const { status, ms } = await waiting;
    expect(status).toBe(502);
    expect(ms).toBeLessThan(SLOW_MS);
  });

  test('a wallet needs no chain to name its accounts and to sign', async () => {
    await post('/dev/chain', { mode: 'failing' });
    for (const method of ['eth_accounts', 'personal_sign', 'eth_signTypedData_v4']) {
      const answer = await post('/dev/rpc', { ...call, method });
      expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result: method });
    }
    expect((await post('/dev/rpc', { ...call, method: 'eth_sendTransaction' })).status).toBe(502);
    // A batch goes to the chain, whatever is in it.
    expect((await post('/dev/rpc', [{ ...call, method: 'eth_accounts' }])).status).toBe(502);
  });

  test.each([{}, { mode: 'broken' }, { mode: 'slow', ms: 5 }, [], 'ok', null])(
    '%j is refused and changes nothing',
    async (body) => {
      expect((await post('/dev/chain', body)).status).toBe(400);
      expect(await modeNow()).toEqual({ mode: 'ok' });
    },
  );

  test('is not for foreign pages', async () => {
    const foreign = await post('/dev/chain', { mode: 'slow' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await modeNow()).toEqual({ mode: 'ok' });
  });

  test('a chain of one’s own is never made to fail', async () => {
    const own = await serve({ ...parts, link: null });
    const refused = await postTo(own, '/dev/chain', { mode: 'failing' });
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('ETH_RPC_URL');
    expect(await modeNow(own)).toEqual({ mode: 'ok' });
  });
});

describe('POST /dev/faucet', () => {
  const to = (body: object, wallet: Address = ITALIAN) =>
    post('/dev/faucet', { walletAddress: wallet, ...body });

  test('gives DENA, 10,000 unless told', async () => {
    const some = await to({ asset: 'dena' });
    expect(some.status).toBe(200);
    expect(await some.json()).toEqual({ walletAddress: ITALIAN, asset: 'dena', amount: '10000' });
    expect(await (await to({ asset: 'dena', amount: '12.5' })).json()).toMatchObject({
      amount: '12.5',
    });
    await to({ asset: 'dena', amount: 7 });
    expect(given).toEqual(
      [10_000n * WEI_PER_DENA, (WEI_PER_DENA * 25n) / 2n, 7n * WEI_PER_DENA].map((amountWei) => ({
        wallet: ITALIAN,
        gift: { asset: 'dena', amountWei },
      })),
    );
  });

  test('gives one NFT of the wallet’s nation, or of the token that is named', async () => {
    expect(await (await to({ asset: 'national' })).json()).toEqual({
      walletAddress: ITALIAN,
      asset: 'national',
      tokenId: '2',
      amount: 1,
    });
    await to({ asset: 'cultural', tokenId: '4', amount: 3 });
    // Who has no nation yet names the token.
    await to({ asset: 'national', tokenId: 1 }, NEWCOMER);
    expect(given).toEqual([
      { wallet: ITALIAN, gift: { asset: 'national', tokenId: 2, quantity: 1 } },
      { wallet: ITALIAN, gift: { asset: 'cultural', tokenId: 4, quantity: 3 } },
      { wallet: NEWCOMER, gift: { asset: 'national', tokenId: 1, quantity: 1 } },
    ]);
  });

  test('asks a wallet without a nation for a token', async () => {
    const refused = await to({ asset: 'cultural' }, NEWCOMER);
    expect(refused.status).toBe(409);
    expect(refused.headers.get('x-refusal-code')).toBe('no-nation');
    expect(await refused.text()).toBe(
      'This wallet has no nation yet. Choose one, or name a tokenId: 1, 2, 3, 4.',
    );
    expect(given).toEqual([]);
  });

  test.each([
    [{ asset: 'gold' }, 'asset is one of dena, national, cultural.'],
    [{}, 'asset is one of dena, national, cultural.'],
    [{ asset: 'dena', amount: 0 }, 'amount is more than 0 and at most 1000000 DENA.'],
    [{ asset: 'dena', amount: '1000000.1' }, 'amount is more than 0 and at most 1000000 DENA.'],
    [{ asset: 'dena', amount: -5 }, 'An amount of DENA is a plain decimal such as 1250.5'],
    [{ asset: 'dena', amount: '1e3' }, 'An amount of DENA is a plain decimal such as 1250.5'],
    [{ asset: 'dena', amount: null }, 'An amount of DENA is a plain decimal such as 1250.5'],
    [{ asset: 'dena', tokenId: 1 }, 'Unknown field "tokenId"'],
    [{ asset: 'national', amount: 0 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'national', amount: 1.5 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'national', amount: '2' }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'cultural', amount: 1001 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'cultural', tokenId: 5 }, 'tokenId is one of 1, 2, 3, 4'],
    [{ asset: 'cultural', tokenId: '01' }, 'tokenId is one of 1, 2, 3, 4'],
    [{ asset: 'cultural', walletAddress: '0x12' }, 'address'],
    [{ asset: 'cultural', walletAddress: undefined }, 'walletAddress is missing.'],
    [{ asset: 'cultural', colour: 'red' }, 'Unknown field "colour"'],
  ])('refuses %j in a sentence', async (body, sentence) => {
    const refused = await to(body);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(sentence);
    expect(given).toEqual([]);
  });

  test('says what the chain objects to', async () => {
    const refused = await to({ asset: 'national', tokenId: 1 }, REFUSED);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('execution reverted');
  });

  test('is not for foreign pages, and gives nothing on a chain of one’s own', async () => {
    const body = { walletAddress: ITALIAN, asset: 'dena' };
    const foreign = await post('/dev/faucet', body, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const own = await serve({ ...parts, purse: null });
    const refused = await postTo(own, '/dev/faucet', body);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('ETH_RPC_URL');
    expect(given).toEqual([]);
  });
});

describe('POST /dev/reset', () => {
  test('begins another world; which one plays can be read', async () => {
    expect(await (await fetch(`${origin}/dev/world`)).json()).toEqual({
      world: 'this-one',
      whyNoReset: null,
    });
    expect(await (await post('/dev/reset', {})).json()).toEqual({ world: 'this-one' });
    expect(resets).toBe(1);
  });

  test('refuses with the remedy where it can’t be done from here', async () => {
    const whyNoReset = 'It is kept elsewhere. Drop that first.';
    const own = await serve({ ...parts, world: { ...parts.world, whyNoReset } });
    expect(await (await fetch(`${own}/dev/world`)).json()).toMatchObject({ whyNoReset });
    const refused = await postTo(own, '/dev/reset', {});
    expect(refused.status).toBe(404);
    expect(await refused.text()).toBe(whyNoReset);
    expect(resets).toBe(0);
  });

  test('is not for foreign pages, nor for forms', async () => {
    expect((await post('/dev/reset', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/dev/reset', '', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/dev/reset', { now: true })).status).toBe(400);
    expect(resets).toBe(0);
  });
});

describe('/dev/clock', () => {
  test('says what the game’s clock shows', async () => {
    const shown = await fetch(`${origin}/dev/clock`);
    expect(await shown.json()).toEqual({ now: '2026-01-01T00:00:00.000Z' });
    expect(shown.headers.get('cache-control')).toBe('no-store');
  });

  test('moves the game’s clock forward and says what it shows', async () => {
    const answer = await post('/dev/clock', { advanceMs: 7 * DAY_MS });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ now: '2026-01-08T00:00:00.000Z' });
    expect(await (await post('/dev/clock', { advanceMs: 0 })).json()).toEqual({
      now: '2026-01-08T00:00:00.000Z',
    });
  });

  test.each([
    ['backwards', { advanceMs: -1 }],
    ['too far', { advanceMs: 366 * DAY_MS + 1 }],
    ['by a fraction', { advanceMs: 0.5 }],
    ['by text', { advanceMs: '1000' }],
    ['by nothing', {}],
    ['with more than it knows', { advanceMs: 1, rewind: true }],
    ['by a list', [1000]],
    ['by null', null],
    ['by half a body', '{"advanceMs":'],
  ])('refuses to move %s, and stays', async (_how, body) => {
    const answer = await post('/dev/clock', body);
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeGreaterThan(10);
    expect(clockMs).toBe(NOW);
  });

  test('other pages cannot move it', async () => {
    const foreign = await post('/dev/clock', { advanceMs: 1 }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await post('/dev/clock', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect(clockMs).toBe(NOW);
  });
});

describe('the metadata of the development NFTs', () => {
  const read = (url: string, id: number) =>
    readTokenMetadata(url, BigInt(id), {
      timeoutMs: 2000,
      maxBytes: 64 * 1024,
      allowPrivateHosts: true,
      ipfsGateway: 'https://ipfs.example/ipfs/',
    });

  test('[NFT1] national: traits within their bounds, different for each nation', async () => {
    const contract = address('0x00000000000000000000000000000000000000d2');
    const all = await Promise.all(
      NATION_LIST.map(async ({ tokenId }) => {
        const metadata = await read(`${origin}/dev/metadata/national/${tokenId}.json`, tokenId);
        expect(metadata.imageUrl).toBe(`${origin}/dev/metadata/national/${tokenId}.svg`);
        const named = (name: RegExp) =>
          metadata.attributes.find(({ trait }) => name.test(trait))?.value;
        const traits = nationalTraits(contract, BigInt(tokenId), metadata.attributes);
        // Out of the metadata, not out of the hash.
        expect(traits.territoryKm2).toBe(named(/territory/i));
        expect(traits.productionHundredths).toBe(Math.round((named(/production/i) ?? 0) * 100));
        return traits;
      }),
    );
    expect(new Set(all.map(({ territoryKm2 }) => territoryKm2)).size).toBe(4);
    expect(new Set(all.map(({ productionHundredths }) => productionHundredths)).size).toBe(4);
  });

  test('[NFT2] cultural: the bonus of each nation', async () => {
    for (const { tokenId, culturalGdpBonus } of NATION_LIST) {
      const metadata = await read(`${origin}/dev/metadata/cultural/${tokenId}.json`, tokenId);
      expect(metadata.name).not.toBe('');
      expect(metadata.attributes).toContainEqual({
        trait: 'Cultural GDP bonus ($)',
        value: culturalGdpBonus,
      });
    }
  });

  test.each(['national', 'cultural'])('every %s token has a picture of its own', async (kind) => {
    const pictures = await Promise.all(
      NATION_LIST.map(async ({ tokenId }) => {
        const answer = await fetch(`${origin}/dev/metadata/${kind}/${tokenId}.svg`);
        expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
        return answer.text();
      }),
    );
    for (const picture of pictures) {
      expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 1000 1000".*<\/svg>$/s);
      expect(picture).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(new Set(pictures).size).toBe(4);
  });

  test.each([
    'national/0.json',
    'national/5.json',
    'cultural/01.json',
    'cultural/x.svg',
    'other/1.json',
  ])('%s is not there', async (path) => {
    expect((await fetch(`${origin}/dev/metadata/${path}`)).status).toBe(404);
  });
});

describe('/dev/rivals', () => {
  test('says how fast the rivals play, and lets it be changed', async () => {
    expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'gentle' });
    expect(await (await post('/dev/rivals', { pace: 'off' })).json()).toEqual({ pace: 'off' });
    expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'off' });
  });

  test.each([{}, { pace: 'furious' }, { pace: 'off', more: 1 }, [], 'off', null])(
    '%j is refused and changes nothing',
    async (body) => {
      expect((await post('/dev/rivals', body)).status).toBe(400);
      expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'gentle' });
    },
  );

  test('is not for foreign pages', async () => {
    const foreign = await post('/dev/rivals', { pace: 'off' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });
});
