/**
 * The wallets whose own rows are watched, at any rank, and which of those rows changed since the
 * last take: their content, their rank (also if others moved it) or their nation's president.
 *
 * A row that moves shifts the rank of everyone between its old place and its new one. Each move is
 * recorded as that stretch of the order; the watched rows have their own rank index, which finds
 * those within it.
 */
import type { RankKey } from '../../common/rules/ranking.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { BoardChange } from './board.ts';
import { entryDiffers } from './entry.ts';
import { RankIndex } from './rank-index.ts';

/**
 * A part of the order from a key (inclusive) to another (exclusive), which is the mover's own;
 * null: to the end.
 */
interface Stretch {
  readonly from: RankKey;
  readonly to: RankKey | null;
}

export class WatchedWallets {
  readonly #watched = new Map<string, Address>();
  /** Of those who have a nation. */
  readonly #rows = new RankIndex<BoardRow>();
  #changed = new Set<Address>();
  #shifted: Stretch[] = [];
  #newPresidents = new Set<NationId>();

  /** Watches a wallet from now on; `row` is its row on the board, if any. */
  add(wallet: Address, row: BoardRow | null): void {
    this.#watched.set(wallet, wallet);
    if (row) this.#rows.put(row);
  }

  /** @param name any text: if it is no watched wallet, nothing happens. */
  delete(name: string): void {
    const wallet = this.#watched.get(name);
    if (!wallet) return;
    this.#rows.remove(wallet);
    this.#watched.delete(name);
    this.#changed.delete(wallet);
  }

  /** The watched wallet of this name, if it is one. */
  named(name: string): Address | undefined {
    return this.#watched.get(name);
  }

  wallets(): Address[] {
    return [...this.#watched.values()];
  }

  note({ before, after, presidentChanged }: BoardChange): void {
    if (this.#watched.size === 0) return;
    const { row } = after;
    if (this.#watched.has(row.wallet)) {
      this.#rows.put(row);
      if (!before || entryDiffers(before.row, row)) this.#changed.add(row.wallet);
    }
    if (!before) this.#shifted.push({ from: row, to: null });
    else if (before.rank < after.rank) this.#shifted.push({ from: before.row, to: row });
    else if (before.rank > after.rank) this.#shifted.push({ from: row, to: before.row });
    if (presidentChanged) this.#newPresidents.add(row.nationId);
  }

  /** The watched wallets whose row changed since the last call, even if it changed back. */
  take(): Set<Address> {
    const changed = this.#changed;
    // How many more stretches begin than end at each place.
    const begun = new Int32Array(this.#rows.size + 1);
    const add = (place: number, count: number) => (begun[place] = (begun[place] ?? 0) + count);
    for (const { from, to } of this.#shifted) {
      add(this.#rows.countAbove(from), 1);
      add(to ? this.#rows.countAbove(to) : this.#rows.size, -1);
    }
    const isQuiet = this.#shifted.length + this.#newPresidents.size === 0;
    let shifted = 0;
    for (const [place, row] of isQuiet ? [] : this.#rows.slice(0, this.#rows.size).entries()) {
      shifted += begun[place] ?? 0;
      if (shifted > 0 || this.#newPresidents.has(row.nationId)) changed.add(row.wallet);
    }
    this.#forget();
    return changed;
  }

  /** Starts over after the board was replaced. */
  reload(rowOf: (wallet: Address) => BoardRow | null): void {
    const wallets = this.wallets();
    for (const wallet of wallets) this.delete(wallet);
    for (const wallet of wallets) this.add(wallet, rowOf(wallet));
    this.#forget();
  }

  #forget(): void {
    this.#changed = new Set();
    this.#shifted = [];
    this.#newPresidents = new Set();
  }
}
