/**
 * What an origin shows of its game now: every answer with the leaf up to which it shows it, and
 * what it must be then.
 */
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { ledgerIndexCall } from '../../../common/protocol/ledger.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import {
  SEASON_ROWS,
  seasonCall,
  seasonsCall,
  type Season,
} from '../../../common/protocol/seasons.ts';
import { receiptOf } from '../../../common/rules/receipt.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { weekId, weekOf } from '../../../common/values/week.ts';
import { playerPageView } from '../../game/reads/player-page.ts';
import {
  candidatesOf,
  contributorsTo,
  createPlayerView,
  standingsOf,
  worksOf,
} from '../../game/reads/views.ts';
import { inBatches } from '../../lib/in-slices.ts';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { Difference, firstDifference, readAs } from './difference.ts';
import type { LogReplay } from './log-replay.ts';
import type { PublicServer } from './public-server.ts';
import { servedRules, type ServedRules } from './served-rules.ts';
import type { ServedWeek, ServedWeeks } from './week-replay.ts';

/** Players of the first places whose pages are compared. */
const PAGES = 100;
/** Seasons of one answer. */
const SEASONS = 200;
const AT_ONCE = 8;
/** Before what is of an older game is asked again. */
const PAUSE_MS = 1000;

/** An answer, and what it must be after the leaf `n`. */
interface Served {
  readonly path: string;
  readonly n: number;
  readonly body: unknown;
  readonly due: (game: LogReplay, body: unknown, rules: Rules) => unknown;
  /** How many rows there are in all, as it says; and as it must be, of the pages of a list. */
  readonly count: number;
  readonly rows: ((game: LogReplay) => number | null) | null;
}

interface Taken extends Omit<Served, 'n'> {
  readonly rev: string;
}

type Asked = Pick<Served, 'path' | 'due' | 'rows'>;

interface ServedGame {
  /** In the order of their leaves. */
  readonly answers: readonly Served[];
  readonly weeks: ServedWeeks['weeks'];
  /** After the last answer. */
  readonly rules: ServedRules;
}

/** Changes are not recomputed. */
const NO_CHANGES = { of: () => NONE, growth: () => NONE, contributed: () => null };
const NONE = { m10: null, h1: null, h24: null };
const UNVERIFIED = () => ({ block: 0, at: null });

/**
 * @param known how many leaves the log had before the first answer: all show at least those.
 * @param patienceMs how long a process may show an older game.
 * @throws Difference, Unfinished
 */
export async function servedGame(
  server: PublicServer,
  known: number,
  patienceMs: number,
): Promise<ServedGame> {
  const taken: Taken[] = [];
  const places = new Map<string, number>();

  /** The number of the last leaf that an answer shows; -1: it shows none. */
  async function placeOf(rev: string): Promise<number> {
    const found = places.get(rev);
    if (found !== undefined) return found;
    if (/^0+$/.test(rev)) return -1;
    const path = `/ledger/index/${rev}`;
    const { n } = readAs(ledgerIndexCall.answers[200], path, (await server.json(path)).body);
    places.set(rev, n);
    return n;
  }

  async function answerOf({ path, due, rows }: Asked): Promise<Taken> {
    const { body, rev, count } = await server.json(path);
    if (rev === null) throw new Difference(`${path} does not say at which rev it is.`);
    if (rows && !(Number.isSafeInteger(count) && count >= 0)) {
      throw new Difference(`${path} does not say how many rows there are in all.`);
    }
    return { path, body, due, rows, rev, count };
  }

  async function take(
    path: string,
    due: Served['due'],
    rows: Served['rows'] = null,
  ): Promise<Taken> {
    const answer = await answerOf({ path, due, rows });
    taken.push(answer);
    return answer;
  }

  /** Finds its leaf, and asks again for what is of an older game. */
  async function placed(answer: Taken): Promise<Served> {
    for (const begun = monotonicNow(); ; await sleep(PAUSE_MS)) {
      const n = await placeOf(answer.rev);
      if (n >= known - 1) return { ...answer, n };
      if (monotonicNow() - begun > patienceMs) {
        throw new Difference(
          `${answer.path} shows the game as of leaf ${n}, and the log had ${known} leaves before it was asked.`,
        );
      }
      answer = await answerOf(answer);
    }
  }

  const first = await ranking(take);
  await take('/api/nations/standings', ({ board }) => standingsOf(board, NO_CHANGES));
  await take('/api/works', ({ board }) => worksOf(board, NO_CHANGES));
  for (const nationId of NATION_IDS) {
    await take(`/api/nations/${nationId}`, ({ board }) => ({
      standing: standingsOf(board, NO_CHANGES).find((one) => one.nationId === nationId),
      ...candidatesOf(board, nationId),
      work: board.work(nationId),
      contributors: contributorsTo(board, nationId),
    }));
  }
  const weeks = await seasons(server, take, patienceMs);
  await inBatches(first, (wallet) => playerPages(take, wallet), AT_ONCE);
  const rules = await servedRules(server, patienceMs);
  // The newest first: once the ledger has that one, it has all.
  const answers: Served[] = [];
  for (const one of taken.toReversed()) answers.unshift(await placed(one));
  return { answers: answers.toSorted((a, b) => a.n - b.n), weeks, rules };
}

/**
 * Compares an answer that shows the game as the replay has it.
 * @param meanwhile rules by which it may be made.
 * @throws Difference
 */
export function compareServed(answer: Served, game: LogReplay, meanwhile: readonly Rules[]): void {
  const { path, body, due, rows, count, n } = answer;
  const dueCount = rows?.(game) ?? null;
  let differs: string | null = null;
  for (const rules of meanwhile) {
    differs = firstDifference(body, due(game, body, rules));
    if (differs === null) break;
  }
  const found =
    differs ??
    (dueCount === null ? null : firstDifference(count, dueCount, BOARD_HEADERS.totalCount));
  if (found !== null)
    throw new Difference(`${path} differs from the log after leaf ${n}: ${found}.`);
}

type Take = (path: string, due: Served['due'], rows?: Served['rows']) => Promise<Taken>;

/** Every page. @returns the players of the first places. */
async function ranking(take: Take): Promise<Address[]> {
  let first: Address[] = [];
  for (let offset = 0, count = 1; offset < count; offset += LIVE_ROWS) {
    const path = `/api/leaderboard?limit=${LIVE_ROWS}&offset=${offset}`;
    const at = offset;
    const page = await take(
      path,
      ({ board }) => board.page(LIVE_ROWS, at),
      ({ board }) => board.count,
    );
    count = page.count;
    if (offset > 0) continue;
    const rows = readAs(leaderboardCall.answers[200], path, page.body);
    first = rows.slice(0, PAGES).map(({ walletAddress }) => walletAddress);
  }
  return first;
}

/** @throws Difference unless they are weeks, the newest first. */
async function seasons(
  server: PublicServer,
  take: Take,
  patienceMs: number,
): Promise<ServedWeeks['weeks']> {
  const weeks = new Map<number, ServedWeek>();
  const begun = monotonicNow();
  let newer = Infinity;
  for (let before = ''; ;) {
    const path = `/api/seasons?limit=${SEASONS}${before}`;
    const isOfNewest = before === '';
    const { body } = await take(path, ({ weeks: due }, list) =>
      due.listed(readAs(seasonsCall.answers[200], path, list), isOfNewest),
    );
    const page = readAs(seasonsCall.answers[200], path, body);
    for (const season of page) {
      const week = weekOf(season.id) ?? Infinity;
      if (week >= newer) {
        throw new Difference(
          `${path} lists ${season.id}, which is no week, or none before the one above it.`,
        );
      }
      newer = week;
      const left = () => patienceMs - (monotonicNow() - begun);
      weeks.set(week, await servedWeek(server, take, season, week, left));
    }
    const last = page.at(-1);
    if (!last || page.length < SEASONS) return weeks;
    before = `&before=${last.id}`;
  }
}

/** All that is stored of a final week; of the running one every page of its list, as it is now. */
async function servedWeek(
  server: PublicServer,
  take: Take,
  season: Season,
  week: number,
  left: () => number,
): Promise<ServedWeek> {
  const path = `/api/seasons/${weekId(week)}?limit=${SEASON_ROWS}`;
  for (; ; await sleep(PAUSE_MS)) {
    const { body } = await server.json(path);
    const detail = readAs(seasonCall.answers[200], path, body);
    const { season: shown } = detail;
    // It may have ended since it was listed.
    if (shown.state === 'final') {
      return { season: season.state === 'final' ? season : shown, detail };
    }
    if (season.state === 'running' && shown.state === 'running') break;
    // One that has ended is final soon.
    if (left() >= 0) continue;
    if (season.state !== 'final') return { season, detail: null };
    throw new Difference(`${path} is not final, and /api/seasons says that it is.`);
  }
  for (let offset = 0, count = 1; offset < count; offset += SEASON_ROWS) {
    const at = offset;
    const page = await take(
      `${path}&offset=${offset}`,
      ({ weeks }) => weeks.now(week, SEASON_ROWS, at)?.page ?? {},
      ({ weeks }) => weeks.now(week)?.count ?? null,
    );
    count = page.count;
  }
  return { season, detail: null };
}

/** A player's page, and what the player has. */
async function playerPages(take: Take, wallet: Address): Promise<void> {
  await take(`/api/players/${wallet}`, ({ board, players }, _, rules) => {
    const known = players.get(wallet);
    if (!known) return null;
    const { player, stakes } = known;
    const receipt = receiptOf(player.startingGdp, [...stakes.values()]);
    const rank = board.ranked(wallet)?.rank ?? null;
    const isPresident = board.nation(player.nationId).presidentWallet === wallet;
    const page = { player, rank, receipt, history: [] };
    return playerPageView(page, { isPresident, verifiedUpTo: UNVERIFIED, rules });
  });
  await take(`/api/player-nation/${wallet}`, ({ board, players }, _, rules) => {
    const known = players.get(wallet);
    const dayAgo = { ranked: () => null };
    const parts = { board, dayAgo, verifiedUpTo: UNVERIFIED, rules: () => rules };
    return known && createPlayerView(parts)(known.player);
  });
}
