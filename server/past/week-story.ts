/**
 * [SEA5] A week as a story: what was remarkable in it, and how many others each player passed. It
 * follows from the ranking in which the week began and its commits, in their order.
 */
import type { Highlight, HighlightKind, SeasonEntry } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { instantText } from '../../common/values/instant.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { isOfPlayer, type Commit } from '../../common/values/stored-event.ts';
import { weekBegins } from '../../common/values/week.ts';
import { NationTally } from '../leaderboard/nation-tally.ts';
import { RankIndex } from '../leaderboard/rank-index.ts';
import { WorkTally } from '../leaderboard/work-tally.ts';
import { nextSlice } from '../lib/in-slices.ts';

/** Players who are looked at in one turn of the loop. */
const SLICE = 200;
/** Highlights of a kind of which there may be many. */
const MOST_OF_A_KIND = 3;

export interface Story {
  readonly highlights: readonly Highlight[];
  /** Only those who passed others. */
  readonly passed: ReadonlyMap<Address, number>;
}

/** Somebody is the first of the ranking, or a President, from a moment on; null: nobody. */
interface Reign {
  readonly at: number;
  readonly row: BoardRow | null;
}

export class WeekStory {
  readonly #index = new RankIndex<BoardRow>();
  readonly #nations = byNation(() => new NationTally());
  readonly #works = byNation(() => new WorkTally());
  /** The latest moment so far. */
  #now: number;
  readonly #ends: number;
  /** The commit that took its player up the most. */
  #climb: Highlight | null = null;
  #hasCommits = false;
  /** Those who were ranked when the week began, by their ranks then. */
  readonly #began = new Map<Address, number>();
  readonly #leads: Reign[] = [];
  readonly #presidencies = byNation((): Reign[] => []);
  readonly #finished: Highlight[] = [];

  constructor(week: number) {
    this.#now = weekBegins(week);
    this.#ends = weekBegins(week + 1);
  }

  /** A row of the ranking in which the week begins. */
  add(row: BoardRow): void {
    this.#index.put(row);
    this.#nations[row.nationId].replace(null, row);
    this.#works[row.nationId].replace(null, row, null);
  }

  /** The ranking is complete. */
  begin(): void {
    for (const { wallet } of this.#index.slice(0, this.#index.size)) {
      this.#began.set(wallet, this.#began.size + 1);
    }
    this.#follow(this.#leads, this.#leader());
    for (const id of NATION_IDS) this.#follow(this.#presidencies[id], this.#president(id));
  }

  apply(commit: Commit): void {
    if (!isOfPlayer(commit)) return;
    // Release 1.0 dated some commits after the end of the week that they count for.
    this.#now = Math.min(Math.max(this.#now, commit.at), this.#ends);
    const { row } = commit;
    const { nationId } = row;
    const before = this.#index.ranked(row.wallet);
    this.#index.put(row);
    this.#move(row, before?.rank);
    this.#follow(this.#leads, this.#leader());
    if (this.#nations[nationId].replace(before?.row ?? null, row)) {
      this.#follow(this.#presidencies[nationId], this.#president(nationId));
    }
    const stages = this.#works[nationId].replace(before?.row ?? null, row, this.#now);
    for (const stage of stages ?? []) {
      this.#finished.push(highlight('work', this.#now, row, null, { stage }));
    }
  }

  /** @param entries the first two of the week's list, if there are so many. */
  async end(entries: readonly SeasonEntry[]): Promise<Story> {
    // Who led while nothing happened is no story.
    if (!this.#hasCommits) return { highlights: [], passed: new Map() };
    return {
      highlights: [
        ...(this.#climb ? [this.#climb] : []),
        ...this.#ledLongest(),
        ...this.#finish(entries),
        ...this.#leadChanges(),
        ...this.#presidentsChanged(),
        ...this.#finished
          .toSorted((a, b) => (b.figures.stage ?? 0) - (a.figures.stage ?? 0))
          .slice(0, MOST_OF_A_KIND),
      ],
      passed: await this.#passed(),
    };
  }

  /** How many who were ahead of each when the week began are behind them now. */
  async #passed(): Promise<Map<Address, number>> {
    const passed = new Map<Address, number>();
    // A Fenwick tree over the ranks at the beginning, of those who are behind.
    const behind = new Uint32Array(this.#began.size + 1);
    for (const [i, { wallet }] of this.#index.slice(0, this.#index.size).toReversed().entries()) {
      if (i % SLICE === 0) await nextSlice();
      const rank = this.#began.get(wallet);
      if (rank === undefined) continue;
      let count = 0;
      for (let at = rank; at > 0; at -= at & -at) count += behind[at] ?? 0;
      for (let at = rank; at < behind.length; at += at & -at) behind[at] = (behind[at] ?? 0) + 1;
      if (count > 0) passed.set(wallet, count);
    }
    return passed;
  }

  #leader(): BoardRow | null {
    return this.#index.slice(0, 1)[0] ?? null;
  }

  #president(nationId: NationId): BoardRow | null {
    const { presidentWallet } = this.#nations[nationId].totals;
    return (presidentWallet && this.#index.get(presidentWallet)) ?? null;
  }

  #move(row: BoardRow, before: number | undefined): void {
    this.#hasCommits = true;
    const to = this.#index.countAbove(row) + 1;
    const from = before ?? to;
    const { from: most = 0, to: least = 0 } = this.#climb?.figures ?? {};
    if (from - to <= most - least) return;
    this.#climb = highlight('climb', this.#now, row, null, { from, to });
  }

  #follow(reigns: Reign[], row: BoardRow | null): void {
    const last = reigns.at(-1);
    if (!last || row?.wallet !== last.row?.wallet) reigns.push({ at: this.#now, row });
  }

  #ledLongest(): Highlight[] {
    if (this.#index.size < 2) return [];
    // Somebody has led, since there are commits.
    const longest = this.#longest(this.#leads).find(({ row }) => row !== null);
    if (!longest?.row) return [];
    return [highlight('lead', longest.at, longest.row, null, { ms: longest.ms })];
  }

  #finish([first, second]: readonly SeasonEntry[]): Highlight[] {
    if (!first || !second) return [];
    const personOf = (one: SeasonEntry) => ({ ...one, wallet: one.walletAddress });
    const figures = { gap: first.gained - second.gained };
    return [highlight('finish', this.#ends, personOf(first), personOf(second), figures)];
  }

  #leadChanges(): Highlight[] {
    const changes = this.#longest(this.#leads).flatMap(({ at, row, before }) =>
      row && before ? [highlight('lead-change', at, row, before, { gdp: row.gdp })] : [],
    );
    return changes.slice(0, MOST_OF_A_KIND);
  }

  #presidentsChanged(): Highlight[] {
    const reigns = NATION_IDS.flatMap((id) => this.#longest(this.#presidencies[id]));
    const changes = reigns.toSorted(byLength).flatMap(({ at, row, before }) => {
      const who = row ?? before;
      if (!who || before === undefined) return [];
      return [highlight('presidency', at, who, row && before, { staked: row?.culturalCount ?? 0 })];
    });
    return changes.slice(0, MOST_OF_A_KIND);
  }

  /** The longest first, each with the one before; undefined: the week began with it. */
  #longest(reigns: readonly Reign[]) {
    return reigns
      .map((reign, i) => ({
        ...reign,
        before: reigns[i - 1]?.row,
        ms: (reigns[i + 1]?.at ?? this.#ends) - reign.at,
      }))
      .toSorted(byLength);
  }
}

type Person = Pick<BoardRow, 'wallet' | 'name' | 'nationId'>;

interface Lasting {
  readonly at: number;
  readonly ms: number;
}

/** The longest first; of two as long, the later one. */
function byLength(a: Lasting, b: Lasting): number {
  return b.ms - a.ms || b.at - a.at;
}

function highlight(
  kind: HighlightKind,
  at: number,
  who: Person,
  other: Person | null,
  figures: Highlight['figures'],
): Highlight {
  const people = other ? [who, other] : [who];
  const wallets = people.map(({ wallet, name }) => ({ walletAddress: wallet, name }));
  return { kind, at: instantText(at), wallets, nationId: who.nationId, figures };
}
