import { expect, test } from 'vitest';
import type { EventView } from '../../../common/protocol/events.ts';
import { address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { startTestServer } from '../testing/api-server.ts';
import { eventsQuery } from './events.ts';
import { createQueryClient } from './query-client.ts';

const WALLET = address('0x00000000000000000000000000000000000000aa');

const event: EventView = {
  id: revSchema.parse('000000000000000f'),
  at: '2026-01-01T00:00:00.000Z',
  kind: 'traded',
  walletAddress: WALLET,
  nationId: 'italy',
  gdpBefore: 18_000,
  gdpAfter: 18_000,
  denaBalance: '1000',
  detail: { resourceType: 'wood', quantity: 50, amount: '500' },
};

test('events are queried per wallet, per nation or for all, each cached separately', async () => {
  const server = await startTestServer(() => ({ status: 200, body: [event] }));
  const queryClient = createQueryClient();
  expect(await queryClient.fetchQuery(eventsQuery())).toEqual([event]);
  await queryClient.fetchQuery(eventsQuery({ walletAddress: WALLET, limit: 5 }));
  await queryClient.fetchQuery(eventsQuery({ nationId: 'italy' }));
  await queryClient.fetchQuery(eventsQuery({ nationId: 'italy' }));
  await server.close();
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/api/events',
    `/api/events?walletAddress=${WALLET}&limit=5`,
    '/api/events?nationId=italy',
  ]);
});
