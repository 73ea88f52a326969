import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { denaStakesQuery } from '../api/dena-stakes.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { createQueryClient } from '../api/query-client.ts';
import { territoryQuery } from '../api/territory.ts';
import { startTestServer, type Reply, type TestServer } from '../testing/api-server.ts';
import { testPlayer } from '../testing/player.ts';
import { refreshNation } from './mutations/refresh-nation.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');

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
});

test('[CHN1] a refresh shows its player and refetches the stakes that it may have ended', async () => {
  answer = { status: 200, body: testPlayer(ALICE, 7) };
  await refreshNation(queryClient, ALICE);
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/player-nation/refresh', { walletAddress: ALICE }],
  ]);
  expect(queryClient.getQueryData(playerKey)).toEqual(testPlayer(ALICE, 7));
  expect(isAskedAgain(territoryQuery(ALICE).queryKey)).toBe(true);
  expect(isAskedAgain(denaStakesQuery(ALICE).queryKey)).toBe(true);
});
