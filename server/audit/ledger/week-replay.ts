/**
 * The weeks of a replayed log [SEA1–SEA4]. A week that a leaf ended is what it was at that leaf.
 * Release 1.0 closed a week some ten seconds after its end, and no leaf says when: where it
 * mattered, nobody can tell what the week was.
 */
import type { Leaf } from '../../../common/ledger/leaf.ts';
import type { Season, SeasonDetail } from '../../../common/protocol/seasons.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import { instantText } from '../../../common/values/instant.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { weekAt, weekBegins, weekId, weekOf } from '../../../common/values/week.ts';
import type { Board } from '../../leaderboard/board.ts';
import {
  presidentsNow,
  seasonEntries,
  weekNow,
  type WeekList,
  type WeekNow,
} from '../../leaderboard/week-list.ts';
import { WeekTally } from '../../past/weeks-of-events.ts';
import { Difference, firstDifference } from './difference.ts';

/** How long after its end 1.0 closed a week, by the clock of the process that did. */
const CLOSED_AFTER_MS = 10_000;
/** Sooner by the moment of another process's commit. */
const CLOSED_FROM_MS = 5000;
/** What is dated further before another leaf came late, or by a clock that was set back. */
const BEHIND_MS = 5000;
/** After the first commit that is dated after it: the game may have been started again. */
const CLOSED_BY_MS = 10 * 60_000;
/** How far the auditor's clock may be behind. */
const SKEW_MS = 60_000;

/** A week as `/api/seasons` lists it, and, of a final one, as `/api/seasons/{id}` shows it. */
export interface ServedWeek {
  readonly season: Season;
  readonly detail: Pick<SeasonDetail, 'season' | 'entries' | 'best' | 'presidents'> | null;
}
export interface ServedWeeks {
  readonly weeks: ReadonlyMap<number, ServedWeek>;
  /** How many leaves the log had before the weeks were asked for: all show at least those. */
  readonly known: number;
  /** The auditor's clock then; infinite for a game whose clock may be any. */
  readonly now: number;
  /** The first week that a leaf ends: 1.0 closed those before it. Null: no leaf ends one. */
  readonly firstEnded: number | null;
}

type WeekLeaf = Extract<Leaf, { readonly kind: 'week-ended' }>;

export class WeekReplay {
  readonly #board: Board;
  readonly #served: ServedWeeks;
  readonly #tally = new WeekTally();
  /** The week of the first player's leaf; null before it. */
  #first: number | null = null;
  /** The first week that has not ended; null before the first leaf. */
  #open: number | null = null;
  /** The last week that a leaf ended; null: none has. */
  #ended: number | null = null;
  /** The newest of those whose end was known, if it was not final yet. */
  #unrecorded: { readonly week: number; readonly n: number } | null = null;
  #latestAt = 0;
  /** The leaves are so far before the latest one that nobody can tell when they came. */
  #isBehindLatest = false;
  /** Weeks for which 1.0 may have counted a leaf or not: the last such leaf. */
  readonly #late = new Map<number, number>();
  /** In which weeks that 1.0 closed differ, in words: their lists, and their presidents. */
  readonly #unlike = { lists: new Map<number, string>(), presidents: new Map<number, string>() };
  /** While 1.0 may still have closed a week: all presidents since its end, as JSON [PRE1]. */
  #closing: {
    readonly week: number;
    readonly until: number;
    readonly presidents: Set<string>;
  } | null = null;
  #taken = 0;
  #listed: { readonly week: number; readonly taken: number; readonly list: WeekList } | null = null;
  /** How many final weeks were compared. */
  compared = 0;
  /** What of 1.0's weeks can't be told, in words. */
  readonly untold: string[] = [];

  constructor(board: Board, served: ServedWeeks) {
    this.#board = board;
    this.#served = served;
  }

  /** Call it before a player’s leaf is applied to the board. @throws Difference */
  before(at: number, n: number): void {
    this.#begin(weekAt(at));
    if (this.#ended === null) this.#closeBefore(at, n);
    else if (weekAt(at) !== this.open) {
      throw new Difference(
        `Leaf ${n} is dated ${instantText(at)}, and the week ${weekId(this.open)} is open there: a leaf ended the one before it.`,
      );
    }
    this.#latestAt = Math.max(this.#latestAt, at);
  }

  /** Call it after. */
  after(at: number, row: BoardRow): void {
    this.#tally.apply({ at, row });
    this.#taken += 1;
    this.#closing?.presidents.add(textOf(presidentsNow(this.#board)));
  }

  /** @throws Difference unless it ends the open week, and the week is served as it is here. */
  end({ week: id, at, n }: WeekLeaf): void {
    const week = weekOf(id);
    if (week === null || at !== weekBegins(week + 1)) {
      throw new Difference(
        `Leaf ${n} ends the week ${id} and is dated ${instantText(at)}, which is not its end.`,
      );
    }
    if (this.#ended === null) {
      while (this.#open !== null && this.#open < week) this.#close(n);
      this.#settle();
    }
    if (week !== this.#open) {
      const is = this.#open === null ? 'no player has joined' : `${weekId(this.open)} is open`;
      throw new Difference(`Leaf ${n} ends the week ${id}, and ${is} there.`);
    }
    const differs = this.#compare(week, n);
    if (differs?.presidents) throw unlike(week, differs.presidents);
    if (differs?.list) this.#expectTold(week, differs.list);
    this.#tally.close(week);
    this.#taken += 1;
    this.#ended = week;
    this.#open = week + 1;
  }

  /** True if a week is final of which no leaf so far shows that it has ended. */
  get isBehind(): boolean {
    return [...this.#served.weeks].some(([week, { detail }]) => detail && week >= this.open);
  }

  /** Call it after the last leaf. @throws Difference */
  finish(): void {
    const { weeks, now } = this.#served;
    const isByLeaves = this.#ended !== null;
    const latest = weekAt(Math.max(this.#latestAt, now + SKEW_MS));
    for (const [week, { detail }] of weeks) {
      if (week <= (isByLeaves ? this.open : latest) - (detail ? 1 : 0)) continue;
      const [is, has] = detail ? ['final', 'ended'] : ['there', 'begun'];
      const lacks = isByLeaves
        ? `no leaf has ended ${detail ? 'it' : 'the week before it'}`
        : `has ${has} neither by a commit’s moment nor by this machine’s clock`;
      throw new Difference(`The week ${weekId(week)} is ${is} in /api/seasons, and ${lacks}.`);
    }
    while (this.#open !== null && this.isBehind) this.#close(Infinity);
    this.#settle();
  }

  /** When the last week ended that a leaf ended; 0: none did. */
  get openSince(): number {
    return this.#ended === null ? 0 : weekBegins(this.#ended + 1);
  }

  /** The first week that has not ended. */
  get open(): number {
    return this.#open ?? 0;
  }

  /**
   * The running weeks of a list as they are now; of the others nothing is due here, but that one of
   * the newest begins with the open week, or with a later one where no leaf says that it has begun.
   */
  listed(seasons: readonly Season[], isOfNewest = false) {
    const open = (this.#ended === null ? this.#first : this.#open) ?? 0;
    const newest = weekOf(seasons[0]?.id ?? '') ?? 0;
    if (isOfNewest && this.#first !== null && newest < open) return [{ id: weekId(open) }];
    return seasons.map(({ id, state }) => {
      const week = weekOf(id);
      if (week === null || state !== 'running') return {};
      if (this.#ended !== null && week <= this.#ended) return { state: 'final' };
      return this.now(week)?.page.season ?? {};
    });
  }

  /** An open week as it is now, and a page of its list; null if nothing is due of it here. */
  now(week: number, limit = 0, offset = 0) {
    if (week < this.open || this.#late.has(week)) return null;
    const { best, presidents, list, ...now } = this.#weekNow(week);
    const entries = seasonEntries(this.#board, list, limit, offset);
    return {
      page: { season: seasonOf({ best, ...now }), entries, best, presidents },
      count: list.size,
    };
  }

  /** @throws Difference */
  #begin(week: number): void {
    this.#open ??= week;
    if (this.#first !== null) return;
    this.#first = week;
    const early = [...this.#served.weeks.keys()].find((served) => served < week);
    if (early === undefined) return;
    throw new Difference(
      `/api/seasons has the week ${weekId(early)}, and the first commit is of the week ${weekId(week)}.`,
    );
  }

  /** Closes weeks as 1.0 did, before a leaf that is dated late enough. @throws Difference */
  #closeBefore(at: number, n: number): void {
    const own = weekAt(at);
    const behind = this.#latestAt - at;
    this.#isBehindLatest = behind > (this.#isBehindLatest ? 0 : BEHIND_MS);
    const closedFrom = this.#isBehindLatest ? 0 : CLOSED_FROM_MS;
    if (this.#latestAt >= weekBegins(own + 1) + closedFrom) {
      // Where 1.0 had closed its week, it counts for the next one.
      const last = Math.max(this.open, own + 1);
      for (let week = own; week <= last; week += 1) this.#late.set(week, n);
    }
    const { open } = this;
    const isOver = () => this.#closing !== null && at >= this.#closing.until;
    if (isOver() && this.#closing?.week !== open) this.#settle();
    const until = this.#served.firstEnded ?? Infinity;
    if (open < until && at >= weekBegins(open + 1)) {
      const presidents = new Set([textOf(presidentsNow(this.#board))]);
      this.#closing ??= { week: open, until: at + CLOSED_BY_MS, presidents };
    }
    while (this.open < until && at >= weekBegins(this.open + 1) + CLOSED_AFTER_MS) this.#close(n);
    if (isOver()) this.#settle();
  }

  /** Closes the open week as 1.0 did, before the leaf `n`. @throws Difference */
  #close(n: number): void {
    const week = this.open;
    const differs = this.#compare(week, n);
    if (this.#unrecorded) throw notFinal(this.#unrecorded);
    if (differs?.list) this.#unlike.lists.set(week, differs.list);
    if (differs?.presidents) this.#unlike.presidents.set(week, differs.presidents);
    this.#tally.close(week);
    this.#taken += 1;
    this.#open = week + 1;
  }

  /** What 1.0 closed differs for good, or can’t be told. @throws Difference */
  #settle(): void {
    for (const [week, found] of this.#unlike.lists) this.#expectTold(week, found);
    for (const [week, found] of this.#unlike.presidents) {
      const presidents = this.#served.weeks.get(week)?.detail?.presidents ?? [];
      if (!this.#closing?.presidents.has(textOf(presidents))) throw unlike(week, found);
      this.untold.push(
        `the presidents of the week ${weekId(week)}: they changed about when release 1.0 closed it`,
      );
    }
    this.#unlike.lists.clear();
    this.#unlike.presidents.clear();
    this.#closing = null;
  }

  /** @throws Difference unless nobody can tell what counts for a week, whose list differs. */
  #expectTold(week: number, found: string): void {
    const n = this.#late.get(week);
    if (n === undefined) throw unlike(week, found);
    this.untold.push(
      `the list of the week ${weekId(week)}: leaf ${n} came about when release 1.0 closed a week`,
    );
  }

  /**
   * In which a week differs from what it is before the leaf `n`, where it ends; null if it is not
   * served as final. @throws Difference if it should be
   */
  #compare(week: number, n: number) {
    const { weeks, known } = this.#served;
    const served = weeks.get(week);
    if (!served) {
      // What ended after the weeks were asked for may not be there, or not final.
      if (n >= known && week > Math.max(...weeks.keys())) return null;
      throw new Difference(`The week ${weekId(week)} is missing from /api/seasons.`);
    }
    const { season, detail } = served;
    if (n < known) {
      if (this.#unrecorded) throw notFinal(this.#unrecorded);
      if (!detail) this.#unrecorded = { week, n };
    }
    if (!detail) return null;
    this.compared += 1;
    const now = this.#weekNow(week);
    const { best, entries, presidents } = now;
    const due = seasonOf(now);
    return {
      list: firstDifference(season, due) ?? firstDifference(detail, { season: due, entries, best }),
      presidents: firstDifference(detail, { presidents }),
    };
  }

  #weekNow(week: number): WeekNow {
    if (this.#listed?.week !== week || this.#listed.taken !== this.#taken) {
      this.#listed = { week, taken: this.#taken, list: this.#tally.list(week) };
    }
    return weekNow(this.#board, week, this.#listed.list);
  }
}

function notFinal({ week, n }: { readonly week: number; readonly n: number }): Difference {
  return new Difference(
    `The week ${weekId(week)} is not final in /api/seasons, and it had ended by leaf ${n}.`,
  );
}

function unlike(week: number, found: string): Difference {
  return new Difference(`The week ${weekId(week)} is not what it was when it ended: ${found}.`);
}

/** A week as it is listed, but for its state. */
function seasonOf({
  week,
  players,
  gained,
  best,
}: Omit<WeekNow, 'presidents' | 'entries' | 'list'>) {
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

/** Names are not in the ledger. */
function textOf(presidents: SeasonDetail['presidents']): string {
  return JSON.stringify(
    presidents.map(({ nationId, walletAddress, staked }) => [nationId, walletAddress, staked]),
  );
}
