/** Each nation's rows in the order of [LB1]: one more rank index per nation, which no row ever leaves [NAT3]. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { RankIndex } from './rank-index.ts';

export class NationRows {
  readonly #indexes: Readonly<Record<NationId, RankIndex<BoardRow>>>;
  /** By a row's id among all, its id in the index of its nation. */
  readonly #ids: number[] = [];

  /** @param rows of all nations, by id. */
  constructor(rows: readonly BoardRow[]) {
    const rowsOf = byNation((): BoardRow[] => []);
    // By index: before code that runs once is optimised, `for … of` allocates at every step.
    for (let id = 0; id < rows.length; id += 1) {
      const row = rows[id];
      if (row) this.#ids.push(rowsOf[row.nationId].push(row) - 1);
    }
    this.#indexes = byNation((nationId) => new RankIndex(rowsOf[nationId]));
  }

  add(id: number, row: BoardRow): void {
    this.#ids[id] = this.#indexes[row.nationId].add(row);
  }

  update(id: number, row: BoardRow): void {
    this.#indexes[row.nationId].update(this.#ids[id] ?? 0, row);
  }

  /** At most `limit` rows of a nation, best first, after skipping `offset` of them. */
  slice(nationId: NationId, limit: number, offset: number): BoardRow[] {
    return this.#indexes[nationId].slice(offset, limit);
  }
}
