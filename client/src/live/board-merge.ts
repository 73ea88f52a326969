/**
 * The client's leaderboard, as a pure state machine: pushes, polls and reconnects go in, in whatever order
 * the network delivers them; the server's list comes out. No I/O, no clock. It watches all nations, which is
 * what lets it derive the ranks itself.
 *
 * The invariant that every step keeps: the board's rows of a nation are that nation's rows within the
 * server's window as they were at the nation's `mine`. A message is a difference and fits if `since ≤ mine <
 * rev`; a list is a snapshot and fits if `mine` is older than it.
 */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import type { LeaderboardMessage } from '../../../common/protocol/live.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import {
  dropRows,
  heldRow,
  isSameList,
  mergeRows,
  rankedRows,
  sortedRows,
  type HeldRow,
  type President,
} from './held-rows.ts';

/** The board that the pages see: the ranking as far as the live messages keep it current. */
export interface Board {
  readonly epoch: Epoch;
  /** Every commit up to this one is included; later ones of some nations may be as well. */
  readonly rev: Rev;
  /** The rev of each nation's rows. */
  readonly revs: PerNation<Rev>;
  /** Best first, ranks 1..N. An unchanged row is the same object as before. */
  readonly rows: readonly LeaderboardEntry[];
  /** All players, including those beyond the rows. */
  readonly totalCount: number;
}

/** A list as GET /api/leaderboard answers it. */
export type ListAnswer = Omit<Board, 'revs'>;

/** One fetch that is owed; `until` is the rev that it must reach, null if unknown. */
interface Owed {
  readonly until: Rev | null;
}

type PerNation<T> = Readonly<Record<NationId, T>>;

export interface BoardState {
  /** Null until the server has sent one. */
  readonly epoch: Epoch | null;
  /** Raised with every change of the epoch: so that an earlier request cannot bring the old one back. */
  readonly generation: number;
  /** By rank. Nations may be at different revs, so for a moment there can be more than a window. */
  readonly rows: readonly HeldRow[];
  /** The rev of each nation's rows; null until the first list. */
  readonly mine: PerNation<Rev | null>;
  /** Messages after a gap, by rev: they are applied once a list has closed it. */
  readonly kept: PerNation<readonly LeaderboardMessage[]>;
  readonly owed: Owed | null;
  /** Lists older than this are fetched again: earlier messages were never sent to this socket. */
  readonly resyncRev: Rev | null;
  readonly totalCount: number;
  readonly windowRows: number;
  /** Null until the first list of the epoch. */
  readonly board: Board | null;
}

/** State that a request carries from its start to its answer. */
export interface FetchTicket {
  readonly generation: number;
  readonly owed: Owed | null;
}

/** Beyond this many, a nation's oldest kept messages are dropped: the list must then be newer instead. */
const MAX_KEPT = 64;

export function emptyBoard(windowRows: number = LIVE_ROWS): BoardState {
  return {
    epoch: null,
    generation: 0,
    rows: [],
    mine: byNation(() => null),
    kept: byNation(() => []),
    owed: null,
    resyncRev: null,
    totalCount: 0,
    windowRows,
    board: null,
  };
}

/** Whether a list should be fetched; the caller decides when. */
export function wantsFetch(state: BoardState): boolean {
  return (
    state.owed !== null ||
    NATION_IDS.some((nation) => state.kept[nation].length > 0) ||
    (state.resyncRev !== null && !reaches(state, state.resyncRev))
  );
}

/** A watch was acknowledged: one fetch if the board is older than the server's. */
export function acknowledged(
  before: BoardState,
  ack: { readonly epoch: Epoch; readonly rev: Rev },
): BoardState {
  const state = inEpoch(before, ack.epoch);
  return reaches(state, ack.rev) ? state : owing(state, { until: ack.rev });
}

/** The server sent a resync because its messages are incomplete: a list at its rev or later is needed. */
export function resyncAsked(
  before: BoardState,
  resync: { readonly epoch: Epoch; readonly rev: Rev },
): BoardState {
  const state = inEpoch(before, resync.epoch);
  return { ...state, resyncRev: later(state.resyncRev, resync.rev) };
}

/** An unreadable message arrived: the list has its content. */
export function messageUnreadable(state: BoardState): BoardState {
  return owing(state, { until: null });
}

/** A `leaderboard` message: applied, dropped, or kept until a list closes the gap before it. */
export function messageReceived(before: BoardState, message: LeaderboardMessage): BoardState {
  const state = inEpoch(before, message.epoch);
  const { nationId } = message;
  const mine = state.mine[nationId];
  if (mine !== null && message.rev <= mine) return state;
  const kept = [...state.kept[nationId], message]
    .sort((a, b) => (a.rev < b.rev ? -1 : 1))
    .slice(-MAX_KEPT);
  return ranked(
    withKept({ ...state, kept: { ...state.kept, [nationId]: kept } }, nationId),
    before,
  );
}

/** A request for the list begins, for any caller; its answer comes back with the ticket. */
export function fetchStarted(state: BoardState): [BoardState, FetchTicket] {
  const ticket = { generation: state.generation, owed: state.owed };
  return [state.owed === null ? state : { ...state, owed: null }, ticket];
}

/** The request failed: the fetch is owed again. */
export function fetchFailed(state: BoardState, ticket: FetchTicket): BoardState {
  if (ticket.generation !== state.generation || ticket.owed === null) return state;
  return paid(owing(state, ticket.owed));
}

/** The list, as one process had it when it answered; that process may be ahead or behind. */
export function listAnswered(
  before: BoardState,
  ticket: FetchTicket,
  list: ListAnswer,
): BoardState {
  // An answer to an earlier request may come from an epoch that has ended since.
  if (ticket.generation !== before.generation && list.epoch !== before.epoch) return before;
  const state = inEpoch(before, list.epoch);
  const isAnotherEpoch = before.epoch !== null && before.epoch !== list.epoch;
  const replaced = new Set(NATION_IDS.filter((nation) => isOlder(state.mine[nation], list.rev)));
  const incoming = list.rows.filter((entry) => replaced.has(entry.nationId)).map(heldRow);
  const rows = dropRows(state.rows, (entry) => replaced.has(entry.nationId));
  let next: BoardState = {
    ...state,
    rows: mergeRows(rows, sortedRows(incoming)),
    mine: byNation((nation) => (replaced.has(nation) ? list.rev : state.mine[nation])),
    // The list is complete, so it settles the fetch owed since the epoch began.
    owed: isAnotherEpoch ? null : state.owed,
    // Nobody leaves the game within an epoch, so the larger of two counts is the newer one.
    totalCount: Math.max(state.totalCount, list.totalCount),
  };
  for (const nation of NATION_IDS) next = withKept(next, nation);
  return ranked(paid(next), before);
}

/** Applies a nation's kept messages as far as they now fit, and drops the outdated ones. */
function withKept(state: BoardState, nation: NationId): BoardState {
  let { rows } = state;
  let mine = state.mine[nation];
  let waiting = state.kept[nation];
  if (mine === null || waiting.length === 0) return state;
  for (;;) {
    const rev: Rev = mine;
    waiting = waiting.filter((message) => message.rev > rev);
    const fitting = waiting.find((message) => message.since <= rev);
    if (!fitting) break;
    rows = applied(rows, fitting);
    mine = fitting.rev;
  }
  return {
    ...state,
    rows,
    mine: { ...state.mine, [nation]: mine },
    kept: { ...state.kept, [nation]: waiting },
  };
}

function applied(rows: readonly HeldRow[], message: LeaderboardMessage): readonly HeldRow[] {
  const { nationId, changed, left } = message;
  const gone = new Set([...left, ...changed.map((entry) => entry.walletAddress)]);
  const stay = dropRows(rows, (entry) => gone.has(entry.walletAddress));
  const come = sortedRows(changed.map(heldRow));
  return mergeRows(stay, come).map((row) =>
    row.entry.nationId === nationId ? presidedBy(row, message) : row,
  );
}

/** The president applies to all of the nation's rows, also to those that the message leaves out. */
function presidedBy(row: HeldRow, { presidentWallet, presidentStakedCount }: President): HeldRow {
  const { entry } = row;
  return entry.presidentWallet === presidentWallet &&
    entry.presidentStakedCount === presidentStakedCount
    ? row
    : { ...row, entry: { ...entry, presidentWallet, presidentStakedCount } };
}

/** Ranks the rows again and shows them, if any of them changed. */
function ranked(state: BoardState, before: BoardState): BoardState {
  const known = oldest(state);
  if (state.epoch === null || known === null) return state;
  const { rev, revs } = known;
  const rows = state.rows === before.rows ? state.rows : rankedRows(state.rows, before.rows);
  const totalCount = Math.max(state.totalCount, Math.min(rows.length, state.windowRows));
  const shown = before.board?.epoch === state.epoch ? before.board : null;
  const visible = rows.slice(0, state.windowRows).map((row) => row.entry);
  const board: Board = {
    epoch: state.epoch,
    rev,
    revs,
    rows: shown && isSameList(shown.rows, visible) ? shown.rows : visible,
    totalCount,
  };
  const isSame =
    shown !== null &&
    shown.rows === board.rows &&
    NATION_IDS.every((nation) => shown.revs[nation] === revs[nation]) &&
    shown.totalCount === totalCount;
  return { ...state, rows, totalCount, board: isSame ? shown : board };
}

/** Another epoch discards the whole board and wants the list of the new data set. */
function inEpoch(state: BoardState, epoch: Epoch): BoardState {
  if (state.epoch === epoch) return state;
  if (state.epoch === null) return { ...state, epoch, generation: state.generation + 1 };
  return {
    ...emptyBoard(state.windowRows),
    epoch,
    generation: state.generation + 1,
    owed: { until: null },
  };
}

function owing(state: BoardState, owed: Owed): BoardState {
  if (state.owed === null) return { ...state, owed };
  const until =
    state.owed.until === null || owed.until === null ? null : later(state.owed.until, owed.until);
  return { ...state, owed: { until } };
}

/** Clears an owed fetch whose rev has been reached. */
function paid(state: BoardState): BoardState {
  const until = state.owed?.until ?? null;
  return until !== null && reaches(state, until) ? { ...state, owed: null } : state;
}

function isOlder(mine: Rev | null, rev: Rev): boolean {
  return mine === null || mine < rev;
}

function reaches(state: BoardState, rev: Rev): boolean {
  return NATION_IDS.every((nation) => !isOlder(state.mine[nation], rev));
}

function isComplete(mine: PerNation<Rev | null>): mine is PerNation<Rev> {
  return Object.values(mine).every((rev) => rev !== null);
}

/** The rev of each nation's rows, and the oldest of them; null until all are known. */
function oldest({ mine }: BoardState): { rev: Rev; revs: PerNation<Rev> } | null {
  if (!isComplete(mine)) return null;
  return { rev: Object.values(mine).reduce((a, b) => (b < a ? b : a)), revs: mine };
}

function later(a: Rev | null, b: Rev): Rev {
  return a !== null && a > b ? a : b;
}
