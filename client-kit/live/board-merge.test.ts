import { expect, test } from 'vitest';
import { tickRowSchema, tickSchema } from '../../common/protocol/live.ts';
import { address } from '../../common/values/address.ts';
import { epochSchema, revSchema, type Rev } from '../../common/values/ids.ts';
import { testRow } from '../../common/testing/row.ts';
import {
  acknowledged,
  emptyBoard,
  fetchFailed,
  fetchStarted,
  listAnswered,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  wantsFetch,
  type BoardState,
} from './board-merge.ts';

const EPOCH = epochSchema.parse('e1');

const wallet = (n: number) => address(`0x${n.toString(16).padStart(40, '0')}`);
const rev = (n: number): Rev => revSchema.parse(n.toString(16).padStart(16, '0'));

interface Row {
  readonly n: number;
  readonly gdp: number;
}

/** A player of Italy. */
function entry({ n, gdp }: Row, rank = 1) {
  return testRow({ rank, walletAddress: wallet(n), gdp, gdpSince: new Date(n).toISOString() });
}

function list(at: number, rows: readonly Row[]) {
  const ranked = rows.map((row, i) => entry(row, i + 1));
  return { epoch: EPOCH, rev: rev(at), rows: ranked, totalCount: rows.length };
}

function tick(since: number, at: number, changed: readonly Row[]) {
  return tickSchema.parse({
    room: 'all',
    since: rev(since),
    rev: rev(at),
    nations: [
      {
        nationId: 'italy',
        gdp: 0,
        players: 0,
        changed: changed.map((row) => tickRowSchema.omit({ rank: true }).parse(entry(row))),
        left: [],
      },
    ],
    events: [],
  });
}

const merged = (state: BoardState, ...of: Parameters<typeof tick>) =>
  tickReceived(state, EPOCH, tick(...of));

/** One request, answered immediately. */
function fetched(state: BoardState, answer: ReturnType<typeof list>): BoardState {
  const [asked, ticket] = fetchStarted(state);
  return listAnswered(asked, ticket, answer);
}

/** `wallet number: gdp`, by rank. */
function shown({ board }: BoardState): string[] {
  return board?.rows.map((row) => `${Number(row.walletAddress)}: ${row.gdp}`) ?? [];
}

const loaded = fetched(
  emptyBoard(),
  list(5, [
    { n: 1, gdp: 30 },
    { n: 2, gdp: 20 },
    { n: 3, gdp: 10 },
  ]),
);

test('[PRO14] a tick without rows closes the chain: the board follows, nothing is fetched, and no row is another', () => {
  const empty = tickSchema.parse({
    room: 'all',
    since: rev(5),
    rev: rev(6),
    nations: [],
    events: [],
  });
  const state = tickReceived(loaded, EPOCH, empty);
  expect(state.board?.rev).toBe(rev(6));
  expect(state.board?.rows).toBe(loaded.board?.rows);
  expect(wantsFetch(state)).toBe(false);
  const next = merged(state, 6, 7, [{ n: 3, gdp: 40 }]);
  expect(shown(next)).toEqual(['3: 40', '1: 30', '2: 20']);
  expect(wantsFetch(next)).toBe(false);
});

test('the buffer of ticks after a gap is bounded, and the list must then be newer', () => {
  let state = loaded;
  for (let at = 7; at < 207; at += 1) {
    state = merged(state, at, at + 1, [{ n: 3, gdp: at }]);
  }
  expect(state.buffer).toHaveLength(64);
  state = fetched(state, list(100, [{ n: 3, gdp: 99 }]));
  expect(wantsFetch(state)).toBe(true);
  state = fetched(state, list(143, [{ n: 3, gdp: 142 }]));
  expect(wantsFetch(state)).toBe(false);
  expect(shown(state)).toEqual(['3: 206']);
});

test('ticks after a gap are buffered in the order of their revs, and a snapshot ahead asks for nothing', () => {
  let state = loaded;
  for (const at of [9, 7, 8]) state = merged(state, at, at + 1, []);
  expect(state.buffer.map(({ rev }) => rev)).toEqual([8, 9, 10].map(rev));
  const ahead = tickReceived(loaded, EPOCH, { ...tick(0, 7, []), since: null });
  expect([ahead.buffer.length, wantsFetch(ahead)]).toEqual([1, false]);
});

test('[DIG1] rows that a digest refutes are replaced by a list of their rev, by none before', () => {
  const refuted = tickReceived(loaded, EPOCH, { ...tick(5, 6, []), digest: 'f'.repeat(16) });
  expect(refuted.isRefuted).toBe(true);
  expect(fetched(refuted, list(5, []))).toMatchObject({ rev: rev(6), corrections: 0 });
  expect(fetched(refuted, list(6, []))).toMatchObject({ rows: [], corrections: 1 });
  // The first list is shown in any case.
  const snapshot = { ...tick(0, 5, []), since: null, digest: 'f'.repeat(16) };
  const early = tickReceived(emptyBoard(), EPOCH, snapshot);
  const wrong = fetched(early, list(5, [{ n: 1, gdp: 30 }]));
  expect([wrong.isRefuted, shown(wrong)]).toEqual([true, ['1: 30']]);
  expect(shown(fetched(wrong, list(5, [{ n: 1, gdp: 31 }])))).toEqual(['1: 31']);
});

test('a fetch is owed until a list is as new as everything that asked for one', () => {
  const ack = (at: number) => (state: BoardState) =>
    acknowledged(state, { epoch: EPOCH, rev: rev(at) });
  const resync = (at: number) => (state: BoardState) =>
    resyncAsked(state, { epoch: EPOCH, rev: rev(at) });
  /** Of a poll that is on its way already, which revs of its answer are enough. */
  const settledBy = (...asking: ((state: BoardState) => BoardState)[]) => {
    const [state, ticket] = fetchStarted(loaded);
    const owing = asking.reduce((before, ask) => ask(before), state);
    expect(wantsFetch(owing)).toBe(true);
    return [7, 8].filter((at) => !wantsFetch(listAnswered(owing, ticket, list(at, []))));
  };
  expect(settledBy(ack(8))).toEqual([8]);
  expect(settledBy(ack(7), ack(8))).toEqual([8]);
  expect(settledBy(ack(8), ack(7))).toEqual([8]);
  expect(settledBy(resync(7), resync(8))).toEqual([8]);
  expect(settledBy(resync(8), resync(7))).toEqual([8]);
  // Nobody knows how new a message is that could not be read: the next request brings it.
  expect(settledBy(messageUnreadable, ack(8))).toEqual([]);
  expect(settledBy(ack(8), messageUnreadable)).toEqual([]);
});

test('a list of another epoch settles what was owed, and a request from before brings nothing', () => {
  const [asked, ticket] = fetchStarted(loaded);
  const other = epochSchema.parse('e2');
  const state = listAnswered(messageUnreadable(asked), ticket, { ...list(1, []), epoch: other });
  expect([state.epoch, wantsFetch(state)]).toEqual([other, false]);
  expect(listAnswered(state, ticket, list(9, []))).toBe(state);
});

test('an answer to a request from before the epoch was heard of counts, a failure of it no longer', () => {
  const [asked, ticket] = fetchStarted(messageUnreadable(emptyBoard()));
  const state = acknowledged(asked, { epoch: EPOCH, rev: rev(5) });
  expect(shown(listAnswered(state, ticket, list(5, [{ n: 1, gdp: 30 }])))).toEqual(['1: 30']);
  const idle = fetched(state, list(5, []));
  expect(fetchFailed(idle, ticket)).toBe(idle);
});

test('[LB3] a new player counts immediately if all rows are cached', () => {
  const state = merged(loaded, 5, 6, [{ n: 4, gdp: 5 }]);
  expect(state.board?.totalCount).toBe(4);
});

test('[PRO17] an acknowledgement newer than the board starts one fetch, and no loop', () => {
  expect(wantsFetch(acknowledged(loaded, { epoch: EPOCH, rev: rev(5) }))).toBe(false);
  const asking = acknowledged(loaded, { epoch: EPOCH, rev: rev(8) });
  expect(wantsFetch(asking)).toBe(true);
  const [asked, ticket] = fetchStarted(asking);
  expect(wantsFetch(asked)).toBe(false);
  // A lagging process answers; the next poll corrects it.
  expect(wantsFetch(listAnswered(asked, ticket, list(6, [])))).toBe(false);
});

/** What follows an acknowledgement at a rev: of China, only its president. */
function snapshotOf(at: number, n: number) {
  const president = { walletAddress: wallet(n), staked: 2 };
  const none = { nationId: 'china' as const, gdp: 0, players: 0, changed: [], left: [], president };
  return { ...tick(0, at, []), since: null, nations: [none] };
}

test('[PRE1] a nation’s first row is not shown before its president is known', () => {
  const china = testRow({ walletAddress: wallet(7), nationId: 'china', gdp: 1 });
  const first = tickSchema.parse({
    ...tick(5, 6, []),
    nations: [
      {
        nationId: 'china',
        gdp: 1,
        players: 1,
        changed: [tickRowSchema.omit({ rank: true }).parse(china)],
        left: [],
      },
    ],
  });
  // Who was president at 4 may not be any more at 5.
  const before = tickReceived(loaded, EPOCH, snapshotOf(4, 9));
  const waiting = tickReceived(before, EPOCH, first);
  expect(waiting.board).toBe(loaded.board);
  expect(wantsFetch(waiting)).toBe(true);
  const known = tickReceived(waiting, EPOCH, snapshotOf(5, 8));
  expect(wantsFetch(known)).toBe(false);
  expect(known.board?.rows.at(-1)).toMatchObject({
    walletAddress: wallet(7),
    presidentWallet: wallet(8),
    presidentStakedCount: 2,
  });
});
