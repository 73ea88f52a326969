/** The events of the kinds that a page shows, from servers that know them by kind and from older ones. */
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/api-server.ts';
import { eventsQuery } from './events.ts';

const query = eventsQuery({ nationId: 'italy', kinds: ['cultural-staked', 'traded'], limit: 7 });
const PLAIN = '/api/events?nationId=italy&limit=7';
const NARROWED = `${PLAIN}&kinds=museum-staked%2Ctraded`;

test.each([
  ['of this version', [NARROWED], null],
  ['of version 10', [NARROWED, PLAIN], 400],
] as const)('a server %s answers', async (_, paths, status) => {
  const server = await startTestServer(({ path }) =>
    status !== null && path === NARROWED
      ? { status, headers: { 'X-Refusal-Code': 'bad-request' }, body: 'Unknown field "kinds".' }
      : { status: 200, body: [] },
  );
  onTestFinished(() => server.close());
  expect(await new QueryClient().fetchQuery(query)).toEqual([]);
  expect(server.seen.map(({ path }) => path)).toEqual(paths);
});
