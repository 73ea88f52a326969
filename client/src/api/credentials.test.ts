/** [CAL1]: every request sends credentials; a body, if there is one, is JSON. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { nationsCall } from '../../../common/protocol/nations.ts';
import { address } from '../../../common/values/address.ts';
import { startTestServer, type TestServer } from '../testing/api-server.ts';
import { playerNationQuery } from './player-nation.ts';
import { createQueryClient } from './query-client.ts';
import { request } from './request.ts';

const WALLET = address('0x00000000000000000000000000000000000000aa');

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer(() => ({ status: 404, body: 'none' }));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test('a call without a body, one with a body, and a query’s GET all send them', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch');
  const refused = { status: 404 };
  await expect(request(nationsCall, {})).rejects.toMatchObject(refused);
  const body = { walletAddress: WALLET, amount: '1' };
  await expect(request(stakeDenaCall, { body })).rejects.toMatchObject(refused);
  await createQueryClient().fetchQuery(playerNationQuery(WALLET));
  expect(fetching.mock.calls.map(([, init]) => [init?.method, init?.credentials])).toEqual([
    ['GET', 'include'],
    ['POST', 'include'],
    ['GET', 'include'],
  ]);
  expect(server.seen.map(({ headers, body: sent }) => [headers['content-type'], sent])).toEqual([
    [undefined, undefined],
    ['application/json', body],
    [undefined, undefined],
  ]);
});
