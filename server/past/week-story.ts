/**
 * [SEA5] A week as a story: what was remarkable in it, and how many others each player passed. It
 * follows from the ranking in which the week began and its commits, in their order.
 */
import type { Highlight, HighlightKind, SeasonEntry } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { isOfPlayer, type Commit } from '../../common/values/stored-event.ts';
import { weekBegins } from '../../common/values/week.ts';
import { NationTally } from '../leaderboard/nation-tally.ts';
import { RankIndex } from '../leaderboard/rank-index.ts';
import { WorkTally } from '../leaderboard/work-tally.ts';
import { nextSlice } from '../lib/in-slices.ts';
import type { CommitPosition } from '../store/rows.ts';

/** Players who are looked at in one turn. */
const SLICE = 200;
/** Highlights of a kind of which there may be many. */
const MOST_OF_A_KIND = 3;

/** Its commit has another rev in another store. */
interface StoredHighlight extends Omit<Highlight, 'rev'> {
  readonly upTo: CommitPosition;
}

export interface Story {
  readonly highlights: readonly StoredHighlight[];
  /** Only those who passed others. */
  readonly passed: ReadonlyMap<Address, number>;
}

interface Moment {
  readonly at: number;
  readonly upTo: CommitPosition;
}

/** A player with a commit in the week. */
interface Mover {
  readonly wallet: Address;
  /** The rank when the week began; that of joining, for one who joined in it. */
  readonly from: number;
  /** Places that their own commits took them up, less those that they took them down. */
  passed: number;
  /** The commit that took them up the most. */
  rise: (Moment & { readonly places: number }) | null;
  /** The last commit that changed their GDP. */
  changed: Moment | null;
}

/** From the rank at the beginning to that at the end. */
interface Climb extends Pick<Mover, 'from' | 'passed'> {
  readonly to: number;
  readonly rise: Moment;
  readonly row: BoardRow;
}

/** Somebody is the first of the ranking, or a President; null: nobody. */
interface Reign extends Moment {
  readonly row: BoardRow | null;
  /** Who was it before, after the commit that ended that. */
  readonly before: BoardRow | null;
}

export class WeekStory {
  readonly #index = new RankIndex<BoardRow>();
  readonly #nations = byNation(() => new NationTally());
  readonly #works = byNation(() => new WorkTally());
  #week = 0;
  /** The last commit, and the latest moment so far. */
  #now: Moment = { at: 0, upTo: { rev: REV_ZERO, number: 0 } };
  #movers = new Map<Address, Mover>();
  #leads: Reign[] = [];
  #presidencies = byNation((): Reign[] => []);
  #finished: StoredHighlight[] = [];

  /** A row of the ranking in which the first week begins. */
  add(row: BoardRow): void {
    this.#index.put(row);
    this.#nations[row.nationId].replace(null, row);
    this.#works[row.nationId].replace(null, row, null);
  }

  /** @param upTo the last commit before the week. */
  begin(week: number, upTo: CommitPosition): void {
    this.#week = week;
    this.#now = { at: weekBegins(week), upTo };
    this.#movers = new Map();
    this.#leads = [{ ...this.#now, row: this.#leader(), before: null }];
    this.#presidencies = byNation((nationId) => [
      { ...this.#now, row: this.#president(nationId), before: null },
    ]);
    this.#finished = [];
  }

  apply(commit: Commit): void {
    // Release 1.0 dated some commits after the end of the week that they count for.
    const at = Math.min(Math.max(this.#now.at, commit.at), weekBegins(this.#week + 1));
    this.#now = { at, upTo: { rev: commit.rev, number: this.#now.upTo.number + 1 } };
    if (!isOfPlayer(commit)) return;
    const { row } = commit;
    const { nationId } = row;
    const before = this.#index.ranked(row.wallet);
    this.#index.put(row);
    this.#move(row, before);
    this.#follow(this.#leads, this.#leader());
    if (this.#nations[nationId].replace(before?.row ?? null, row)) {
      this.#follow(this.#presidencies[nationId], this.#president(nationId));
    }
    const stages = this.#works[nationId].replace(before?.row ?? null, row, at);
    for (const stage of stages ?? []) {
      this.#finished.push(highlight('work', this.#now, [row], nationId, { stage }));
    }
  }

  /**
   * Let no commit come before it has ended.
   * @param entries the first two of the week's list, if there are so many.
   */
  async end(entries: readonly SeasonEntry[]): Promise<Story> {
    const passed = new Map<Address, number>();
    // Who led while nothing happened is no story.
    if (this.#movers.size === 0) return { highlights: [], passed };
    let climb: Climb | null = null;
    let looks = 0;
    for (const mover of this.#movers.values()) {
      if (looks % SLICE === 0) await nextSlice();
      looks += 1;
      if (mover.passed > 0) passed.set(mover.wallet, mover.passed);
      climb = this.#higher(climb, mover);
    }
    return {
      highlights: [
        ...(climb ? [climbed(climb)] : []),
        ...this.#ledLongest(),
        ...this.#finish(entries),
        ...this.#leadChanges(),
        ...this.#presidentsChanged(),
        ...this.#finished
          .toSorted((a, b) => (b.figures.stage ?? 0) - (a.figures.stage ?? 0))
          .slice(0, MOST_OF_A_KIND),
      ],
      passed,
    };
  }

  #leader(): BoardRow | null {
    return this.#index.slice(0, 1)[0] ?? null;
  }

  #president(nationId: NationId): BoardRow | null {
    const { presidentWallet } = this.#nations[nationId].totals;
    return (presidentWallet && this.#index.get(presidentWallet)) ?? null;
  }

  #move(row: BoardRow, before: { readonly row: BoardRow; readonly rank: number } | null): void {
    const { wallet } = row;
    const rank = this.#index.countAbove(row) + 1;
    const from = before?.rank ?? rank;
    const mover = this.#movers.get(wallet) ?? {
      wallet,
      from,
      passed: 0,
      rise: null,
      changed: null,
    };
    this.#movers.set(wallet, mover);
    const places = from - rank;
    mover.passed += places;
    if (places > (mover.rise?.places ?? 0)) mover.rise = { ...this.#now, places };
    if (row.gdp !== before?.row.gdp) mover.changed = this.#now;
  }

  #follow(reigns: Reign[], row: BoardRow | null): void {
    const was = reigns.at(-1)?.row?.wallet;
    if (row?.wallet === was) return;
    const before = (was && this.#index.get(was)) ?? null;
    reigns.push({ ...this.#now, row, before });
  }

  /** Of two climbs the one of more places; of as many, the one that ended higher. */
  #higher(best: Climb | null, { wallet, from, passed, rise }: Mover): Climb | null {
    const { row, rank: to } = this.#index.ranked(wallet) ?? {};
    if (!rise || !row || !to || from <= to) return best;
    const more = best ? from - to - (best.from - best.to) || best.to - to : 1;
    return more > 0 ? { from, to, passed, rise, row } : best;
  }

  #ledLongest(): StoredHighlight[] {
    // A game begins within a week.
    const longest = this.#longest(this.#leads).find((reign) => reign.row !== null);
    if (!longest?.row || this.#index.size < 2) return [];
    const { row, ms } = longest;
    return [highlight('lead', longest, [row], row.nationId, { ms })];
  }

  #finish([first, second]: readonly SeasonEntry[]): StoredHighlight[] {
    if (!first || !second) return [];
    const last = [first, second]
      .flatMap(({ walletAddress }) => this.#movers.get(walletAddress)?.changed ?? [])
      .toSorted((a, b) => b.upTo.number - a.upTo.number)[0];
    if (!last) return [];
    const wallets = [first, second].map(({ walletAddress: wallet, name }) => ({ wallet, name }));
    const figures = { gained: first.gained, gap: first.gained - second.gained };
    return [highlight('finish', last, wallets, first.nationId, figures)];
  }

  #leadChanges(): StoredHighlight[] {
    const changes = this.#longest(this.#leads).flatMap(({ row, before, ...moment }) => {
      if (!row || !before) return [];
      const figures = { gdp: row.gdp, gdpBefore: before.gdp };
      return [highlight('lead-change', moment, [row, before], row.nationId, figures)];
    });
    return changes.slice(0, MOST_OF_A_KIND);
  }

  #presidentsChanged(): StoredHighlight[] {
    const changes = NATION_IDS.flatMap((nationId) =>
      lengths(this.#presidencies[nationId], this.#week)
        .slice(1)
        .map((reign) => ({ ...reign, nationId })),
    );
    return changes
      .toSorted(byLength)
      .slice(0, MOST_OF_A_KIND)
      .map(({ row, before, nationId, ...moment }) => {
        const people = [row, before].flatMap((one) => one ?? []);
        const figures = {
          staked: row?.culturalCount ?? 0,
          stakedBefore: before?.culturalCount ?? 0,
        };
        return highlight('presidency', moment, people, nationId, figures);
      });
  }

  #longest(reigns: readonly Reign[]) {
    return lengths(reigns, this.#week).toSorted(byLength);
  }
}

/** How long each was, up to the end of the week. */
function lengths(reigns: readonly Reign[], week: number) {
  const ends = weekBegins(week + 1);
  return reigns.map((reign, i) => ({ ...reign, ms: (reigns[i + 1]?.at ?? ends) - reign.at }));
}

function climbed({ rise, row, from, to, passed }: Climb): StoredHighlight {
  const figures = { from, to, passed: Math.max(0, passed) };
  return highlight('climb', rise, [row], row.nationId, figures);
}

interface Lasting extends Moment {
  readonly ms: number;
}

/** The longest first; of two as long, the later one. */
function byLength(a: Lasting, b: Lasting): number {
  return b.ms - a.ms || b.upTo.number - a.upTo.number;
}

function highlight(
  kind: HighlightKind,
  { at, upTo }: Moment,
  people: readonly Pick<BoardRow, 'wallet' | 'name'>[],
  nationId: NationId,
  figures: Highlight['figures'],
): StoredHighlight {
  const wallets = people.map(({ wallet, name }) => ({ walletAddress: wallet, name }));
  return { kind, at: instantText(at), upTo, wallets, nationId, figures: { ...figures } };
}
