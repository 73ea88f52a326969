/** Finds players by a prefix of their address or name, among a million. */
import { beginningWith, prefixesOf } from '../../common/protocol/leaderboard.ts';
import { compareRank } from '../../common/rules/ranking.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { RankIndex } from './rank-index.ts';

/** If many match, the best ones are probably among as many first rows of the ranking. */
const FIRST = 1000;
/** Texts that begin with the same characters, this many, are in one box. */
const BOX = 3;

export class FindIndex {
  readonly #index: RankIndex<BoardRow>;
  readonly #first: number;
  readonly #addresses = new Boxes();
  readonly #names = new Boxes();

  /** @param rows those of the index, by id. */
  constructor(index: RankIndex<BoardRow>, rows: readonly BoardRow[], first = FIRST) {
    this.#index = index;
    this.#first = first;
    // By index: before code that runs once is optimised, `for … of` allocates at every step.
    for (let id = 0; id < rows.length; id += 1) this.replace(id, null, index.row(id));
  }

  /** Call it after the index has a row in place of the wallet's previous one. */
  replace(id: number, before: BoardRow | null, { wallet, name }: BoardRow): void {
    if (!before) this.#addresses.add(id, wallet.slice(2, 2 + BOX).toLowerCase());
    const known = before?.name ?? null;
    if (known === name) return;
    if (known !== null) this.#names.remove(id, known);
    if (name !== null) this.#names.add(id, name);
  }

  /**
   * The rows whose address or name has this prefix, case-insensitively: the best-ranked ones, best
   * first.
   */
  find(text: string, limit: number): BoardRow[] {
    // Of a short prefix there may be very many.
    const [name, digits = name] = prefixesOf(text);
    if (digits.length < BOX) {
      const first = this.#index.slice(0, this.#first).filter(beginningWith(text));
      if (first.length >= limit) return first.slice(0, limit);
    }
    let best: BoardRow[] = [];
    for (const row of this.all(text)) {
      const last = best[limit - 1];
      if (last && compareRank(last, row) < 0) continue;
      best = [...best, row].toSorted(compareRank).slice(0, limit);
    }
    return best;
  }

  /** All of them, in no order. */
  all(text: string): BoardRow[] {
    return this.#matching(text).map((id) => this.#index.row(id));
  }

  #matching(text: string): number[] {
    const isIt = beginningWith(text);
    const [name, digits] = prefixesOf(text);
    const near = (boxes: Boxes, prefix: string) => {
      const ids = boxes.near(prefix);
      // A player in the boxes of a short prefix has it.
      return prefix.length <= BOX ? ids : ids.filter((id) => isIt(this.#index.row(id)));
    };
    const addressed = digits === undefined ? [] : near(this.#addresses, digits);
    return [...new Set([...near(this.#names, name), ...addressed])];
  }
}

/** Ids by the first characters of their texts. */
class Boxes {
  readonly #boxes = new Map<string, number[]>();

  add(id: number, text: string): void {
    const first = text.slice(0, BOX);
    const box = this.#boxes.get(first);
    if (box) box.push(id);
    else this.#boxes.set(first, [id]);
  }

  remove(id: number, text: string): void {
    const box = this.#boxes.get(text.slice(0, BOX));
    box?.splice(box.indexOf(id), 1);
  }

  /** The ids of everyone whose text has this prefix; of a longer one than BOX, of others too. */
  near(prefix: string): readonly number[] {
    const first = prefix.slice(0, BOX);
    if (first.length === BOX) return this.#boxes.get(first) ?? [];
    return [...this.#boxes].flatMap(([begins, box]) => (begins.startsWith(first) ? box : []));
  }
}
