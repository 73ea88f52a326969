import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { address } from '../../../common/values/address.ts';
import { startTestServer, type Reply, type TestServer } from '../../../tools/test/api-server.ts';
import { playerQuery } from './players.ts';
import { ITALY } from '../testing/player.ts';
import { createQueryClient } from './query-client.ts';

const WALLET = address('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const AT = '2026-11-01T00:00:00.000Z';

const player = (gdp: number) => ({
  walletAddress: WALLET,
  name: 'marco.eth',
  nationId: 'italy',
  nation: ITALY,
  rank: 1,
  gdp,
  gdpSince: AT,
  joinedAt: AT,
  isPresident: false,
  holdings: { block: 1, verifiedAt: null },
  receipt: { total: gdp, terms: [{ term: 'starting', gdp, parts: [] }] },
  contributed: { wood: 0, oil: 0, food: 0, technology: 0 },
  history: [],
});
const placed = (rev: number, body: object): Reply => ({
  status: 200,
  headers: {
    [BOARD_HEADERS.epoch]: 'epoch',
    [BOARD_HEADERS.rev]: String(rev).padStart(16, '0'),
  },
  body,
});

let server: TestServer | undefined;
afterEach(() => server?.close());

/** The GDP that the query holds after each of the answers, in order; null: no player. */
async function answersAfter(...answers: readonly Reply[]): Promise<unknown[]> {
  const left = [...answers];
  server = await startTestServer(() => left.shift() ?? { status: 500 });
  const queryClient = createQueryClient();
  const observer = new QueryObserver(queryClient, { ...playerQuery(WALLET), enabled: false });
  const seen: unknown[] = [];
  for (const _ of answers) {
    const { data } = await observer.refetch();
    seen.push(data ? data.gdp : data);
  }
  queryClient.clear();
  return seen;
}

test('a wallet without a nation has no player, which is a valid answer', async () => {
  expect(await answersAfter({ status: 404, body: 'None.' })).toEqual([null]);
});

test('an existing player does not vanish because a slower process does not know them yet', async () => {
  const answers = await answersAfter(placed(1, player(18_000)), { status: 404, body: 'None.' });
  expect(answers).toEqual([18_000, 18_000]);
});

test('an older answer never replaces a newer one', async () => {
  const answers = await answersAfter(placed(2, player(19_000)), placed(1, player(18_000)));
  expect(answers).toEqual([19_000, 19_000]);
});
