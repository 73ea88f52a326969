import { afterEach, expect, test, vi } from 'vitest';
import { UnreadableAnswer } from '../../../client-kit/api/api-error.ts';
import { nationsCall } from '../../../common/protocol/nations.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { address } from '../../../common/values/address.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../../../tools/test/api-server.ts';
import { pageServer } from './page-server.ts';
import { playerNationQuery } from './player-nation.ts';
import { createQueryClient } from './query-client.ts';
import { pageAge } from './server-version.ts';
import { sessionQuery } from './session.ts';

const WALLET = address('0x00000000000000000000000000000000000000aa');

let running: TestServer | null = null;

async function serving(answer: Reply | ((seen: Seen) => Reply)): Promise<TestServer> {
  running = await startTestServer((seen) => (typeof answer === 'function' ? answer(seen) : answer));
  return running;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await running?.close();
  running = null;
});

test('[CAL1] every request sends the page’s cookie', async () => {
  await serving({ status: 200, body: [] });
  const fetching = vi.spyOn(globalThis, 'fetch');
  await pageServer.request(nationsCall, {});
  expect(fetching.mock.lastCall?.[1]).toMatchObject({ credentials: 'include' });
});

test('[CAL2, CAL5] only a wallet has a player; one without a nation, and no session, are null; other refusals are errors', async () => {
  let status = 404;
  const server = await serving(() => ({ status, body: 'no' }));
  const queryClient = createQueryClient();
  expect(playerNationQuery(null).enabled).toBe(false);
  expect(await queryClient.fetchQuery(playerNationQuery(WALLET))).toBeNull();
  expect(server.seen[0]?.path).toBe(`/api/player-nation/${WALLET}`);
  status = 401;
  expect(await queryClient.fetchQuery(sessionQuery())).toBeNull();
  await expect(
    queryClient.fetchQuery({ ...playerNationQuery(WALLET), staleTime: 0 }),
  ).rejects.toMatchObject({ status: 401 });
});

test('an answer whose schema loads in parallel is still parsed by it', async () => {
  await serving({ status: 200, body: { playerNation: { walletAddress: WALLET, gdp: -1 } } });
  const queryClient = createQueryClient();
  const query = playerNationQuery(WALLET);
  await expect(queryClient.fetchQuery(query)).rejects.toBeInstanceOf(UnreadableAnswer);
  expect(queryClient.getQueryData(query.queryKey)).toBeUndefined();
});

test('a newer server shows that a page is older, and its refusal that it is too old', async () => {
  let code = 'no-such-call';
  await serving(() => ({
    status: 426,
    headers: { 'Denaria-Version': String(PROTOCOL_VERSION + 1), 'X-Refusal-Code': code },
  }));
  await expect(pageServer.request(nationsCall, {})).rejects.toMatchObject({ code });
  expect(pageAge.get()).toBe('outdated');
  code = 'page-too-old';
  await expect(pageServer.request(nationsCall, {})).rejects.toMatchObject({ code });
  expect(pageAge.get()).toBe('refused');
});
