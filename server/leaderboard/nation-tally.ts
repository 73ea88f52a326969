/**
 * One nation's figures, updated row by row: its GDP, its players, and its candidates for president
 * [PRE1].
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Presidency } from './entry.ts';
import { RankIndex } from './rank-index.ts';

/** A nation beside its rows. `gdp` is in dollars, the sum of its players'. */
export interface NationTotals extends Presidency {
  readonly gdp: number;
  readonly players: number;
}

/**
 * A player with cultural NFTs staked. [PRE1] orders them as [LB1] orders rows, with the number of
 * NFTs in place of the GDP, so that one index implementation serves both.
 */
interface Candidate {
  readonly gdp: number;
  readonly gdpOrder: number;
  readonly wallet: Address;
  readonly row: BoardRow;
}

export class NationTally {
  #gdp = 0;
  #players = 0;
  #culturalStaked = 0;
  /** The candidates, the president first. */
  readonly #candidates = new RankIndex<Candidate>();
  /** The first of them: the list's rows need nothing else. */
  #president: BoardRow | null = null;

  get totals(): NationTotals {
    const president = this.#president;
    return {
      gdp: this.#gdp,
      players: this.#players,
      presidentWallet: president?.wallet ?? null,
      presidentStakedCount: president?.culturalCount ?? 0,
    };
  }

  /** Cultural NFTs that its players have staked. */
  get culturalStaked(): number {
    return this.#culturalStaked;
  }

  /** [PRE1] The president first; at most `limit`. */
  candidates(limit: number): readonly { readonly wallet: Address }[] {
    return this.#candidates.slice(0, limit);
  }

  /**
   * Counts a row of this nation instead of the wallet's previous row, null for a new player.
   * Returns true if the president or their number of cultural NFTs changed.
   */
  replace(before: BoardRow | null, after: BoardRow): boolean {
    this.#gdp += after.gdp - (before?.gdp ?? 0);
    if (!before) this.#players += 1;
    this.#culturalStaked += after.culturalCount - (before?.culturalCount ?? 0);
    // Nearly all players have none, and are no candidates before or after.
    if (after.culturalCount === 0 && (before?.culturalCount ?? 0) === 0) return false;
    const was = this.#president;
    const { culturalCount: gdp, culturalOrder: gdpOrder, wallet } = after;
    if (gdp > 0) this.#candidates.put({ gdp, gdpOrder, wallet, row: after });
    else this.#candidates.remove(wallet);
    const is = this.#candidates.slice(0, 1)[0]?.row ?? null;
    this.#president = is;
    return is?.wallet !== was?.wallet || is?.culturalCount !== was?.culturalCount;
  }
}
