/** Each nation's rows in the order of [LB1]: one more rank index per nation, which no row ever leaves [NAT3]. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { RankIndex } from './rank-index.ts';

export class NationRows {
  readonly #indexes: Readonly<Record<NationId, RankIndex<BoardRow>>>;
  /** By a row's id among all, its id in the index of its nation. */
  readonly #ids: number[] = [];

  /** @param sorted the positions of all rows, best first: no nation's are sorted again. */
  constructor(rows: readonly BoardRow[], sorted: Uint32Array) {
    const rowsOf = NATION_IDS.map((): BoardRow[] => []);
    const nationOf = new Uint8Array(rows.length);
    // By index: before code that runs once is optimised, `for … of` allocates at every step.
    for (let id = 0; id < rows.length; id += 1) {
      const row = rows[id];
      if (!row) continue;
      const nation = NATION_IDS.indexOf(row.nationId);
      nationOf[id] = nation;
      this.#ids.push((rowsOf[nation]?.push(row) ?? 0) - 1);
    }
    const sortedOf = rowsOf.map(({ length }) => new Uint32Array(length));
    const counts = new Uint32Array(NATION_IDS.length);
    for (let rank = 0; rank < sorted.length; rank += 1) {
      const id = sorted[rank] ?? 0;
      const nation = nationOf[id] ?? 0;
      const count = counts[nation] ?? 0;
      const ids = sortedOf[nation];
      if (ids) ids[count] = this.#ids[id] ?? 0;
      counts[nation] = count + 1;
    }
    this.#indexes = byNation((nationId) => {
      const nation = NATION_IDS.indexOf(nationId);
      return new RankIndex(rowsOf[nation], undefined, () => sortedOf[nation] ?? new Uint32Array());
    });
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
