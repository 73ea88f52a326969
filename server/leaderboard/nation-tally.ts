/** One nation's figures, kept current row by row: its GDP, its players and its president [PRE1]. */
import { comparePresidency } from '../../common/rules/ranking.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Presidency } from './entry.ts';

/** A nation as `gdp` messages tell it. `gdp` is in dollars, the sum of its players'. */
export interface NationTotals extends Presidency {
  readonly gdp: number;
  readonly players: number;
}

export class NationTally {
  #gdp = 0;
  #players = 0;
  #president: BoardRow | null = null;
  /** Everyone with a cultural NFT staked: few beside a nation's players. */
  readonly #candidates = new Map<Address, BoardRow>();

  get totals(): NationTotals {
    return {
      gdp: this.#gdp,
      players: this.#players,
      presidentWallet: this.#president?.wallet ?? null,
      presidentStakedCount: this.#president?.culturalCount ?? 0,
    };
  }

  /**
   * Counts a row of this nation in the place of the wallet's row before, null for a new player.
   * Answers whether the president or their number of cultural NFTs is another now.
   */
  replace(before: BoardRow | null, after: BoardRow): boolean {
    this.#gdp += after.gdp - (before?.gdp ?? 0);
    if (!before) this.#players += 1;
    if (after.culturalCount > 0) this.#candidates.set(after.wallet, after);
    else this.#candidates.delete(after.wallet);
    const was = this.#president;
    this.#president = this.#electAfter(was, after);
    return (
      this.#president?.wallet !== was?.wallet ||
      this.#president?.culturalCount !== was?.culturalCount
    );
  }

  /** Only a president who fell back calls for a look at every candidate. */
  #electAfter(president: BoardRow | null, changed: BoardRow): BoardRow | null {
    const stands = changed.culturalCount > 0;
    if (stands && (!president || comparePresidency(changed, president) <= 0)) return changed;
    if (president?.wallet !== changed.wallet) return president;
    let best: BoardRow | null = null;
    for (const candidate of this.#candidates.values()) {
      if (!best || comparePresidency(candidate, best) < 0) best = candidate;
    }
    return best;
  }
}
