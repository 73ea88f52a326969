/** What a developer can do to the world over HTTP: make the chain fail, give gifts, reset. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import {
  ITALIAN,
  NEWCOMER,
  postTo,
  REFUSED,
  startRoutes,
  type RoutesServer,
} from './testing/routes-server.ts';

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

describe('/dev/chain', () => {
  const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] };
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

  test('slow delays each call, and a change of mode ends the delay', async () => {
    for (const [next, status] of [
      ['ok', 200],
      ['failing', 502],
    ] as const) {
      await post('/dev/chain', { mode: 'slow' });
      const waiting = post('/dev/rpc', call);
      await expect.poll(() => routes.link.waiting()).toBe(1);
      await post('/dev/chain', { mode: next });
      expect((await waiting).status).toBe(status);
      expect(routes.link.waiting()).toBe(0);
    }
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

  test.each([{}, { mode: 'broken' }, { mode: 'slow', ms: 5 }, null])(
    '%j is refused and changes nothing',
    async (body) => {
      expect((await post('/dev/chain', body)).status).toBe(400);
      expect(await modeNow()).toEqual({ mode: 'ok' });
    },
  );

  test('your own chain is never made to fail', async () => {
    const own = await routes.serve({ ...routes.parts, link: null });
    const refused = await postTo(own, '/dev/chain', { mode: 'failing' });
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('ETH_RPC_URL');
    expect(await modeNow(own)).toEqual({ mode: 'ok' });
  });
});

describe('POST /dev/faucet', () => {
  const to = (body: object, wallet: Address = ITALIAN) =>
    post('/dev/faucet', { walletAddress: wallet, ...body });

  test('gives DENA, 10,000 by default', async () => {
    const some = await to({ asset: 'dena' });
    expect(some.status).toBe(200);
    expect(await some.json()).toEqual({ walletAddress: ITALIAN, asset: 'dena', amount: '10000' });
    expect(await (await to({ asset: 'dena', amount: '12.5' })).json()).toMatchObject({
      amount: '12.5',
    });
    await to({ asset: 'dena', amount: 7 });
    expect(routes.seen.given).toEqual(
      [10_000n * WEI_PER_DENA, (WEI_PER_DENA * 25n) / 2n, 7n * WEI_PER_DENA].map((amountWei) => ({
        wallet: ITALIAN,
        gift: { asset: 'dena', amountWei },
      })),
    );
  });

  test('gives one NFT of the wallet’s nation, or of the given token', async () => {
    expect(await (await to({ asset: 'national' })).json()).toEqual({
      walletAddress: ITALIAN,
      asset: 'national',
      tokenId: '2',
      amount: 1,
    });
    await to({ asset: 'cultural', tokenId: '4', amount: 3 });
    // A wallet without a nation names the token.
    await to({ asset: 'national', tokenId: 1 }, NEWCOMER);
    expect(routes.seen.given).toEqual([
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
    expect(routes.seen.given).toEqual([]);
  });

  test.each([
    [{ asset: 'gold' }, 'asset is one of dena, national, cultural.'],
    [{ asset: 'dena', amount: 0 }, 'amount is more than 0 and at most 1000000 DENA.'],
    [{ asset: 'dena', amount: '1000000.1' }, 'amount is more than 0 and at most 1000000 DENA.'],
    [{ asset: 'dena', amount: '1e3' }, 'An amount of DENA is a plain decimal such as 1250.5'],
    [{ asset: 'dena', tokenId: 1 }, 'Unknown field "tokenId"'],
    [{ asset: 'national', amount: 0 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'cultural', amount: 1001 }, 'amount is a whole number of NFTs from 1 to 1000.'],
    [{ asset: 'cultural', tokenId: 5 }, 'tokenId is one of 1, 2, 3, 4'],
    [{ asset: 'cultural', walletAddress: '0x12' }, 'address'],
    [{ asset: 'cultural', colour: 'red' }, 'Unknown field "colour"'],
  ])('refuses %j in a sentence', async (body, sentence) => {
    const refused = await to(body);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(sentence);
    expect(routes.seen.given).toEqual([]);
  });

  test('says why the chain refuses', async () => {
    const refused = await to({ asset: 'national', tokenId: 1 }, REFUSED);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('execution reverted');
  });

  test('gives nothing on your own chain', async () => {
    const body = { walletAddress: ITALIAN, asset: 'dena' };
    const own = await routes.serve({ ...routes.parts, purse: null });
    const refused = await postTo(own, '/dev/faucet', body);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('ETH_RPC_URL');
    expect(routes.seen.given).toEqual([]);
  });
});

describe('POST /dev/reset', () => {
  test('starts another world; the current one can be read', async () => {
    expect(await (await fetch(`${origin}/dev/world`)).json()).toEqual({
      world: 'this-one',
      whyNoReset: null,
    });
    expect(await (await post('/dev/reset', {})).json()).toEqual({ world: 'this-one' });
    expect(routes.seen.resets).toBe(1);
  });

  test('refuses with the remedy if a reset is impossible', async () => {
    const whyNoReset = 'It is kept elsewhere. Drop that first.';
    const own = await routes.serve({
      ...routes.parts,
      world: { ...routes.parts.world, whyNoReset },
    });
    expect(await (await fetch(`${own}/dev/world`)).json()).toMatchObject({ whyNoReset });
    const refused = await postTo(own, '/dev/reset', {});
    expect(refused.status).toBe(404);
    expect(await refused.text()).toBe(whyNoReset);
    expect(routes.seen.resets).toBe(0);
  });

  test('is closed to forms', async () => {
    expect((await post('/dev/reset', '', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/dev/reset', { now: true })).status).toBe(400);
    expect(routes.seen.resets).toBe(0);
  });
});
