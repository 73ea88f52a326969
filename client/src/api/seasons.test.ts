import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { weekBegins, weekId } from '../../../common/values/week.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { startTestServer, type TestServer } from '../../../tools/test/api-server.ts';
import { createQueryClient } from './query-client.ts';
import { seasonQuery, seasonsQuery } from './seasons.ts';

let server: TestServer;
afterEach(() => server.close());

const LAST = 2970;
const season = (_: unknown, i: number) => ({
  id: weekId(LAST - i),
  from: new Date(weekBegins(LAST - i)).toISOString(),
  to: new Date(weekBegins(LAST - i + 1)).toISOString(),
  state: 'final',
  players: 0,
  nations: NATION_IDS.map((nationId) => ({ nationId, gained: 0 })),
  champion: null,
});

test('[SCR57] the list has all weeks, of which the server answers at most 200 at once', async () => {
  const all = Array.from({ length: 450 }, season);
  server = await startTestServer(({ path }) => {
    const { searchParams } = new URL(path, 'http://localhost');
    const from = all.findIndex(({ id }) => id === searchParams.get('before')) + 1;
    return { status: 200, body: all.slice(from, from + Number(searchParams.get('limit'))) };
  });
  const queryClient = createQueryClient();
  expect(await queryClient.fetchQuery(seasonsQuery())).toEqual(all);
  expect(server.seen).toHaveLength(3);
  queryClient.clear();
});

test('[SEA1] a week that the clock has begun is asked for every two seconds until the server has begun it', async () => {
  server = await startTestServer(() => ({ status: 404, body: 'It has not begun.' }));
  const queryClient = createQueryClient();
  const observer = new QueryObserver(queryClient, seasonQuery(LAST + 1, null));
  const nextInMs = () => {
    const { refetchInterval } = observer.options;
    if (typeof refetchInterval !== 'function') throw new Error('it depends on the answer');
    return refetchInterval(observer.getCurrentQuery());
  };
  expect(nextInMs()).toBe(30_000);
  expect((await observer.refetch()).data).toBeNull();
  expect(nextInMs()).toBe(2000);
  queryClient.clear();
});
