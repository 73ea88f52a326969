/** Finds players by a prefix of their address or name, among a million. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { compareRank } from '../../common/rules/ranking.ts';
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
    for (let id = 0; id < rows.length; id += 1) this.add(id, index.row(id));
  }

  /** Call it after the row was added to the index. */
  add(id: number, row: BoardRow): void {
    this.#addresses.add(id, row.wallet.slice(2, 2 + BOX).toLowerCase());
    if (row.name !== null) this.#names.add(id, row.name);
  }

  /** Call it after a row replaced another one of the same wallet. */
  update(id: number, before: BoardRow, after: BoardRow): void {
    if (before.name === after.name) return;
    if (before.name !== null) this.#names.remove(id, before.name);
    if (after.name !== null) this.#names.add(id, after.name);
  }

  /** The rows whose address or name has this prefix, case-insensitively: the best-ranked ones, best first. */
  find(text: string, limit: number): BoardRow[] {
    const name = normalised(text);
    const digits = text.toLowerCase().startsWith('0x') ? text.slice(2).toLowerCase() : null;
    const isNamed = (row: BoardRow) => row.name?.startsWith(name) ?? false;
    const isAddressed = (row: BoardRow) => digits !== null && digitsOf(row).startsWith(digits);
    // Of a short prefix there may be very many.
    if ((digits ?? name).length < BOX) {
      const first = this.#index
        .slice(0, this.#first)
        .filter((row) => isNamed(row) || isAddressed(row));
      if (first.length >= limit) return first.slice(0, limit);
    }
    const named = this.#withPrefix(this.#names, name, isNamed);
    const addressed = digits === null ? [] : this.#withPrefix(this.#addresses, digits, isAddressed);
    const found = [named, addressed].flatMap((ids) => this.#index.best(ids, limit));
    return [...new Set(found)].toSorted(compareRank).slice(0, limit);
  }

  #withPrefix(boxes: Boxes, prefix: string, isIt: (row: BoardRow) => boolean): readonly number[] {
    const ids = boxes.near(prefix);
    // A player in the boxes of a short prefix has it.
    return prefix.length <= BOX ? ids : ids.filter((id) => isIt(this.#index.row(id)));
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

/** Normalised as far as a name's prefix can be: names are stored as ENSIP-15 normalises them. */
function normalised(text: string): string {
  return text.normalize('NFC').replaceAll('\u{fe0f}', '').toLowerCase();
}

function digitsOf({ wallet }: BoardRow): string {
  return wallet.slice(2).toLowerCase();
}
