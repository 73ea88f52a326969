import { afterEach, expect, test } from 'vitest';
import { weekBegins, weekId } from '../../../common/values/week.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { startTestServer, type TestServer } from '../../../tools/test/api-server.ts';
import { createQueryClient } from './query-client.ts';
import { seasonsQuery } from './seasons.ts';

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
