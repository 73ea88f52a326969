import { QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setRevision } from '../../../client-kit/api/revision.ts';
import type { Board } from '../../../client-kit/live/board-merge.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { address } from '../../../common/values/address.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { denaStakesQuery } from '../api/stakes.ts';
import { eventsQuery } from '../api/events.ts';
import { newerPlayer } from '../api/cached-player.ts';
import { createQueryClient, LEADERBOARD_KEY } from '../api/query-client.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { playerQuery } from '../api/players.ts';
import { testPlayer } from '../testing/player.ts';
import { testRow } from '../../../common/testing/row.ts';
import { OwnState } from './own-state.ts';

const ALICE = address(`0x${'0'.repeat(39)}1`);
const BOB = address(`0x${'0'.repeat(39)}2`);
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
function setUp(player: PlayerNationView | null = testPlayer(ALICE, 1)) {
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const server = { epoch: EPOCH };
  let changes = 0;
  const own = new OwnState(queryClient, {
    epoch: () => server.epoch,
    onChange: () => (changes += 1),
  });
  own.setWallet(ALICE);
  own.start();
  const revision = { epoch: EPOCH, rev: rev(ANSWERED) };
  for (const query of [
    playerNationQuery(ALICE),
    denaStakesQuery(ALICE),
    eventsQuery({ kinds: [] }),
  ]) {
    const [path] = query.queryKey;
    if (typeof path !== 'string') throw new Error('a key begins with its path');
    const answer = path === '/api/player-nation' ? player : [];
    queryClient.setQueryData(query.queryKey, setRevision(answer, revision));
    new QueryObserver<unknown>(queryClient, {
      queryKey: query.queryKey,
      queryFn: () => {
        asked.push(path);
        return new Promise(() => undefined);
      },
      structuralSharing: (_held, next) => next,
      staleTime: Infinity,
    }).subscribe(() => undefined);
  }
  const pushed = (at: number, over: Partial<LeaderboardEntry>, epoch = EPOCH) =>
    own.pushed({
      epoch,
      rev: rev(at),
      row: testRow({ walletAddress: ALICE, gdp: 20_000, ...over }),
    });
  const listed = (at: number, rows: readonly LeaderboardEntry[], epoch = EPOCH) =>
    queryClient.setQueryData<Board>(LEADERBOARD_KEY, {
      epoch,
      rev: rev(at),
      rows,
      totalCount: rows.length,
    });
  return { own, queryClient, asked, server, pushed, listed, changes: () => changes };
}

/** Her row at a rev: with one figure at several, listed or beyond the list. */
const rowAt = (at: number) =>
  testRow({
    walletAddress: ALICE,
    gdp: at % 3,
    rank: isListed(at) ? 1 + (at % 4) : 5000,
    resources: { wood: at % 2, oil: 0, food: 0, technology: 0 },
  });
const isListed = (at: number) => at % 2 > 0;

function playerAt(at: number): PlayerNationView {
  const view = testPlayer(ALICE, at % 2);
  const { gdp, rank } = rowAt(at);
  const player = { ...view, playerNation: { ...view.playerNation, gdp, rank } };
  return setRevision(player, { epoch: EPOCH, rev: rev(at) });
}

const anyNews = fc.record({
  by: fc.constantFrom('push', 'list', 'answer'),
  at: fc.integer({ min: 1, max: 12 }),
});

test('[PRO8] the own row and the cached player show the newest that any source has said', async () => {
  vi.useRealTimers();
  await fc.assert(
    fc.asyncProperty(fc.array(anyNews), async (news) => {
      const { own, queryClient, pushed, listed } = setUp();
      const query = { ...playerNationQuery(ALICE), structuralSharing: newerPlayer, staleTime: 0 };
      queryClient.removeQueries(query);
      let known: number | null = null;
      let answered: number | null = null;
      let shown = 0;
      for (const { by, at } of news) {
        if (by === 'push') pushed(at, rowAt(at));
        if (by === 'list')
          listed(at, isListed(at) ? [testRow({ walletAddress: BOB }), rowAt(at)] : []);
        if (by === 'answer') {
          await queryClient.fetchQuery({ ...query, queryFn: () => playerAt(at) });
          answered = Math.max(answered ?? 0, at);
        }
        if (by === 'list' && !isListed(at)) {
          // She has dropped out of the list since.
          if (known !== null && isListed(known) && known < at) known = null;
        } else if (by !== 'answer') known = Math.max(known ?? 0, at);
        else if (known !== null) known = Math.max(known, answered ?? 0);
        expect(own.row).toEqual(known === null ? null : rowAt(known));
        if (answered === null) continue;
        shown = Math.max(shown, answered, known ?? 0);
        expect(queryClient.getQueryData(query.queryKey)?.playerNation).toMatchObject({
          gdp: rowAt(shown).gdp,
          rank: rowAt(shown).rank,
        });
      }
      own.stop();
    }),
    { numRuns: runs({ usual: 40, long: 2000 }) },
  );
});

test('a push of what is known changes nothing, one of nobody ends the row, and one of another wallet is ignored', () => {
  const { own, queryClient, pushed, changes } = setUp();
  const { queryKey } = playerNationQuery(ALICE);
  pushed(6, {});
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  pushed(6, {});
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  pushed(7, { walletAddress: BOB });
  own.pushed({ epoch: EPOCH, rev: rev(5), row: null });
  expect([own.row?.walletAddress, own.epoch, changes()]).toEqual([ALICE, EPOCH, 2]);
  own.pushed({ epoch: EPOCH, rev: rev(6), row: null });
  own.pushed({ epoch: EPOCH, rev: rev(7), row: null });
  expect([own.row, own.epoch, changes()]).toEqual([null, undefined, 3]);
  own.stop();
});

test('another wallet has its own row, from the list if it is there, and a page without a wallet has none', () => {
  const { own, listed } = setUp();
  own.setWallet(ALICE);
  listed(6, [rowAt(6), testRow({ walletAddress: BOB, gdp: 7 })]);
  const gdps = [ALICE, BOB, null].map((wallet) => {
    own.setWallet(wallet);
    return own.row?.gdp;
  });
  expect(gdps).toEqual([rowAt(6).gdp, 7, undefined]);
  own.stop();
});

test('a nation that was chosen elsewhere is fetched', () => {
  const { own, asked, pushed } = setUp(null);
  pushed(6, {});
  expect(asked).toEqual(['/api/player-nation']);
  own.stop();
});

test('of two data sets the server’s own counts, and an answer of another one is asked again', () => {
  const OTHER = epochSchema.parse('f');
  const { own, queryClient, asked, server, pushed, listed } = setUp();
  pushed(6, { gdp: 1 });
  pushed(1, { gdp: 2 }, OTHER);
  expect(own.row?.gdp).toBe(1);
  server.epoch = OTHER;
  pushed(1, { gdp: 3 }, OTHER);
  expect(own.row?.gdp).toBe(3);
  listed(6, []);
  expect(own.row?.gdp).toBe(3);
  listed(1, [], OTHER);
  // It is the row of this data set.
  expect(own.row?.gdp).toBe(3);
  expect(asked).toEqual(['/api/player-nation', '/api/dena/stakes', '/api/events']);
  const answer = (epoch: string) =>
    queryClient.setQueryData(
      denaStakesQuery(ALICE).queryKey,
      setRevision([], { epoch: epochSchema.parse(epoch), rev: rev(1) }),
    );
  queryClient.setQueryData(
    eventsQuery({ kinds: [] }).queryKey,
    setRevision([], { epoch: EPOCH, rev: rev(1) }),
  );
  for (const epochs of [['e'], ['e', 'f'], ['f']]) {
    asked.length = 0;
    void queryClient.cancelQueries();
    for (const epoch of epochs) answer(epoch);
    vi.advanceTimersByTime(5000);
    expect(asked).toEqual(epochs.length === 1 && epochs[0] === 'e' ? ['/api/dena/stakes'] : []);
  }
  listed(2, [], EPOCH);
  expect(own.row).toBeNull();
  own.stop();
});

test('after its end nothing is taken or asked for', () => {
  const { own, asked, pushed, listed, changes } = setUp();
  pushed(4, {});
  pushed(6, { gdp: 18_000 - 1 });
  own.stop();
  const before = changes();
  listed(7, [rowAt(7)]);
  vi.advanceTimersByTime(5000);
  expect([asked, changes()]).toEqual([[], before]);
});

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
  const { own, queryClient, listed } = setUp();
  const { queryKey } = playerQuery(ALICE);
  queryClient.setQueryData(queryKey, null);
  listed(1, []);
  expect(queryClient.getQueryData(queryKey)).toBeNull();
  listed(1, [], epochSchema.parse('f'));
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  own.stop();
});
