/** What a developer can do to the world over HTTP, and who may not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nationalTraits } from '../../common/rules/nft-traits.ts';
import { address, type Address } from '../../common/values/address.ts';
import { NATION_LIST } from '../../common/values/nations.ts';
import { readTokenMetadata } from '../../server/chain/token-metadata.ts';
import {
  ITALIAN,
  NEWCOMER,
  NOW,
  postTo,
  startRoutes,
  type RoutesServer,
} from './testing/routes-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] };

let routes: RoutesServer;
let origin: string;

beforeEach(async () => {
  routes = await startRoutes();
  origin = routes.origin;
});

afterEach(() => routes.close());

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return postTo(origin, path, body, headers);
}

describe('POST /dev/rpc', () => {
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
});

describe('/dev/clock', () => {
  test.each([
    ['backwards', { advanceMs: -1 }],
    ['too far', { advanceMs: 366 * DAY_MS + 1 }],
    ['by half a body', '{"advanceMs":'],
  ])('refuses to move %s, and stays', async (_how, body) => {
    const answer = await post('/dev/clock', body);
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeGreaterThan(10);
    expect(routes.seen.clockMs).toBe(NOW);
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
        // Taken from the metadata, not derived from the hash.
        expect(traits.territoryKm2).toBe(named(/territory/i));
        expect(traits.productionHundredths).toBe(Math.round((named(/production/i) ?? 0) * 100));
        return traits;
      }),
    );
    expect(new Set(all.map(({ territoryKm2 }) => territoryKm2)).size).toBe(4);
    expect(new Set(all.map(({ productionHundredths }) => productionHundredths)).size).toBe(4);
  });
});

describe('/dev/chain', () => {
  const modeNow = async (place = origin) => (await fetch(`${place}/dev/chain`)).json();

  test('failing cuts the calls of server and page, until it is ok again', async () => {
    expect(await modeNow()).toEqual({ mode: 'ok' });
    expect(await (await post('/dev/chain', { mode: 'failing' })).json()).toEqual({
      mode: 'failing',
    });
    expect(await modeNow()).toEqual({ mode: 'failing' });
    const ofPage = await post('/dev/rpc', call);
    expect(ofPage.status).toBe(502);
    expect(await ofPage.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    // The server's endpoint.
    await expect(postTo(routes.link.url, '/', call)).rejects.toThrow('fetch failed');

    await post('/dev/chain', { mode: 'ok' });
    expect(await (await post('/dev/rpc', call)).json()).toMatchObject({ result: 'eth_chainId' });
    expect(await (await postTo(routes.link.url, '/', call)).json()).toMatchObject({ id: 7 });
  });

  test('a wallet needs no chain to name its accounts and to sign', async () => {
    await post('/dev/chain', { mode: 'failing' });
    for (const method of ['eth_accounts', 'personal_sign']) {
      const answer = await post('/dev/rpc', { ...call, method });
      expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result: method });
    }
    expect((await post('/dev/rpc', { ...call, method: 'eth_sendTransaction' })).status).toBe(502);
    // A batch goes to the chain, whatever is in it.
    expect((await post('/dev/rpc', [{ ...call, method: 'eth_accounts' }])).status).toBe(502);
  });
});

describe('POST /dev/faucet', () => {
  const to = (body: object, wallet: Address = ITALIAN) =>
    post('/dev/faucet', { walletAddress: wallet, ...body });

  test('asks a wallet without a nation for a token', async () => {
    const refused = await to({ asset: 'cultural' }, NEWCOMER);
    expect(refused.status).toBe(409);
    expect(refused.headers.get('x-refusal-code')).toBe('no-nation');
    expect(await refused.text()).toBe(
      'This wallet has no nation yet. Choose one, or name a tokenId: 1, 2, 3, 4.',
    );
    expect(routes.seen.given).toEqual([]);
  });

  test.each([
    [{ asset: 'gold' }, 'asset is one of dena, national, cultural.'],
    [{ asset: 'dena', amount: '1000000.1' }, 'amount is more than 0 and at most 1000000 DENA.'],
    [{ asset: 'cultural', amount: 1001 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'cultural', tokenId: 5 }, 'tokenId is one of 1, 2, 3, 4'],
    [{ asset: 'cultural', colour: 'red' }, 'Unknown field "colour"'],
  ])('refuses %j in a sentence', async (body, sentence) => {
    const refused = await to(body);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(sentence);
    expect(routes.seen.given).toEqual([]);
  });
});

test.each([
  ['rpc', call],
  ['chain', { mode: 'slow' }],
  ['faucet', { walletAddress: ITALIAN, asset: 'dena' }],
  ['reset', {}],
  ['clock', { advanceMs: 1 }],
  ['rivals', { pace: 'off' }],
])(
  '/dev/%s is closed to other sites’ pages, and to what they could send without a CORS preflight',
  async (path, body) => {
    const foreign = await post(`/dev/${path}`, body, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const form = await post(`/dev/${path}`, body, { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
    expect(routes.seen).toEqual({ clockMs: NOW, resets: 0, given: [] });
    expect(await (await fetch(`${origin}/dev/chain`)).json()).toEqual({ mode: 'ok' });
    expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({
      pace: 'gentle',
      count: 3,
    });
  },
);

test('the NFTs’ metadata and the page say what the rules in force are', async () => {
  const textOf = async (path: string) => (await fetch(`${origin}${path}`)).text();
  expect(await textOf('/dev/metadata/cultural/2.json')).toContain('each copy adds $1,250 to');
  expect(await textOf('/dev')).toContain('Skip 3 days');
});
