/**
 * How often each signed-in wallet's commands were refused, by day and code: for an operator whom a
 * player asks why. Buffered here for some seconds, then in the store for two weeks; what a killed
 * process had not stored yet is not counted.
 */
import type { HttpRefusalCode } from '../../../common/protocol/refusals.ts';
import type { Address } from '../../../common/values/address.ts';
import { instantText } from '../../../common/values/instant.ts';
import { countRefusals } from '../../store/kept/refusals.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 14 * DAY_MS;
/**
 * Between two writes. More counts than this in one are dropped: many wallets are refused at once,
 * for one reason.
 */
export const STORE_EVERY_MS = 10_000;
const MOST = 5000;

export class RefusalCounts {
  readonly #store: Pick<Store, 'rows'>;
  readonly #now: () => number;
  #counts = new Map<string, { wallet: Address; what: string; count: number }>();

  /** @param now machine time, ms. */
  constructor(store: Pick<Store, 'rows'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  add(wallet: Address, code: HttpRefusalCode): void {
    const what = `${instantText(this.#now()).slice(0, 10)} ${code}`;
    const key = `${wallet} ${what}`;
    const known = this.#counts.get(key);
    if (known) known.count += 1;
    else if (this.#counts.size < MOST) this.#counts.set(key, { wallet, what, count: 1 });
  }

  /** Counts that the store may not have got are dropped: they would be added twice. */
  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      await countRefusals(this.#store, counts, RETENTION_MS);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
