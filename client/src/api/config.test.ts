import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { nationsCall } from '../../../common/protocol/nations.ts';
import { startTestServer } from '../testing/api-server.ts';
import { testConfig } from '../testing/config.ts';
import { configQuery, followRules } from './config.ts';
import { createQueryClient } from './query-client.ts';
import { request } from './request.ts';

test('a page whose server has other rules reads the configuration again, once', async () => {
  let hash = 'a'.repeat(16);
  const server = await startTestServer(({ path }) => ({
    status: 200,
    headers: { 'Denaria-Rules': hash },
    body: path === '/api/config' ? { ...testConfig(), rulesHash: hash } : [],
  }));
  const queryClient = createQueryClient();
  const unfollow = followRules(queryClient);
  const unwatch = new QueryObserver(queryClient, configQuery()).subscribe(() => undefined);
  const held = () => queryClient.getQueryData(configQuery().queryKey)?.rulesHash;
  await expect.poll(held).toBe(hash);
  await request(nationsCall, {});
  hash = 'b'.repeat(16);
  await request(nationsCall, {});
  await expect.poll(held).toBe(hash);
  await request(nationsCall, {});
  const asked = server.seen.filter(({ path }) => path === '/api/config');
  expect(asked).toHaveLength(2);
  unwatch();
  unfollow();
  queryClient.clear();
  await server.close();
});
