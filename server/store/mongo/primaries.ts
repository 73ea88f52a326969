/**
 * Whether there is a primary, and [ORD1] which one answered a load. One that was replaced and does
 * not know it yet, for example because it was frozen, may answer with a number below commits which
 * its successor has answered: a change decided on such a number is loaded again, and committed with
 * another one.
 */
import type { MongoClient, TopologyDescription } from 'mongodb';
import { monotonicNow } from '../../lib/machine.ts';

/** More loads than can be waiting for their commits. */
const REMEMBERED = 10_000;

export class Primaries {
  /** How many primaries have been seen. */
  #term = 0;
  #election: string | null = null;
  #goneSince: number | null = null;
  /** By the number that a load returned, the term in which it was sent; oldest first. */
  readonly #terms = new Map<number, number>();

  /** @param client not connected yet, so that the first primary is seen too. */
  constructor(client: Pick<MongoClient, 'on'>) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => this.#look(newDescription));
  }

  /** The current primary's, as far as the driver knows. */
  get term(): number {
    return this.#term;
  }

  /** For how long the driver has known of none, in ms. */
  get goneMs(): number {
    return this.#goneSince === null ? 0 : monotonicNow() - this.#goneSince;
  }

  /** Records that a load sent in this term returned this number. */
  answered(order: number, term: number): void {
    this.#terms.set(order, term);
    const [oldest = order] = this.#terms.keys();
    if (this.#terms.size > REMEMBERED) this.#terms.delete(oldest);
  }

  /** True if a primary other than the current one may have returned this number. */
  isOutdated(order: number): boolean {
    return (this.#terms.get(order) ?? this.#term) !== this.#term;
  }

  #look({ servers }: TopologyDescription): void {
    const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
    this.#goneSince = primary ? null : (this.#goneSince ?? monotonicNow());
    const election = primary?.electionId?.toHexString() ?? null;
    if (election === null || election === this.#election) return;
    this.#election = election;
    this.#term += 1;
  }
}
