/**
 * The weeks of a replayed log [SEA1–SEA4]. Which commit was the last to count for a week is in no
 * leaf: it was the newest some ten seconds after the week's end, or after the start of a server
 * that was away then. So a final week must be what it was after one of the commits around then.
 */
import { seasonEntries } from '../../leaderboard/week-list.ts';
import type { Season, SeasonDetail } from '../../../common/protocol/seasons.ts';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { weekAt, weekBegins, weekId, weekOf } from '../../../common/values/week.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { Board } from '../../leaderboard/board.ts';
import { SeasonRace } from '../../leaderboard/season-race.ts';
import { presidentsNow, weekNow, type WeekNow } from '../../past/closed-week.ts';
import { Difference, firstDifference } from './difference.ts';

/**
 * A week is closed by then, counted from the first commit that is dated after it, before which the
 * game may have been away: ten seconds, and what a busy game adds.
 */
const CLOSED_BY_MS = 60_000;
/** How far the auditor's clock may be behind. */
const SKEW_MS = 60_000;

/** A leaf's number as a rev: the board of a replay counts leaves. */
export function revOf(n: number): Rev {
  return revSchema.parse((n + 1).toString(16).padStart(16, '0'));
}

/** A week as `/api/seasons` lists it, and, of a final one, as `/api/seasons/{id}` shows it. */
export interface ServedWeek {
  readonly season: Season;
  readonly detail: Pick<SeasonDetail, 'season' | 'entries' | 'best'> | null;
  readonly presidents: SeasonDetail['presidents'];
}
export interface ServedWeeks {
  readonly weeks: ReadonlyMap<number, ServedWeek>;
  /** How many leaves the log had before the weeks were asked for: all show at least those. */
  readonly known: number;
  /** The auditor's clock then; infinite for a game whose clock may be any. */
  readonly now: number;
}

/** What a week may have been when it was closed. */
interface Candidate {
  /** The last leaf that counts for it. */
  readonly n: number;
  readonly now: WeekNow;
}

export class WeekReplay {
  readonly race: SeasonRace;
  readonly #board: Board;
  readonly #served: ServedWeeks;
  #latestAt = 0;
  /** The week of the first commit; null before it. */
  #first: number | null = null;
  /** The first week that is not closed. */
  #open = 0;
  /** The weeks from the open one on that have ended, each with what it may have been. */
  #ended = new Map<number, Candidate[]>();
  /** The first commit dated after them, ms since 1970. */
  #endedAt = 0;
  /** [PRE1] The presidents after each commit since then, as JSON. */
  readonly #presidents = new Set<string>();
  /** How many final weeks were compared. */
  compared = 0;

  constructor(board: Board, served: ServedWeeks) {
    this.#board = board;
    this.#served = served;
    this.race = new SeasonRace(board, () => this.#latestAt);
  }

  /** Call it before a commit is applied. @throws Difference */
  before(at: number, n: number): void {
    this.#begin(weekAt(at));
    if (this.#ended.size > 0 && at >= this.#endedAt + CLOSED_BY_MS) this.#close(n);
    if (this.#ended.size === 0 && at >= weekBegins(this.#open + 1)) {
      this.#endedAt = at;
      for (let week = this.#open; week < weekAt(at); week += 1) this.#remember(week, n - 1);
    }
    this.#latestAt = Math.max(this.#latestAt, at);
  }

  /** Call it after. */
  after(at: number, n: number): void {
    if (this.#ended.size === 0) return;
    // Dated before the end of a week, and after commits that are not.
    for (const week of this.#ended.keys()) if (weekAt(at) <= week) this.#remember(week, n);
    this.#presidents.add(JSON.stringify(unnamed(presidentsNow(this.#board))));
  }

  /**
   * Compares the final weeks that no commit ended. Call it after the last leaf. @throws Difference
   */
  finish(): void {
    const { weeks, now } = this.#served;
    const latest = Math.max(this.#latestAt, now + SKEW_MS);
    for (const [week, { detail }] of weeks) {
      if (week <= weekAt(latest) - (detail ? 1 : 0)) continue;
      const [is, has] = detail ? ['final', 'ended'] : ['there', 'begun'];
      throw new Difference(
        `The week ${weekId(week)} is ${is} in /api/seasons, and has ${has} neither by a commit’s moment nor by this machine’s clock.`,
      );
    }
    const final = [...weeks].filter(([week, { detail }]) => detail && week >= this.#open);
    const last = Math.max(this.#open - 1, ...final.map(([week]) => week));
    for (let week = this.#open; week <= last; week += 1) {
      if (!this.#ended.has(week)) this.#remember(week, this.#lastLeaf());
    }
    this.#close(Infinity);
  }

  /** @throws Difference */
  #begin(week: number): void {
    if (this.#first !== null) return;
    this.#first = week;
    this.#open = week;
    const early = [...this.#served.weeks.keys()].find((served) => served < week);
    if (early === undefined) return;
    throw new Difference(
      `/api/seasons has the week ${weekId(early)}, and the first commit is of the week ${weekId(week)}.`,
    );
  }

  #lastLeaf(): number {
    return Number.parseInt(this.#board.rev, 16) - 1;
  }

  #remember(week: number, n: number): void {
    const now = weekNow(this.#board, week, this.race.list(week));
    this.#ended.set(week, [...(this.#ended.get(week) ?? []), { n, now }]);
    this.#presidents.add(JSON.stringify(unnamed(now.presidents)));
  }

  /** Closes the weeks that have ended, by the leaf `n`. @throws Difference */
  #close(n: number): void {
    for (const [week, candidates] of this.#ended) {
      const served = this.#served.weeks.get(week);
      // What ended after the weeks were asked for may not be there, or not final.
      const isOld = n < this.#served.known;
      if (!served && (isOld || week < Math.max(...this.#served.weeks.keys()))) {
        throw new Difference(`The week ${weekId(week)} is missing from /api/seasons.`);
      }
      if (isOld && !served?.detail) {
        throw new Difference(
          `The week ${weekId(week)} is not final in /api/seasons, and leaf ${n} is dated long after its end.`,
        );
      }
      const last = served?.detail ? this.#compare(week, served, candidates) : candidates[0];
      if (last) this.race.close({ week, rev: revOf(last.n) });
      this.#open = week + 1;
    }
    this.#ended.clear();
    this.#presidents.clear();
  }

  /** @returns what it was when it was closed. @throws Difference */
  #compare(week: number, served: ServedWeek, candidates: readonly Candidate[]) {
    const [first] = candidates;
    const found = candidates.find(({ now }) => differenceIn(served, now) === null);
    if (first && !found) {
      throw new Difference(
        `The week ${weekId(week)} is not what it was when it was closed: ${differenceIn(served, first.now)}.`,
      );
    }
    const presidents = unnamed(served.presidents);
    if (!this.#presidents.has(JSON.stringify(presidents))) {
      const due = first && unnamed(first.now.presidents);
      throw new Difference(
        `The week ${weekId(week)} names presidents whom its nations did not have then: ${firstDifference(presidents, due)}.`,
      );
    }
    this.compared += 1;
    return found;
  }
}

/** Null if the week is not final: nothing is claimed for good. */
function differenceIn({ season, detail }: ServedWeek, now: WeekNow): string | null {
  if (!detail) return null;
  const due = seasonNow(now.week, now);
  return (
    firstDifference(season, due) ??
    firstDifference(detail, { season: due, entries: now.entries, best: now.best })
  );
}

/** A week as it is listed, but for its state. */
function seasonNow(
  week: number,
  { players, gained, best }: Pick<WeekNow, 'players' | 'gained' | 'best'>,
) {
  const [first] = best;
  return {
    id: weekId(week),
    from: instantText(weekBegins(week)),
    to: instantText(weekBegins(week + 1)),
    players,
    nations: NATION_IDS.map((nationId) => ({ nationId, gained: gained[nationId] })),
    champion: first
      ? { walletAddress: first.walletAddress, nationId: first.nationId, gained: first.gained }
      : null,
  };
}

/** The open weeks of a list as they are now; of the others nothing is due here. */
export function openSeasons(
  { board, race }: { readonly board: Board; readonly race: SeasonRace },
  list: readonly Season[],
) {
  return list.map(({ id, state }) => {
    const week = weekOf(id);
    return week === null || state === 'final' || week < race.firstOpen
      ? {}
      : seasonNow(week, weekNow(board, week, race.list(week)));
  });
}

/** Of a week that is open: a page of its list, and what goes with it. */
export function openWeek(
  { board, race }: { readonly board: Board; readonly race: SeasonRace },
  week: number,
  limit: number,
  offset: number,
) {
  const list = race.list(week);
  const now = weekNow(board, week, list);
  const { best, presidents } = now;
  const entries = seasonEntries(board, list, limit, offset);
  return { season: seasonNow(week, now), entries, best, presidents };
}

/** Names are not in the ledger. */
function unnamed(presidents: SeasonDetail['presidents']) {
  return presidents.map(({ nationId, walletAddress, staked }) => ({
    nationId,
    walletAddress,
    staked,
  }));
}
