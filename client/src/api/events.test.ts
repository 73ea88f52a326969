import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../tools/test/api-server.ts';
import { eventsQuery } from './events.ts';

test('only the kinds that a page shows are asked for', async () => {
  const server = await startTestServer(() => ({ status: 200, body: [] }));
  onTestFinished(() => server.close());
  const kinds = ['cultural-staked', 'traded'] as const;
  await new QueryClient().fetchQuery(eventsQuery({ nationId: 'italy', kinds, limit: 7 }));
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/api/events?nationId=italy&kinds=museum-staked%2Ctraded&limit=7',
  ]);
});
