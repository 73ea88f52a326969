/** Test support: the list as a client keeps it, changed only by what it is sent. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { compareRank, type RankKey } from '../../../common/rules/ranking.ts';
import type { Address } from '../../../common/values/address.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
} from '../../../common/values/board-digest.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Presidency } from '../entry.ts';
import type { NationChange } from '../window.ts';

export class ModelList {
  readonly #entries = new Map<Address, LeaderboardEntry>();

  constructor(entries: readonly LeaderboardEntry[] = []) {
    for (const entry of entries) this.#entries.set(entry.walletAddress, entry);
  }

  apply({ changed, left }: Pick<NationChange, 'changed' | 'left'>): void {
    for (const wallet of left) this.#entries.delete(wallet);
    for (const entry of changed) this.#entries.set(entry.walletAddress, entry);
  }

  /** Best first, with ranks that it computes itself. */
  entries(presidencyOf: (nationId: NationId) => Presidency): LeaderboardEntry[] {
    return [...this.#entries.values()]
      .toSorted((a, b) => compareRank(keyOf(a), keyOf(b)))
      .map((entry, i) => ({ ...entry, ...presidencyOf(entry.nationId), rank: i + 1 }));
  }

  /** [DIG1] */
  digest(): string {
    return digestText([...this.#entries.values()].map(rowDigest).reduce(addDigest, EMPTY_DIGEST));
  }
}

function keyOf({ gdp, gdpOrder, walletAddress }: LeaderboardEntry): RankKey {
  return { gdp, gdpOrder, wallet: walletAddress };
}
