/** Test support: the list as a client keeps it, changed only by what it is sent. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { compareRank, type RankKey } from '../../../common/rules/ranking.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Presidency } from '../entry.ts';
import type { ListChange } from '../window.ts';

export class ModelList {
  readonly #entries = new Map<Address, LeaderboardEntry>();

  constructor(entries: readonly LeaderboardEntry[] = []) {
    for (const entry of entries) this.#entries.set(entry.walletAddress, entry);
  }

  /** Replaces the held rows of one nation with those of a fetched list. */
  replaceNation(nationId: NationId, list: readonly LeaderboardEntry[]): void {
    for (const entry of this.#entries.values()) {
      if (entry.nationId === nationId) this.#entries.delete(entry.walletAddress);
    }
    for (const entry of list) {
      if (entry.nationId === nationId) this.#entries.set(entry.walletAddress, entry);
    }
  }

  apply(nationId: NationId, { changed, left }: ListChange, presidency: Presidency): void {
    for (const wallet of left) this.#entries.delete(wallet);
    for (const entry of changed) this.#entries.set(entry.walletAddress, entry);
    const { presidentWallet, presidentStakedCount } = presidency;
    for (const [wallet, entry] of this.#entries) {
      if (entry.nationId !== nationId) continue;
      this.#entries.set(wallet, { ...entry, presidentWallet, presidentStakedCount });
    }
  }

  /** Best first, with ranks that it computes itself. */
  entries(): LeaderboardEntry[] {
    return [...this.#entries.values()]
      .toSorted((a, b) => compareRank(keyOf(a), keyOf(b)))
      .map((entry, i) => ({ ...entry, rank: i + 1 }));
  }
}

function keyOf(entry: LeaderboardEntry): RankKey {
  return {
    gdp: entry.gdp,
    gdpOrder: entry.gdpOrder ?? Number.NaN,
    wallet: entry.walletAddress,
  };
}
