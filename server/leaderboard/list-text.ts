/**
 * Rows of the board as JSON text, byte for byte what `JSON.stringify` makes of the entries. A row's
 * text is cached for as long as the row and its nation's president are unchanged, since between two
 * lists nearly all of them are: only the rank is written again.
 */
import type { BoardRow } from '../../common/values/board-row.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Board } from './board.ts';
import { leaderboardEntry, type Presidency } from './entry.ts';

interface RowText extends Presidency {
  /** Everything after the rank, which comes first. */
  readonly rest: string;
}

const RANKED = '{"rank":';
const UNRANKED = `${RANKED}0`;

export class ListText {
  readonly #board: Board;
  readonly #known = new WeakMap<BoardRow, RowText>();

  constructor(board: Board) {
    this.#board = board;
  }

  /**
   * `limit` rows, best first, after skipping `offset`. Their texts are cached as long as they are
   * unchanged.
   */
  page(limit: number, offset: number): string {
    const rows = this.#board.slice(limit, offset);
    return `[${rows.map((row, i) => `${RANKED}${offset + i + 1}${this.#restOf(row)}`).join(',')}]`;
  }

  /** The same for a nation's rows, which keep their ranks among all. */
  nationPage(nationId: NationId, limit: number, offset: number): string {
    const rows = this.#board.nationSlice(nationId, limit, offset);
    return `[${rows.map(({ row, rank }) => `${RANKED}${rank}${this.#restOf(row)}`).join(',')}]`;
  }

  #restOf(row: BoardRow): string {
    const { presidentWallet, presidentStakedCount } = this.#board.nation(row.nationId);
    const known = this.#known.get(row);
    if (
      known?.presidentWallet === presidentWallet &&
      known.presidentStakedCount === presidentStakedCount
    ) {
      return known.rest;
    }
    const presidency = { presidentWallet, presidentStakedCount };
    const rest = JSON.stringify(leaderboardEntry(row, 0, presidency)).slice(UNRANKED.length);
    this.#known.set(row, { ...presidency, rest });
    return rest;
  }
}
