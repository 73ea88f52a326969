/**
 * Names that an operator has hidden. The game itself forgets such a name by a commit; the events,
 * rankings and weeks from before keep it, and are masked by this one mask when they are read.
 */
import type { Address } from '../../common/values/address.ts';

type Named = { readonly name: string | null };

export class NameMask {
  readonly #hidden: () => ReadonlyMap<Address, number>;

  /**
   * @param hidden the wallets whose names are hidden, and from when on by every process (machine
   * time, ms): only more of them, in one data set.
   */
  constructor(hidden: () => ReadonlyMap<Address, number> = () => NOBODY) {
    this.#hidden = hidden;
  }

  /** How many are hidden: what was made before has another. */
  get count(): number {
    return this.#hidden().size;
  }

  hides(wallet: Address): boolean {
    return this.#hidden().has(wallet);
  }

  /** From when on no process shows the wallet's name, ms; 0 if it is not hidden. */
  hiddenAt(wallet: Address): number {
    return this.#hidden().get(wallet) ?? 0;
  }

  row<Row extends Named & { readonly wallet: Address }>(row: Row): Row {
    return row.name !== null && this.hides(row.wallet) ? { ...row, name: null } : row;
  }

  entry<Entry extends Named & { readonly walletAddress: Address }>(entry: Entry): Entry {
    const { name, walletAddress } = entry;
    return name !== null && this.hides(walletAddress) ? { ...entry, name: null } : entry;
  }

  event<Event extends { readonly row: Named & { readonly wallet: Address } }>(event: Event): Event {
    const row = this.row(event.row);
    return row === event.row ? event : { ...event, row };
  }
}

const NOBODY: ReadonlyMap<Address, number> = new Map();
