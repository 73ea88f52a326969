import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nationalTraits } from '../../common/rules/nft-traits.ts';
import { address } from '../../common/values/address.ts';
import { NATION_LIST } from '../../common/values/nations.ts';
import { readTokenMetadata } from '../../server/chain/token-metadata.ts';
import { ITALIAN, NOW, postTo, startRoutes, type RoutesServer } from './testing/routes-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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

  test('refuses what a page could send without a CORS preflight', async () => {
    const simple = await post('/dev/rpc', call, { 'content-type': 'text/plain' });
    expect(simple.status).toBe(415);
  });

  test('answers with a JSON-RPC error if the chain is down, each call by its id', async () => {
    routes.endChain();
    const one = await post('/dev/rpc', call);
    expect(one.status).toBe(502);
    expect(await one.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    const many = await post('/dev/rpc', [call, { ...call, id: 'b' }]);
    expect(await many.json()).toMatchObject([{ id: 7 }, { id: 'b', error: { code: -32603 } }]);
    expect(await (await post('/dev/rpc', '{"half')).json()).toMatchObject({ id: null });
  });
});

describe('/dev/clock', () => {
  test('moves the game’s clock forward and returns its time', async () => {
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
    ['with more than it knows', { advanceMs: 1, rewind: true }],
    ['by half a body', '{"advanceMs":'],
  ])('refuses to move %s, and stays', async (_how, body) => {
    const answer = await post('/dev/clock', body);
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeGreaterThan(10);
    expect(routes.seen.clockMs).toBe(NOW);
  });

  test('forms cannot move it', async () => {
    expect((await post('/dev/clock', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
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
});

describe('/dev/rivals', () => {
  test('returns the rivals’ pace, and changes it', async () => {
    expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'gentle' });
    expect(await (await post('/dev/rivals', { pace: 'off' })).json()).toEqual({ pace: 'off' });
    expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'off' });
  });

  test.each([{ pace: 'furious' }, { pace: 'off', more: 1 }, null])(
    '%j is refused and changes nothing',
    async (body) => {
      expect((await post('/dev/rivals', body)).status).toBe(400);
      expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'gentle' });
    },
  );
});

test.each([
  ['chain', { mode: 'slow' }],
  ['faucet', { walletAddress: ITALIAN, asset: 'dena' }],
  ['reset', {}],
  ['clock', { advanceMs: 1 }],
  ['rivals', { pace: 'off' }],
])('/dev/%s is closed to other sites’ pages', async (path, body) => {
  const foreign = await post(`/dev/${path}`, body, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect(routes.seen).toEqual({ clockMs: NOW, resets: 0, given: [] });
  expect(await (await fetch(`${origin}/dev/chain`)).json()).toEqual({ mode: 'ok' });
  expect(await (await fetch(`${origin}/dev/rivals`)).json()).toEqual({ pace: 'gentle' });
});
