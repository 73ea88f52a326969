/**
 * Each nation's rows in the order of [LB1]: one more rank index per nation. A wallet never changes
 * its nation [NAT3].
 */
import type { RankKey } from '../../common/rules/ranking.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { RankIndex } from './rank-index.ts';

export class NationRows<Row extends RankKey & { readonly nationId: NationId }> {
  readonly #indexes: Readonly<Record<NationId, RankIndex<Row>>>;
  /** By a row's id among all, its id in the index of its nation. */
  readonly #ids: number[] = [];

  /** @param rows of all nations, by id. */
  constructor(rows: readonly Row[]) {
    const rowsOf = byNation((): Row[] => []);
    // By index: before code that runs once is optimised, `for … of` allocates at every step.
    for (let id = 0; id < rows.length; id += 1) {
      const row = rows[id];
      if (row) this.#ids.push(rowsOf[row.nationId].push(row) - 1);
    }
    this.#indexes = byNation((nationId) => new RankIndex(rowsOf[nationId]));
  }

  /** How many rows a nation has. */
  count(nationId: NationId): number {
    return this.#indexes[nationId].size;
  }

  add(id: number, row: Row): void {
    this.#ids[id] = this.#indexes[row.nationId].add(row);
  }

  update(id: number, row: Row): void {
    this.#indexes[row.nationId].update(this.#ids[id] ?? 0, row);
  }

  remove(id: number, { nationId }: Row): void {
    this.#indexes[nationId].remove(this.#ids[id] ?? 0);
  }

  /** At most `limit` rows of a nation, best first, after skipping `offset` of them. */
  slice(nationId: NationId, limit: number, offset: number): Row[] {
    return this.#indexes[nationId].slice(offset, limit);
  }
}
