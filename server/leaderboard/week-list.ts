/** [SEA3, SEA4] The ranked players of one week, and what they add up to. */
import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import type { RankKey } from '../../common/rules/ranking.ts';
import type { Address } from '../../common/values/address.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import type { Board } from './board.ts';
import { RankIndex } from './rank-index.ts';

/** A player in a week's race: ranked as [LB1] ranks rows, with the score in place of the GDP. Dollars. */
export interface Racer extends RankKey {
  readonly nationId: NationId;
  /** [SEA2] What the score counts from: the GDP is `base + gdp`. */
  readonly base: number;
}

interface RankedRacer {
  readonly racer: Racer;
  /** 1 is the best. */
  readonly rank: number;
}

export class WeekList {
  readonly #index: RankIndex<Racer>;
  readonly #ids: Map<Address, number>;
  #best: readonly RankedRacer[] | null = null;
  /** [SEA4] */
  readonly gained: Record<NationId, number> = byNation(() => 0);

  /** @param racers each once. */
  constructor(racers: readonly Racer[] = []) {
    const ranked = racers.filter(({ gdp: score }) => score > 0);
    this.#index = new RankIndex(ranked);
    this.#ids = new Map(ranked.map(({ wallet }, id) => [wallet, id]));
    for (const { nationId, gdp: score } of ranked) this.gained[nationId] += score;
  }

  /** How many are ranked. */
  get size(): number {
    return this.#ids.size;
  }

  /** Puts a player in place of what is known of them. A score of 0 or less is not ranked. */
  put(racer: Racer): void {
    const { wallet, nationId, gdp: score } = racer;
    this.remove(wallet);
    if (score <= 0) return;
    this.#best = null;
    this.#ids.set(wallet, this.#index.add(racer));
    this.gained[nationId] += score;
  }

  remove(wallet: Address): void {
    const id = this.#ids.get(wallet);
    if (id === undefined) return;
    this.#best = null;
    const { nationId, gdp: score } = this.#index.row(id);
    this.gained[nationId] -= score;
    this.#index.remove(id);
    this.#ids.delete(wallet);
  }

  ranked(wallet: Address): RankedRacer | null {
    const id = this.#ids.get(wallet);
    return id === undefined ? null : { racer: this.#index.row(id), rank: this.#index.rankOf(id) };
  }

  /** At most `limit` racers, best first, after skipping `offset`. */
  slice(limit: number, offset: number): Racer[] {
    return this.#index.slice(offset, limit);
  }

  /** The rank of a score that a player reaches now, in place of their own. */
  rankWith(wallet: Address, score: number): number {
    const key = { wallet, gdp: score, gdpOrder: Infinity };
    const own = this.ranked(wallet)?.racer;
    const isAbove = own !== undefined && own.gdp >= score;
    return this.#index.countAbove(key) + (isAbove ? 0 : 1);
  }

  /** Each nation's first racer, best first. */
  best(): readonly RankedRacer[] {
    return (this.#best ??= this.#findBest());
  }

  #findBest(): RankedRacer[] {
    const missing = new Set(
      Object.entries(this.gained).flatMap(([id, sum]) => (sum > 0 ? id : [])),
    );
    const found: RankedRacer[] = [];
    const PAGE = 1000;
    for (let offset = 0; missing.size > 0; offset += PAGE) {
      for (const [place, racer] of this.slice(PAGE, offset).entries()) {
        if (missing.delete(racer.nationId)) found.push({ racer, rank: offset + place + 1 });
      }
    }
    return found;
  }
}

/** A racer as it is sent, with the name that the player has now. */
export function seasonEntry(
  board: Pick<Board, 'ranked'>,
  { racer, rank }: RankedRacer,
): SeasonEntry {
  const { wallet, nationId, base, gdp: gained } = racer;
  const name = board.ranked(wallet)?.row.name ?? null;
  return { rank, walletAddress: wallet, name, nationId, gained, gdp: base + gained };
}

/** At most `limit` entries, best first, after skipping `offset`. */
export function seasonEntries(
  board: Pick<Board, 'ranked'>,
  list: WeekList,
  limit: number,
  offset = 0,
): SeasonEntry[] {
  return list
    .slice(limit, offset)
    .map((racer, place) => seasonEntry(board, { racer, rank: offset + place + 1 }));
}
