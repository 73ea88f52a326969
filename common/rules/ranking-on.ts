/**
 * A ranking of some moment, with the commits after it applied on top: on the server and in the
 * page.
 */
import { byNation, NATION_IDS, type NationId } from '../values/nations.ts';
import { KnownFirst } from './known-first.ts';
import { comparePresidency, compareRank, type PresidencyKey, type RankKey } from './ranking.ts';

/** The first candidates of a nation [PRE1], in order. */
interface FirstCandidates<Candidate extends PresidencyKey> {
  readonly first: readonly Candidate[];
  readonly areAll: boolean;
}

/** A nation's total in dollars, and how many players it has. */
interface NationTotal {
  readonly gdp: number;
  readonly players: number;
}

/** A ranking of which the first rows and candidates are known. */
export interface KnownRanking<
  Row extends RankKey,
  Candidate extends PresidencyKey = PresidencyKey,
> {
  /** In order [LB1]. */
  readonly rows: readonly Row[];
  /** How many rows there are. */
  readonly count: number;
  readonly candidates: Readonly<Record<NationId, FirstCandidates<Candidate>>>;
  readonly totals: Readonly<Record<NationId, NationTotal>>;
}

/** What a commit changes: the player's row, and their candidature. */
export interface RankingStep<Row extends RankKey, Candidate extends PresidencyKey = PresidencyKey> {
  readonly nationId: NationId;
  /** The player's GDP before it; null if they joined with it. */
  readonly gdpBefore: number | null;
  readonly row: Row;
  readonly candidate: Candidate;
}

export class RankingOn<Row extends RankKey, Candidate extends PresidencyKey = PresidencyKey> {
  readonly #rows: KnownFirst<Row>;
  readonly #candidates: Readonly<Record<NationId, KnownFirst<Candidate>>>;
  readonly #presidents: Record<NationId, Candidate | null>;
  readonly #totals: Record<NationId, NationTotal>;
  #count: number;

  constructor({ rows, count, candidates, totals }: KnownRanking<Row, Candidate>) {
    this.#rows = new KnownFirst(rows, rows.length === count, compareRank);
    this.#candidates = byNation((nationId) => {
      const { first, areAll } = candidates[nationId];
      return new KnownFirst(first, areAll, comparePresidency);
    });
    this.#presidents = byNation((nationId) => this.#candidates[nationId].first(1)[0] ?? null);
    this.#totals = { ...totals };
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  /** How many of the first places are exact. */
  get exact(): number {
    return this.#rows.exact;
  }

  apply({ nationId, gdpBefore, row, candidate }: RankingStep<Row, Candidate>): void {
    const { gdp, players } = this.#totals[nationId];
    const joined = gdpBefore === null ? 1 : 0;
    this.#count += joined;
    this.#totals[nationId] = { gdp: gdp + row.gdp - (gdpBefore ?? 0), players: players + joined };
    this.#rows.set(row);
    const candidates = this.#candidates[nationId];
    if (candidate.culturalCount > 0) candidates.set(candidate);
    else candidates.remove(candidate.wallet);
    this.#presidents[nationId] = candidates.first(1)[0] ?? null;
  }

  /** At most `limit` of the exact places, from the first. */
  first(limit: number): Row[] {
    return this.#rows.first(limit);
  }

  /** [PRE1] Null: no candidate, or not known. */
  president(nationId: NationId): Candidate | null {
    return this.#presidents[nationId];
  }

  /** False once every known candidate of a nation fell behind one that is not known. */
  get knowsPresidents(): boolean {
    return NATION_IDS.every((nationId) => this.#candidates[nationId].isFirstKnown);
  }

  total(nationId: NationId): NationTotal {
    return this.#totals[nationId];
  }

  /** Everything that is known, to go on from. */
  known(limits: {
    readonly rows: number;
    readonly candidates: number;
  }): KnownRanking<Row, Candidate> {
    return {
      rows: this.#rows.first(limits.rows),
      count: this.#count,
      candidates: byNation((nationId) => this.#candidates[nationId].known(limits.candidates)),
      totals: byNation((nationId) => this.#totals[nationId]),
    };
  }
}
