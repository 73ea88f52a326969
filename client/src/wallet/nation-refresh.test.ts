import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { address, type Address } from '../../../common/values/address.ts';
import { denaStakesQuery } from '../api/dena-stakes.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { createQueryClient } from '../api/query-client.ts';
import { territoryQuery } from '../api/territory.ts';
import { startTestServer, type Reply, type TestServer } from '../testing/api-server.ts';
import { testPlayer } from '../testing/player.ts';
import { oncePerSession, runNationRefresh } from './nation-refresh.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');

let server: TestServer;
let answer: Reply;
let queryClient: QueryClient;

const playerKey = playerNationQuery(ALICE).queryKey;
const isAskedAgain = (queryKey: readonly unknown[]) =>
  queryClient.getQueryState(queryKey)?.isInvalidated;

beforeEach(async () => {
  server = await startTestServer(() => answer);
  queryClient = createQueryClient();
  queryClient.setQueryData(playerKey, testPlayer(ALICE, 0));
  queryClient.setQueryData(territoryQuery(ALICE).queryKey, []);
  queryClient.setQueryData(denaStakesQuery(ALICE).queryKey, []);
});

afterEach(async () => {
  queryClient.clear();
  await server.close();
  vi.restoreAllMocks();
});

test('[CHN1] a refresh shows its player and refetches the stakes that it may have ended', async () => {
  answer = { status: 200, body: testPlayer(ALICE, 7) };
  await runNationRefresh(queryClient, ALICE);
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/player-nation/refresh', { walletAddress: ALICE }],
  ]);
  expect(queryClient.getQueryData(playerKey)).toEqual(testPlayer(ALICE, 7));
  expect(isAskedAgain(territoryQuery(ALICE).queryKey)).toBe(true);
  expect(isAskedAgain(denaStakesQuery(ALICE).queryKey)).toBe(true);
});

test('[CHN2] a failed refresh is logged and changes nothing', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  answer = { status: 503, body: 'The chain does not answer.' };
  await runNationRefresh(queryClient, ALICE);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(queryClient.getQueryData(playerKey)).toEqual(testPlayer(ALICE, 0));
  expect(isAskedAgain(playerKey)).toBe(false);
});

test('a refresh is due once per wallet session, as soon as there is a nation', () => {
  const refreshed: Address[] = [];
  const heed = oncePerSession((walletAddress) => refreshed.push(walletAddress));
  heed(null, false);
  heed(ALICE, false);
  expect(refreshed).toEqual([]);
  heed(ALICE, true);
  heed(ALICE, true);
  expect(refreshed).toEqual([ALICE]);
  heed(BOB, false);
  heed(BOB, true);
  expect(refreshed).toEqual([ALICE, BOB]);
  heed(null, false);
  heed(BOB, true);
  expect(refreshed).toEqual([ALICE, BOB, BOB]);
});
