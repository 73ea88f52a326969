/**
 * The weeks of a replayed log [SEA1–SEA4]. Which commit was the last to count for a week is in no leaf: it was the newest
 * some ten seconds after the week's end. So a final week must be what it was after one of the commits around then.
 */
import { seasonEntries } from '../../leaderboard/week-list.ts';
import type { Season, SeasonDetail } from '../../../common/protocol/seasons.ts';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { weekAt, weekBegins, weekId } from '../../../common/values/week.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { Board } from '../../leaderboard/board.ts';
import { SeasonRace } from '../../leaderboard/season-race.ts';
import { presidentsNow, weekNow, type WeekNow } from '../../past/closed-week.ts';
import { Difference, firstDifference } from './difference.ts';

/** A week is closed by then, counted from its end: ten seconds, and what a busy or restarting game adds. */
const CLOSED_BY_MS = 60_000;

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
/** By week. */
export type ServedWeeks = ReadonlyMap<number, ServedWeek>;

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
  /** The first week that is not closed; null before the first commit. */
  #open: number | null = null;
  #candidates: Candidate[] = [];
  /** [PRE1] The presidents after each commit from the week's end on, as JSON. */
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
    this.#open ??= weekAt(at);
    while (at >= weekBegins(this.#open + 1)) {
      if (this.#candidates.length === 0) this.#remember(this.#open, n - 1);
      if (at < weekBegins(this.#open + 1) + CLOSED_BY_MS) break;
      this.#close(this.#open);
      this.#open += 1;
    }
    this.#latestAt = Math.max(this.#latestAt, at);
  }

  /** Call it after. */
  after(at: number, n: number): void {
    if (this.#open === null || this.#candidates.length === 0) return;
    // Dated before the end of the week, and after commits that are not.
    if (weekAt(at) <= this.#open) this.#remember(this.#open, n);
    else this.#presidents.add(JSON.stringify(unnamed(presidentsNow(this.#board))));
  }

  /** Compares the final weeks that no commit ended. Call it after the last leaf. @throws Difference */
  finish(): void {
    for (const week of [...this.#served.keys()].toSorted((a, b) => a - b)) {
      if (this.#open === null || week < this.#open) continue;
      if (!this.#served.get(week)?.detail) break;
      while (this.#open <= week) {
        if (this.#candidates.length === 0) this.#remember(this.#open, this.#lastLeaf());
        this.#close(this.#open);
        this.#open += 1;
      }
    }
  }

  #lastLeaf(): number {
    return Number.parseInt(this.#board.rev, 16) - 1;
  }

  #remember(week: number, n: number): void {
    const now = weekNow(this.#board, week, this.race.list(week));
    this.#candidates.push({ n, now });
    this.#presidents.add(JSON.stringify(unnamed(now.presidents)));
  }

  #close(week: number): void {
    const served = this.#served.get(week);
    if (!served) throw new Difference(`The week ${weekId(week)} is missing from /api/seasons.`);
    const [first] = this.#candidates;
    const found = this.#candidates.find(({ now }) => differenceIn(served, now) === null);
    if (first && !found) {
      throw new Difference(
        `The week ${weekId(week)} is not what it was when it was closed: ${differenceIn(served, first.now)}.`,
      );
    }
    const presidents = unnamed(served.presidents);
    if (served.detail && !this.#presidents.has(JSON.stringify(presidents))) {
      const due = first && unnamed(first.now.presidents);
      throw new Difference(
        `The week ${weekId(week)} names presidents whom its nations did not have then: ${firstDifference(presidents, due)}.`,
      );
    }
    if (served.detail) this.compared += 1;
    const last = found ?? first;
    if (last) this.race.close({ week, rev: revOf(last.n) });
    this.#candidates = [];
    this.#presidents.clear();
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

/** A week as it is listed. */
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
