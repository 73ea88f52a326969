/**
 * Wallets by how their address or their name begins. Addresses lie in 4096 drawers by their first three digits,
 * names in drawers by their first two characters, so that the shortest question looks through a few
 * thousand of a million wallets.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';

/** Of an address's digits, behind the 0x, and of a name's characters. */
const DIGITS = 3;
const LETTERS = 2;
const DRAWERS = 16 ** DIGITS;

export class FindIndex {
  readonly #byAddress = Array.from({ length: DRAWERS }, (): Address[] => []);
  readonly #byName = new Map<string, Set<Address>>();

  /** Puts a row in the place of the wallet's row before, null for a new player. */
  replace(before: BoardRow | null, after: BoardRow): void {
    const { wallet } = after;
    if (!before) this.#byAddress[parseInt(wallet.slice(2, 2 + DIGITS), 16)]?.push(wallet);
    if ((before?.name ?? null) === after.name) return;
    if (before?.name) this.#byName.get(drawerOf(before.name))?.delete(wallet);
    if (!after.name) return;
    const drawer = this.#byName.get(drawerOf(after.name));
    if (drawer) drawer.add(wallet);
    else this.#byName.set(drawerOf(after.name), new Set([wallet]));
  }

  /** @param text in lower case: 0x and at least two digits, or at least two characters of a name. */
  *beginningWith(text: string, nameOf: (wallet: Address) => string | null): Iterable<Address> {
    if (!text.startsWith('0x')) {
      for (const wallet of this.#byName.get(drawerOf(text)) ?? []) {
        if (nameOf(wallet)?.startsWith(text)) yield wallet;
      }
      return;
    }
    const digits = text.slice(2);
    const first = parseInt(digits.slice(0, DIGITS).padEnd(DIGITS, '0'), 16);
    const last = parseInt(digits.slice(0, DIGITS).padEnd(DIGITS, 'f'), 16);
    for (let drawer = first; drawer <= last; drawer += 1) {
      for (const wallet of this.#byAddress[drawer] ?? []) {
        if (digits.length <= DIGITS || wallet.toLowerCase().startsWith(text)) yield wallet;
      }
    }
  }
}

function drawerOf(name: string): string {
  return name.slice(0, LETTERS);
}
