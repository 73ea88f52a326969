import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { address } from '../../../common/values/address.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { denaStakesQuery } from '../api/dena-stakes.ts';
import { LEADERBOARD_KEY } from '../api/leaderboard-key.ts';
import { setRevision } from '../api/revision.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { playerQuery } from '../api/players.ts';
import { createQueryClient } from '../api/query-client.ts';
import { testPlayer } from '../testing/player.ts';
import type { Board } from './board-merge.ts';
import { OwnState } from './own-state.ts';
import { ModelProcess, ModelStore } from './testing/board-model.ts';

const ALICE = address(`0x${'0'.repeat(39)}1`);
const EPOCH = epochSchema.parse('e');
const rev = (n: number) => revSchema.parse(n.toString(16).padStart(16, '0'));
const ANSWERED = 5;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A page whose player and stakes were answered at a rev, and the list of refetched queries. */
function setUp() {
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const own = new OwnState(queryClient, ALICE, { epoch: () => EPOCH, onChange: () => undefined });
  own.start();
  const revision = { epoch: EPOCH, rev: rev(ANSWERED) };
  for (const query of [playerNationQuery(ALICE), denaStakesQuery(ALICE)]) {
    const path = String(query.queryKey[0]);
    const answer = path === '/api/player-nation' ? testPlayer(ALICE, 1) : [];
    queryClient.setQueryData(query.queryKey, setRevision(answer, revision));
    new QueryObserver<unknown>(queryClient, {
      queryKey: query.queryKey,
      queryFn: () => {
        asked.push(path);
        return new Promise(() => undefined);
      },
      staleTime: Infinity,
    }).subscribe(() => undefined);
  }
  const store = new ModelStore();
  store.commit({ wallet: ALICE, gdp: 20_000, denaHoldings: 100, presidentCount: null });
  const [row] = new ModelProcess(store).list().rows;
  if (!row) throw new Error('Alice is listed');
  const pushed = (at: number, over: Partial<LeaderboardEntry>) =>
    own.pushed({ epoch: EPOCH, rev: rev(at), row: { ...row, ...over } });
  return { own, queryClient, asked, pushed };
}

test('state outdated by a commit elsewhere is refetched; a rank that others moved refetches nothing', () => {
  const { own, asked, pushed } = setUp();
  pushed(4, { rank: 3 });
  pushed(6, { rank: 4 });
  vi.advanceTimersByTime(5000);
  expect(asked).toEqual([]);
  // [CHN1] A stake ended without any request from this page.
  pushed(7, { gdp: 18_000, rank: 9 });
  vi.advanceTimersByTime(5000);
  expect(asked).toEqual(['/api/player-nation', '/api/dena/stakes']);
  own.stop();
});

test('state fetched since is not fetched again', () => {
  const { own, asked, pushed } = setUp();
  pushed(3, {});
  pushed(4, { gdp: 18_000 });
  vi.advanceTimersByTime(5000);
  expect(asked).toEqual([]);
  own.stop();
});

test('another data set ends what is cached of every wallet: who is not in it has no page', () => {
  const { own, queryClient } = setUp();
  const { queryKey } = playerQuery(ALICE);
  queryClient.setQueryData(queryKey, null);
  const board = (epoch: string): Board => ({
    epoch: epochSchema.parse(epoch),
    rev: rev(1),
    rows: [],
    totalCount: 0,
  });
  queryClient.setQueryData<Board>(LEADERBOARD_KEY, board('e'));
  expect(queryClient.getQueryData(queryKey)).toBeNull();
  queryClient.setQueryData<Board>(LEADERBOARD_KEY, board('f'));
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  own.stop();
});
