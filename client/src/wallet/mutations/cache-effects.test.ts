/** What a screen shows after an action, and what it fetches again, on a real server. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setRevision } from '../../../../client-kit/api/revision.ts';
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import { BOARD_HEADERS } from '../../../../common/protocol/board-headers.ts';
import { tradeAnswerSchema } from '../../../../common/protocol/trade.ts';
import { contributeAnswerSchema } from '../../../../common/protocol/contribute.ts';
import { address } from '../../../../common/values/address.ts';
import { workOf } from '../../../../common/values/works.ts';
import { configQuery } from '../../api/config.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import { eventsQuery } from '../../api/events.ts';
import { createQueryClient, LEADERBOARD_KEY } from '../../api/query-client.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { worksQuery } from '../../api/nations.ts';
import { startTestServer, type Reply, type TestServer } from '../../../../tools/test/api-server.ts';
import { testConfig } from '../../testing/config.ts';
import { landStake } from '../../testing/nft-stake.ts';
import { testPlayer } from '../../testing/player.ts';
import { TestWallet } from '../../testing/wallet.ts';
import { connectedParts, hookResult } from '../../testing/with-wallet.tsx';
import { WalletChanged, WalletNotConnected } from '../wallet-errors.ts';
import type { WalletParts } from '../wallet-parts.ts';
import { keepPlayer } from './cache-effects.ts';
import {
  refreshNation,
  contribute,
  stakeNft,
  trade,
  unstakeNft,
  useUpdateResources,
} from './commands.ts';
import {
  useWalletMutation,
  type CommandCall,
  type VariablesOf,
  type WalletMutation,
} from './use-wallet-mutation.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');
const stake = (id: string, isActive: 0 | 1) => landStake({ id, walletAddress: ALICE, isActive });

let queryClient: QueryClient;
let answer: () => Reply | Promise<Reply>;
let server: TestServer;
let wallet: TestWallet;
let parts: WalletParts;

beforeEach(async () => {
  queryClient = createQueryClient();
  // Of a game that asks for no signature.
  queryClient.setQueryData(configQuery().queryKey, testConfig());
  answer = () => ({ status: 200, headers: NEWER, body: testPlayer(ALICE, 7) });
  server = await startTestServer(() => answer());
  wallet = new TestWallet({
    eth_accounts: () => [],
    eth_requestAccounts: () => [ALICE],
    eth_chainId: () => '0x1',
  });
  parts = await connectedParts(queryClient, wallet);
});

afterEach(async () => {
  queryClient.clear();
  await server.close();
});

/** Acts as the component does that uses this mutation. */
function act<C extends CommandCall>(
  mutation: WalletMutation<C>,
  variables: VariablesOf<C>,
): Promise<AnswerOf<C>> {
  return hookResult(queryClient, parts, () => useWalletMutation(mutation)).mutateAsync(variables);
}

const settle = () => hookResult(queryClient, parts, useUpdateResources).mutateAsync();

const KEY = expect.stringMatching(/^[0-9a-f]{32}$/);

const playerKey = playerNationQuery(ALICE).queryKey;
const territoryKey = territoryQuery(ALICE).queryKey;
const eventsKey = eventsQuery({ kinds: ['traded'] }).queryKey;
const cachedPlayer = () => queryClient.getQueryData(playerKey);
const isAskedAgain = (queryKey: readonly unknown[]) =>
  queryClient.getQueryState(queryKey)?.isInvalidated;

const revision = (rev: number) => ({ epoch: 'epoch', rev: String(rev).padStart(16, '0') });
/** The headers of an answer that is newer than what screens hold. */
const NEWER = {
  [BOARD_HEADERS.epoch]: revision(2).epoch,
  [BOARD_HEADERS.rev]: revision(2).rev,
};

/**
 * Fills the cache as screens would before an action: the player, the territory, the ranking, the
 * events.
 */
function holdAll(): void {
  queryClient.setQueryData(playerKey, setRevision(testPlayer(ALICE, 0), revision(1)));
  queryClient.setQueryData(playerNationQuery(BOB).queryKey, testPlayer(BOB, 0));
  queryClient.setQueryData(territoryKey, [stake('s2', 1), stake('s1', 1)]);
  queryClient.setQueryData(LEADERBOARD_KEY, 'written by the live client');
  queryClient.setQueryData(eventsKey, []);
}

test('[CAL4] a trade shows its player immediately, and refetches player, ranking and events', async () => {
  holdAll();
  answer = () => ({
    status: 200,
    headers: NEWER,
    body: tradeAnswerSchema.parse({
      ...testPlayer(ALICE, 50),
      trade: { resourceType: 'wood', quantity: 50, cost: '500' },
    }),
  });
  const order = { resourceType: 'wood', quantity: 50, cost: '500' } as const;
  const traded = await act(trade, order);
  expect(traded.trade).toEqual({ resourceType: 'wood', quantity: 50, cost: '500' });
  expect(server.seen[0]).toMatchObject({
    path: '/api/trade',
    body: { walletAddress: ALICE, ...order },
    headers: { 'idempotency-key': KEY },
  });
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 50));
  expect(isAskedAgain(playerKey)).toBe(true);
  expect(isAskedAgain(LEADERBOARD_KEY)).toBe(true);
  expect(isAskedAgain(eventsKey)).toBe(true);
  expect(isAskedAgain(playerNationQuery(BOB).queryKey)).toBe(false);
});

test('[WRK1] a contribution shows its player immediately, and refetches the works too', async () => {
  holdAll();
  const worksKey = worksQuery().queryKey;
  queryClient.setQueryData(worksKey, []);
  const work = workOf({ wood: 50, oil: 0, food: 0, technology: 0 }, []);
  const contribution = { resourceType: 'wood', quantity: 50 } as const;
  answer = () => ({
    status: 201,
    headers: NEWER,
    body: contributeAnswerSchema.parse({ ...testPlayer(ALICE, 7), contribution, work }),
  });
  const given = await act(contribute, contribution);
  expect(given.work.stages[0]?.have.wood).toBe(50);
  expect(server.seen[0]).toMatchObject({
    path: '/api/works',
    body: { walletAddress: ALICE, ...contribution },
    headers: { 'idempotency-key': KEY },
  });
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 7));
  for (const queryKey of [playerKey, worksKey, eventsKey])
    expect(isAskedAgain(queryKey)).toBe(true);
});

test('[STA9, CHN1] a refresh shows its player and refetches the stakes that it may have ended', async () => {
  holdAll();
  const stakesKey = denaStakesQuery(ALICE).queryKey;
  queryClient.setQueryData(stakesKey, []);
  await refreshNation(queryClient, ALICE);
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/player-nation/refresh', { walletAddress: ALICE }],
  ]);
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 7));
  for (const queryKey of [territoryKey, stakesKey]) expect(isAskedAgain(queryKey)).toBe(true);
});

test('a new NFT stake appears on top of the territory, an ended one stays in its place', async () => {
  holdAll();
  const token = { tokenId: '2', contractAddress: BOB };
  answer = () => ({ status: 201, body: stake('s3', 1) });
  await act(stakeNft, { ...token, nftType: 'museum', quantity: 1 });
  expect(server.seen[0]?.body).toEqual({
    walletAddress: ALICE,
    ...token,
    nftType: 'museum',
    quantity: 1,
  });
  const ended = stake('s2', 0);
  answer = () => ({ status: 200, body: ended });
  await act(unstakeNft, { stakeId: ended.id });
  expect(server.seen[1]?.body).toEqual({ walletAddress: ALICE, stakeId: 's2' });
  const stakes = queryClient.getQueryData(territoryKey);
  expect(stakes?.map(({ id, isActive }) => [id, isActive])).toEqual([
    ['s3', 1],
    ['s2', 0],
    ['s1', 1],
  ]);
  for (const queryKey of [territoryKey, playerKey, LEADERBOARD_KEY])
    expect(isAskedAgain(queryKey)).toBe(true);
});

test('a territory that was never fetched is not made up from one stake', async () => {
  answer = () => ({ status: 201, body: stake('s1', 1) });
  await act(stakeNft, {
    tokenId: '2',
    contractAddress: BOB,
    nftType: 'national',
    quantity: 1,
  });
  expect(queryClient.getQueryData(territoryKey)).toBeUndefined();
});

test('a late answer to an earlier request does not undo what an action showed', async () => {
  let answerEarly: (reply: Reply) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      answerEarly = resolve;
    });
  const unwatch = new QueryObserver(queryClient, playerNationQuery(ALICE)).subscribe(
    () => undefined,
  );
  await expect.poll(() => server.seen).toHaveLength(1);
  answer = () => ({ status: 200, body: testPlayer(ALICE, 60) });
  keepPlayer(queryClient, ALICE, testPlayer(ALICE, 50));
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 50));
  answerEarly({ status: 200, body: testPlayer(ALICE, 0) });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 60));
  unwatch();
});

test('[ACC1] an update of resources needs a wallet, but no session and no key', async () => {
  expect(await settle()).toEqual(testPlayer(ALICE, 7));
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 7));
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/resources/update', { walletAddress: ALICE }],
  ]);
  expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
  wallet.emit('accountsChanged', []);
  await expect(settle()).rejects.toBeInstanceOf(WalletNotConnected);
});

test('an update that returns after an account change is cached for the earlier account', async () => {
  answer = () => {
    wallet.emit('accountsChanged', [BOB]);
    return { status: 200, body: testPlayer(ALICE, 7) };
  };
  await expect(settle()).rejects.toBeInstanceOf(WalletChanged);
  expect(cachedPlayer()).toEqual(testPlayer(ALICE, 7));
});
