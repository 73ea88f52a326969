/**
 * The client's leaderboard, as a pure state machine: ticks, polls and reconnects go in, in whatever
 * order the network delivers them; the server's list comes out. No I/O, no clock. It watches all
 * nations, which is what lets it derive the ranks itself.
 *
 * The invariant that every step keeps: the rows are the server's first ones as they were at `rev`.
 * A tick is a difference and fits if `since ≤ rev < tick.rev`; a list is a snapshot and fits if it
 * is newer. Once the rows have first changed, a tick's digest [DIG1] proves the invariant for the
 * very rows that are about to be shown; a list replaces those that it refutes.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import type { President, Tick } from '../../common/protocol/live.ts';
import { addDigest, digestText, EMPTY_DIGEST } from '../../common/values/board-digest.ts';
import type { Epoch, Rev } from '../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import {
  byWallet,
  entryOf,
  cachedRow,
  isSameList,
  mergeRows,
  rankedRows,
  sortedRows,
  type CachedRow,
  type Presidents,
} from './cached-rows.ts';

/** The board that the pages see: the ranking as far as the live messages keep it current. */
export interface Board {
  readonly epoch: Epoch;
  /** Exactly the commits up to this one are included. */
  readonly rev: Rev;
  /** Best first, ranks 1..N. An unchanged row is the same object as before. */
  readonly rows: readonly LeaderboardEntry[];
  /** All players, including those beyond the rows. */
  readonly totalCount: number;
}

/** One fetch that is owed; `until` is the rev that it must reach, null if unknown. */
interface Owed {
  readonly until: Rev | null;
}

/** What is known of a nation's president: who it was at a rev. */
interface Presidency {
  readonly rev: Rev;
  readonly president: President | null;
}

type Presidencies = Partial<Readonly<Record<NationId, Presidency>>>;

export interface BoardState {
  /** Null until the server has sent one. */
  readonly epoch: Epoch | null;
  /**
   * Raised with every change of the epoch: so that an earlier request cannot bring the old one
   * back.
   */
  readonly generation: number;
  /** By rank. */
  readonly rows: readonly CachedRow[];
  /** The rev of the rows; null until the first list. */
  readonly rev: Rev | null;
  /** The last digest received of a rev that the rows had reached. */
  readonly said: { readonly rev: Rev; readonly digest: string } | null;
  readonly presidencies: Presidencies;
  /** Ticks after a gap and snapshots ahead of the rows, by rev: until the rows reach them. */
  readonly buffer: readonly Tick[];
  readonly owed: Owed | null;
  /** Lists older than this are fetched again: earlier messages were never sent to this socket. */
  readonly resyncRev: Rev | null;
  /** Whether the rows' hashes are at hand [DIG1]; until then no digest is compared. */
  readonly isHashed: boolean;
  /** A digest differs from the rows': a list must replace them. */
  readonly isRefuted: boolean;
  /** Digests in a row that differed. */
  readonly refutations: number;
  /** How often a list has replaced refuted rows. */
  readonly corrections: number;
  readonly totalCount: number;
  /** Null until the first list of the epoch. */
  readonly board: Board | null;
}

/** State that a request carries from its start to its answer. */
export interface FetchTicket {
  readonly generation: number;
  readonly owed: Owed | null;
}

/** Beyond this many, the oldest messages are dropped: the list must then be newer instead. */
const MAX_BUFFERED = 64;

export function emptyBoard(): BoardState {
  return {
    epoch: null,
    generation: 0,
    rows: [],
    rev: null,
    said: null,
    presidencies: {},
    buffer: [],
    owed: null,
    resyncRev: null,
    isHashed: true,
    isRefuted: false,
    refutations: 0,
    corrections: 0,
    totalCount: 0,
    board: null,
  };
}

/** Whether a list should be fetched; the caller decides when. */
export function wantsFetch(state: BoardState): boolean {
  return (
    state.owed !== null ||
    state.isRefuted ||
    state.buffer.some(({ since }) => since !== null) ||
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

/**
 * The server sent a resync because its messages are incomplete: a list at its rev or later is
 * needed.
 */
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

/**
 * A tick or a snapshot: applied or checked, dropped, or buffered until the rows reach it.
 * @param epoch the connection's: what is listed may come from a process of another.
 */
export function tickReceived(before: BoardState, epoch: Epoch, tick: Tick): BoardState {
  const state = inEpoch(before, epoch);
  const earlier = state.buffer.filter(({ rev }) => rev <= tick.rev);
  const buffer = [...earlier, tick, ...state.buffer.filter(({ rev }) => rev > tick.rev)];
  return shown(settled({ ...state, buffer: buffer.slice(-MAX_BUFFERED) }), before);
}

/** A request for the list begins, for any caller; its answer comes back with the ticket. */
export function fetchStarted(state: BoardState): [BoardState, FetchTicket] {
  const ticket = { generation: state.generation, owed: state.owed };
  return [{ ...state, owed: null }, ticket];
}

/** The request failed: the fetch is owed again. */
export function fetchFailed(state: BoardState, ticket: FetchTicket): BoardState {
  if (ticket.generation !== state.generation || ticket.owed === null) return state;
  return paid(owing(state, ticket.owed));
}

/** The list, as one process had it when it answered; that process may be ahead or behind. */
export function listAnswered(before: BoardState, ticket: FetchTicket, list: Board): BoardState {
  // An answer to an earlier request may come from an epoch that has ended since.
  if (ticket.generation !== before.generation && list.epoch !== before.epoch) return before;
  const isAnotherEpoch = before.epoch !== null && before.epoch !== list.epoch;
  const state = inEpoch(before, list.epoch);
  // Nobody leaves the game within an epoch, so the larger of two counts is the newer one.
  const counted = { ...state, totalCount: Math.max(state.totalCount, list.totalCount) };
  const next = fits(state, list) ? settled(replaced(counted, list)) : counted;
  // The list is complete, so it settles the fetch owed since the epoch began.
  return shown(paid(isAnotherEpoch ? { ...next, owed: null } : next), before);
}

/** A list replaces older rows, and refuted ones of its own rev. */
function fits({ rev, isRefuted }: BoardState, list: Board): boolean {
  return rev === null || rev < list.rev || (isRefuted && rev === list.rev);
}

function replaced(state: BoardState, list: Board): BoardState {
  const cached = byWallet(state.rows);
  const rows = sortedRows(
    list.rows.map((entry) => cachedRow(entry, cached.get(entry.walletAddress))),
  );
  const presidencies = { ...state.presidencies };
  for (const { nationId, presidentWallet, presidentStakedCount: staked } of list.rows) {
    const president = presidentWallet && { walletAddress: presidentWallet, staked };
    presidencies[nationId] = { rev: list.rev, president };
  }
  return {
    ...state,
    rows,
    rev: list.rev,
    presidencies,
    isRefuted: false,
    corrections: state.corrections + (state.isRefuted ? 1 : 0),
  };
}

/** Applies the buffered messages as far as they fit, and drops those that are outdated. */
function settled(before: BoardState): BoardState {
  let state = before;
  for (;;) {
    const { rev } = state;
    if (rev === null || awaitsList(state)) return state;
    state = withoutPast(state, rev);
    const tick = state.buffer.find(({ since }) => since !== null && since <= rev);
    if (!tick) return state;
    const news = state.buffer.filter((one) => one.rev <= tick.rev);
    const presidencies = news.reduce(learned, state.presidencies);
    // A nation without a row until now may have changed its president unnoticed: the list has both.
    const isComplete = tick.nations.every(
      ({ nationId, changed }) => changed.length === 0 || presidencies[nationId]?.rev === tick.rev,
    );
    if (!isComplete) return state;
    state = { ...applied(state, tick), presidencies };
  }
}

/**
 * Without the messages that the rows have reached: what they say of presidents and of the rows is
 * learned.
 */
function withoutPast(state: BoardState, rev: Rev): BoardState {
  const { buffer } = state;
  const past = buffer.filter((tick) => tick.rev <= rev);
  const last = past.at(-1);
  const digest = last?.rev === rev ? last.digest : undefined;
  return {
    ...state,
    said: digest === undefined ? state.said : { rev, digest },
    presidencies: past.reduce(learned, state.presidencies),
    buffer: buffer.filter((tick) => tick.rev > rev),
  };
}

/**
 * The first digest that differs may mean that these rows are wrong: nothing is applied to them, or
 * shown, until a list replaces them. If the next one differs as well, perhaps the digests are
 * wrong, and the page must go on.
 */
function awaitsList({ isRefuted, refutations }: BoardState): boolean {
  return isRefuted && refutations === 1;
}

/** The rows' hashes are at hand: the last digest is compared with them, and from now on each. */
export function hashed(state: BoardState): BoardState {
  return shown({ ...state, isHashed: true }, state);
}

/** Compares the rows with what the server says of them. */
function checked(state: BoardState): BoardState {
  const { rows, rev, said, isHashed, refutations } = state;
  if (!isHashed || said === null || said.rev !== rev) return state;
  const sum = rows.map((row) => row.digest()).reduce(addDigest, EMPTY_DIGEST);
  const isRefuted = digestText(sum) !== said.digest;
  return { ...state, isRefuted, refutations: isRefuted ? refutations + 1 : 0 };
}

function applied(state: BoardState, { rev, nations }: Tick): BoardState {
  const gone = new Set(
    nations.flatMap(({ changed, left }) => [
      ...left,
      ...changed.map(({ walletAddress }) => walletAddress),
    ]),
  );
  const stay = state.rows.filter(({ entry }) => !gone.has(entry.walletAddress));
  const cached = byWallet(state.rows.filter(({ entry }) => gone.has(entry.walletAddress)));
  const come = nations.flatMap(({ nationId, changed }) =>
    changed.map((row) => cachedRow(entryOf(row, nationId), cached.get(row.walletAddress))),
  );
  return { ...state, rows: mergeRows(stay, sortedRows(come)), rev };
}

/**
 * What is known of the presidents once a message is taken into account: a tick says only what
 * changed since.
 */
function learned(known: Presidencies, { since, rev, nations }: Tick): Presidencies {
  const next = { ...known };
  for (const nation of NATION_IDS) {
    const was = known[nation];
    if (was && was.rev >= rev) continue;
    const news = nations.find(({ nationId }) => nationId === nation)?.president;
    if (news !== undefined) next[nation] = { rev, president: news };
    else if (was && since !== null && since <= was.rev) next[nation] = { ...was, rev };
  }
  return next;
}

/**
 * Ranks the rows, checks them, and shows them if any of them changed; the first list of an epoch in
 * any case.
 */
function shown(state: BoardState, before: BoardState): BoardState {
  const { epoch, rev, board: last } = state;
  if (epoch === null || rev === null || awaitsList(state)) return state;
  const rows = rankedRows(state.rows, before.rows, presidentsOf(state));
  const totalCount = Math.max(state.totalCount, rows.length);
  const next = checked({ ...state, rows, totalCount });
  if (last && awaitsList(next)) return next;
  const visible = rows.map((row) => row.entry);
  const board: Board = {
    epoch,
    rev,
    rows: last && isSameList(last.rows, visible) ? last.rows : visible,
    totalCount,
  };
  const isSame =
    last !== null && last.rows === board.rows && last.rev === rev && last.totalCount === totalCount;
  return { ...next, board: isSame ? last : board };
}

function presidentsOf({ presidencies }: BoardState): Presidents {
  const presidents: Partial<Record<NationId, President | null>> = {};
  for (const nation of NATION_IDS) {
    const known = presidencies[nation];
    if (known) presidents[nation] = known.president;
  }
  return presidents;
}

/** Another epoch discards the whole board and wants the list of the new data set. */
function inEpoch(state: BoardState, epoch: Epoch): BoardState {
  if (state.epoch === epoch) return state;
  const { isHashed, corrections } = state;
  const generation = state.generation + 1;
  if (state.epoch === null) return { ...state, epoch, generation };
  return { ...emptyBoard(), isHashed, corrections, epoch, generation, owed: { until: null } };
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

function reaches({ rev }: BoardState, at: Rev): boolean {
  return rev !== null && rev >= at;
}

function later(a: Rev | null, b: Rev): Rev {
  return a !== null && a > b ? a : b;
}
