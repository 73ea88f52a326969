/** Builds messages from the board's current state and from what changed. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type {
  PlayerMessage,
  ResyncMessage,
  Room,
  SentAck,
  SentMessages,
} from '../../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { SeasonChange } from '../../leaderboard/season-window.ts';
import type { MovingEvent, NationChange, WindowChanges } from '../../leaderboard/window.ts';

type SentTick = SentMessages['tick'];
type SentNation = SentTick['nations'][number];

/** The events in one tick: some 15 kB, however many commits it has. */
const MAX_EVENTS = 40;
const MAX_EVENT_STAKES = 20;
/** Moves among these ranks are sent before larger ones below. */
const TOP_RANKS = 10;

/** @param now the game's clock, in ms. */
export function watchAck(board: Board, now: number): Extract<SentAck, { ok: true }> {
  return {
    ok: true,
    version: PROTOCOL_VERSION,
    epoch: board.epoch,
    rev: board.rev,
    now: instantText(now),
  };
}

type Changes = Pick<WindowChanges, 'nations' | 'events'> & {
  readonly season?: SeasonChange | null;
};

/** What a room is sent of a commit that changed nothing of it. */
export const NO_CHANGES: Changes = { nations: [], events: [] };

/** The part of the changes that a room is sent; null if there is none. */
export function partOf(room: Room, { nations, events, season }: Changes): Changes | null {
  const isOfRoom = ({ nationId }: { readonly nationId: NationId }) =>
    room === 'all' || room === nationId;
  const own = nations.filter(isOfRoom);
  const part = season && {
    ...season,
    nations: season.nations.filter(isOfRoom),
    changed: season.changed.filter(isOfRoom),
    left: season.left.filter(isOfRoom),
  };
  const isTouched = part && part.nations.length + part.changed.length + part.left.length > 0;
  if (own.length === 0 && !isTouched) return null;
  return { nations: own, events: events.filter(isOfRoom), season: isTouched ? part : null };
}

/** @param digest of the board's first rows at its rev. */
export function tick(
  board: Board,
  room: Room,
  { nations, events, season }: Changes,
  { since, digest }: { readonly since: Rev; readonly digest: string },
): SentTick {
  const sent = selectEvents(events);
  const leftOut = events.length - sent.length;
  return {
    room,
    since,
    rev: board.rev,
    ...(room === 'all' ? { digest } : {}),
    nations: nations.map((nation) => changedNation(board, room, nation)),
    events: sent,
    ...(leftOut > 0 ? { eventsLeftOut: leftOut } : {}),
    ...(season && { season: { ...season, left: season.left.map(({ wallet }) => wallet) } }),
  };
}

/**
 * The room's totals, presidents and works as they are, for a socket that has none or has missed
 * some.
 */
export function snapshot(board: Board, room: Room, digest: string): SentTick {
  const { epoch, rev } = board;
  return {
    room,
    since: null,
    rev,
    epoch,
    ...(room === 'all' ? { digest } : {}),
    nations: (room === 'all' ? NATION_IDS : [room]).map((nationId) => ({
      ...totals(board, nationId),
      president: president(board, nationId),
      changed: [],
      left: [],
      work: board.work(nationId),
    })),
    events: [],
  };
}

export function playerMessage(board: Board, wallet: Address): PlayerMessage {
  return { epoch: board.epoch, rev: board.rev, row: board.entry(wallet) };
}

export function resyncMessage({ epoch, rev }: Pick<Board, 'epoch' | 'rev'>): ResyncMessage {
  return { epoch, rev };
}

function changedNation(
  board: Board,
  room: Room,
  { nationId, changed, left, hasNewPresident, hasNewWork }: NationChange,
): SentNation {
  return {
    ...totals(board, nationId),
    ...(hasNewPresident ? { president: president(board, nationId) } : {}),
    changed: changed.map((entry) => tickRow(entry, room)),
    left: [...left],
    ...(hasNewWork ? { work: board.work(nationId) } : {}),
  };
}

function totals(board: Board, nationId: NationId) {
  const { gdp, players } = board.nation(nationId);
  return { nationId, gdp, players };
}

function president(board: Board, nationId: NationId): SentNation['president'] {
  const { presidentWallet, presidentStakedCount } = board.nation(nationId);
  return presidentWallet && { walletAddress: presidentWallet, staked: presidentStakedCount };
}

function tickRow(entry: LeaderboardEntry, room: Room): SentNation['changed'][number] {
  const { walletAddress, name, gdp, gdpSince, gdpOrder, culturalOrder, denaHoldings, resources } =
    entry;
  return {
    walletAddress,
    name,
    gdp,
    gdpSince,
    gdpOrder,
    culturalOrder,
    denaHoldings,
    resources,
    ...(room === 'all' ? {} : { rank: entry.rank }),
  };
}

/**
 * As many events as fit into one tick, in order: those that moved somebody within or into the first
 * ten, the completed stages of works, then the largest ones. One with more stakes than a message
 * should list is left out.
 */
function selectEvents(events: readonly MovingEvent[]): readonly MovingEvent[] {
  const short = events.filter(({ detail }) => (detail.stakeIds?.length ?? 0) <= MAX_EVENT_STAKES);
  if (short.length <= MAX_EVENTS) return short;
  const best = new Set(short.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_EVENTS));
  return short.filter((event) => best.has(event));
}

function weightOf({ rankBefore, rankAfter, gdpBefore, gdpAfter, detail }: MovingEvent): number {
  if (detail.finished) return Number.MAX_VALUE;
  const best = Math.min(rankBefore ?? Infinity, rankAfter);
  if (best <= TOP_RANKS && rankBefore !== rankAfter) return Number.MAX_VALUE;
  return Math.abs(gdpAfter - gdpBefore);
}
