import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nationsCall } from '../../../common/protocol/nations.ts';
import { startTestServer, type Reply, type TestServer } from '../../../tools/test/api-server.ts';
import { testConfig } from '../testing/config.ts';
import { configQuery } from './config.ts';
import { createQueryClient } from './query-client.ts';
import { pageServer } from './page-server.ts';
import { followRules } from './follow-rules.ts';
import { rulesQuery } from './rules.ts';

const [A, B] = ['a'.repeat(16), 'b'.repeat(16)];

/** The server's hash of its rules. */
let hash: string;
/** What answers instead of the configuration. */
let fault: Reply | null;
let server: TestServer;
let queryClient: QueryClient;
let leave: (() => void)[];

const { queryKey } = configQuery();
const cached = () => queryClient.getQueryData(queryKey)?.rulesHash;
const reads = (of = '/api/config') => server.seen.filter(({ path }) => path === of).length;

beforeEach(async () => {
  hash = A;
  fault = null;
  server = await startTestServer(({ path }) => {
    const headers = { 'Denaria-Rules': hash };
    if (path !== '/api/config') return { status: 200, headers, body: [] };
    return fault ?? { status: 200, headers, body: testConfig({ rulesHash: hash }) };
  });
  queryClient = createQueryClient();
  leave = [
    followRules(queryClient),
    new QueryObserver(queryClient, configQuery()).subscribe(() => undefined),
    new QueryObserver(queryClient, rulesQuery()).subscribe(() => undefined),
  ];
  await expect.poll(cached).toBe(A);
  await expect.poll(() => queryClient.getQueryData(rulesQuery().queryKey)).toEqual([]);
});

afterEach(async () => {
  for (const end of leave) end();
  queryClient.clear();
  await server.close();
});

test('a page whose server has other rules reads the configuration again, once, and what changed', async () => {
  await pageServer.request(nationsCall, {});
  hash = B;
  await pageServer.request(nationsCall, {});
  await expect.poll(cached).toBe(hash);
  await pageServer.request(nationsCall, {});
  expect(reads()).toBe(2);
  expect(reads('/api/rules')).toBe(2);
});

test('a configuration that could not be read is read again with the next answer', async () => {
  hash = B;
  fault = { status: 502, body: 'a proxy' };
  await pageServer.request(nationsCall, {});
  await expect.poll(() => queryClient.getQueryState(queryKey)?.status).toBe('error');
  fault = null;
  await pageServer.request(nationsCall, {});
  await expect.poll(cached).toBe(B);
});
