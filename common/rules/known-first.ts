/**
 * The first places of an order of which only the first members were known at some moment, kept up
 * as members change. Members that were unknown then were behind the last known one, and stay there
 * until they change. So all members ahead of that place are known, and their places are exact.
 */
import type { Address } from '../values/address.ts';

/** Below 0 if the first one comes first; never 0 for two wallets. */
type Compare<Member> = (a: Member, b: Member) => number;

export class KnownFirst<Member extends { readonly wallet: Address }> {
  readonly #compare: Compare<Member>;
  /** In order. */
  readonly #known: Member[];
  readonly #byWallet: Map<Address, Member>;
  /** Where the unknown began; null if there were none. */
  readonly #unknownFrom: Member | null;
  /** True if not even the first place was known: then none is ever exact. */
  readonly #isBlind: boolean;

  /**
   * @param first the first members, in order
   * @param areAll whether there were no others
   */
  constructor(first: readonly Member[], areAll: boolean, compare: Compare<Member>) {
    this.#compare = compare;
    this.#known = [...first];
    this.#byWallet = new Map(first.map((member) => [member.wallet, member]));
    this.#unknownFrom = areAll ? null : (first.at(-1) ?? null);
    this.#isBlind = !areAll && first.length === 0;
  }

  /** A member as it is now, of before or new. */
  set(member: Member): void {
    this.remove(member.wallet);
    this.#known.splice(this.#placeOf(member), 0, member);
    this.#byWallet.set(member.wallet, member);
  }

  /** Takes a member out, if it is known: it no longer has a place. */
  remove(wallet: Address): void {
    const member = this.#byWallet.get(wallet);
    if (member === undefined) return;
    this.#byWallet.delete(wallet);
    this.#known.splice(this.#placeOf(member), 1);
  }

  /** Whether it is known who is first, or that nobody is. */
  get isFirstKnown(): boolean {
    return !this.#isBlind && (this.#unknownFrom === null || this.exact > 0);
  }

  /** How many of the first places are exact. */
  get exact(): number {
    if (this.#isBlind) return 0;
    if (this.#unknownFrom === null) return this.#known.length;
    const place = this.#placeOf(this.#unknownFrom);
    const member = this.#known[place];
    const isThere = member !== undefined && this.#compare(member, this.#unknownFrom) === 0;
    return isThere ? place + 1 : place;
  }

  /** At most `limit` of the exact places, from the first. */
  first(limit: number): Member[] {
    return this.#known.slice(0, Math.min(limit, this.exact));
  }

  /** The first places, to begin another order with. */
  known(limit: number): { readonly first: Member[]; readonly areAll: boolean } {
    const first = this.first(limit);
    const areAll = this.#unknownFrom === null && !this.#isBlind && first.length === this.exact;
    return { first, areAll };
  }

  /** The place that a member has or would have, from 0. */
  #placeOf(member: Member): number {
    let low = 0;
    let high = this.#known.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#known[middle];
      if (other !== undefined && this.#compare(other, member) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
