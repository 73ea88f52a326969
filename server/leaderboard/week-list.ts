/** [SEA3, SEA4] The ranked players of one week, and what they add up to. */
import { beginningWith, FOUND_ROWS } from '../../common/protocol/leaderboard.ts';
import { SEASON_ROWS, type SeasonDetail, type SeasonEntry } from '../../common/protocol/seasons.ts';
import type { RankKey } from '../../common/rules/ranking.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import type { Board } from './board.ts';
import { RankIndex } from './rank-index.ts';

/**
 * A player in a week's race: ranked as [LB1] ranks rows, with the score in place of the GDP.
 * Dollars.
 */
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
  readonly #sizes: Record<NationId, number> = byNation(() => 0);
  /** [SEA4] */
  readonly gained: Record<NationId, number> = byNation(() => 0);

  /** @param racers each once. */
  constructor(racers: readonly Racer[] = []) {
    const ranked = racers.filter(({ gdp: score }) => score > 0);
    this.#index = new RankIndex(ranked);
    for (const racer of ranked) this.#count(racer, 1);
  }

  /** How many are ranked. */
  get size(): number {
    return this.#index.size;
  }

  /** How many of a nation are ranked. */
  nationSize(nationId: NationId): number {
    return this.#sizes[nationId];
  }

  /** Puts a player in place of what is known of them. A score of 0 or less is not ranked. */
  put(racer: Racer): void {
    this.remove(racer.wallet);
    if (racer.gdp <= 0) return;
    this.#index.put(racer);
    this.#count(racer, 1);
  }

  remove(wallet: Address): void {
    const racer = this.#index.get(wallet);
    if (racer) this.#count(racer, -1);
    this.#index.remove(wallet);
  }

  ranked(wallet: Address): RankedRacer | null {
    const ranked = this.#index.ranked(wallet);
    return ranked && { racer: ranked.row, rank: ranked.rank };
  }

  /** At most `limit` racers, best first, after skipping `offset`. */
  slice(limit: number, offset: number): Racer[] {
    return this.#index.slice(offset, limit);
  }

  /** The same of a nation, with their ranks among all. */
  nationSlice(nationId: NationId, limit: number, offset: number): RankedRacer[] {
    const rest = Math.max(0, this.nationSize(nationId) - offset);
    return this.#index
      .slice(offset, Math.min(limit, rest), isOf(nationId))
      .flatMap(({ wallet }) => this.ranked(wallet) ?? []);
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
    return NATION_IDS.flatMap((nationId) => this.nationSlice(nationId, 1, 0)).toSorted(
      (a, b) => a.rank - b.rank,
    );
  }

  #count({ nationId, gdp: score }: Racer, sign: 1 | -1): void {
    this.#sizes[nationId] += sign;
    this.gained[nationId] += sign * score;
  }
}

/** Which entries of a week's list. */
export interface WeekQuery {
  readonly limit: number;
  readonly offset: number;
  readonly nationId?: NationId | undefined;
  /** The beginning of an address or a name: a search has the 20 best-ranked, whatever the limit. */
  readonly q?: string | undefined;
}

export interface WeekPart {
  readonly entries: readonly SeasonEntry[];
  /** How many there are in all, or of that nation; how many were found. */
  readonly count: number;
  /** What it was made of: looks at entries or players, and reads of players' commits. */
  readonly looks: number;
  readonly reads: number;
  /** True if it is the same for good. */
  readonly isSettled: boolean;
}

/** Of a part that is in memory. */
export const NO_WORK = { looks: 0, reads: 0 };

/** Where the names are that players have now. */
interface NamesNow {
  ranked(wallet: Address): { readonly row: Pick<BoardRow, 'name'> } | null;
}

/** A racer as it is sent, with the name that the player has now. */
export function seasonEntry(board: NamesNow, { racer, rank }: RankedRacer): SeasonEntry {
  const { wallet, nationId, base, gdp: gained } = racer;
  const name = board.ranked(wallet)?.row.name ?? null;
  return { rank, walletAddress: wallet, name, nationId, gained, gdp: base + gained };
}

/** At most `limit` entries, best first, after skipping `offset`: of a nation, or of all. */
export function seasonEntries(
  board: NamesNow,
  list: WeekList,
  limit: number,
  offset = 0,
  nationId?: NationId,
): SeasonEntry[] {
  const ranked = nationId
    ? list.nationSlice(nationId, limit, offset)
    : list.slice(limit, offset).map((racer, i) => ({ racer, rank: offset + i + 1 }));
  return ranked.map((one) => seasonEntry(board, one));
}

/** A part of the list of a week that is in memory. */
export function openPart(
  board: NamesNow & Pick<Board, 'beginningWith'>,
  list: WeekList,
  query: WeekQuery,
): WeekPart {
  const { limit, offset, nationId, q } = query;
  if (q === undefined) {
    const entries = seasonEntries(board, list, limit, offset, nationId);
    const count = nationId ? list.nationSize(nationId) : list.size;
    return { ...NO_WORK, entries, count, isSettled: false };
  }
  const first = seasonEntries(board, list, SEASON_ROWS);
  const found = foundAmong(first, query);
  const isAll = found.length === FOUND_ROWS || first.length === list.size;
  const rows = isAll ? [] : board.beginningWith(q);
  const others = rows
    .filter(isOf(nationId))
    .flatMap(({ wallet }) => list.ranked(wallet) ?? [])
    .filter(({ rank }) => rank > first.length)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, FOUND_ROWS - found.length);
  const entries = [...found, ...others.map((one) => seasonEntry(board, one))];
  const looks = first.length + rows.length;
  return { ...NO_WORK, entries, count: entries.length, looks, isSettled: false };
}

/** Those of a week's first entries that a search finds. */
export function foundAmong(
  entries: readonly SeasonEntry[],
  { q = '', nationId }: WeekQuery,
): SeasonEntry[] {
  const isIt = beginningWith(q);
  return entries
    .filter(isOf(nationId))
    .filter(({ name, walletAddress: wallet }) => isIt({ name, wallet }))
    .slice(0, FOUND_ROWS);
}

/** Whether a player is of a nation; of any if none is asked for. */
export function isOf(nationId: NationId | undefined) {
  return (one: { readonly nationId: NationId }): boolean =>
    nationId === undefined || one.nationId === nationId;
}

/** A week's list at one rev. */
export interface WeekNow {
  readonly week: number;
  readonly players: number;
  readonly gained: WeekList['gained'];
  readonly best: readonly SeasonEntry[];
  readonly presidents: SeasonDetail['presidents'];
  readonly entries: readonly SeasonEntry[];
  /** All who are ranked. */
  readonly list: WeekList;
}

/** What a board says of players for the rows of a week. */
interface WeekBoard extends NamesNow {
  /** [PRE1] The first candidate first. */
  presidency(
    nationId: NationId,
    limit: number,
  ): {
    readonly candidates: readonly {
      readonly row: Pick<BoardRow, 'wallet' | 'name' | 'culturalCount'>;
    }[];
  };
}

/** [PRE1] The nations' Presidents as of the board. */
export function presidentsNow(board: Pick<WeekBoard, 'presidency'>): SeasonDetail['presidents'] {
  return NATION_IDS.flatMap((nationId) =>
    board.presidency(nationId, 1).candidates.map(({ row: { wallet, name, culturalCount } }) => ({
      nationId,
      walletAddress: wallet,
      name,
      staked: culturalCount,
    })),
  );
}

/** The board with the names that a week's first players had when it ended. */
export function boardThen(board: NamesNow & Pick<Board, 'beginningWith'>, { entries }: WeekNow) {
  const then = new Map(
    entries.map(({ walletAddress, name }) => [walletAddress, { row: { name } }]),
  );
  return {
    beginningWith: (q: string) => board.beginningWith(q),
    ranked: (wallet: Address) => then.get(wallet) ?? board.ranked(wallet),
  };
}

export function weekNow(board: WeekBoard, week: number, list: WeekList): WeekNow {
  return {
    week,
    players: list.size,
    gained: { ...list.gained },
    best: list.best().map((ranked) => seasonEntry(board, ranked)),
    presidents: presidentsNow(board),
    entries: seasonEntries(board, list, SEASON_ROWS),
    list,
  };
}
