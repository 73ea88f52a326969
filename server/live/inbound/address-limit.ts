/**
 * How many sockets one address may hold, and how fast it may open them: a whole school behind one address
 * can play, but one machine that opens thousands can't use up the memory.
 */
import { Held } from '../../lib/budget.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { TokenBucket } from '../../lib/token-bucket.ts';

/**
 * An address may open twice its socket limit in one burst, so a reconnect storm after a restart is never
 * limited.
 */
const BURST_PER_SOCKET = 2;
/** The burst refills over this time. */
const REFILL_S = 60;

export class AddressLimit {
  readonly #most: number;
  readonly #open = new Held();
  /** A bucket is forgotten only once it would be full again, so a new one in its place is equivalent. */
  readonly #handshakes: RecentMap<TokenBucket>;

  /**
   * @param most sockets per address; 0: no limit.
   * @param at the machine's monotonic clock, in ms, here and below.
   */
  constructor(most: number, at: number) {
    this.#most = most;
    this.#handshakes = new RecentMap(REFILL_S * 1000, at);
  }

  /** The number of entries kept: up to two per address, one for its sockets and one for its handshakes. */
  get size(): number {
    return this.#handshakes.size + this.#open.size;
  }

  /** True if the address may open another socket. Call it once per handshake. */
  admits(key: string, at: number): boolean {
    if (this.#most === 0) return true;
    return this.#takeHandshake(key, at) && this.#open.of(key) < this.#most;
  }

  opened(key: string): void {
    if (this.#most > 0) this.#open.add(key, 1);
  }

  closed(key: string): void {
    this.#open.add(key, -1);
  }

  #takeHandshake(key: string, at: number): boolean {
    let bucket = this.#handshakes.get(key, at);
    if (!bucket) {
      const limits = {
        burst: this.#most * BURST_PER_SOCKET,
        perSecond: (this.#most * BURST_PER_SOCKET) / REFILL_S,
        floodAfter: Infinity,
      };
      bucket = new TokenBucket(limits, at);
      this.#handshakes.set(key, bucket, at);
    }
    return bucket.take(at) === 'yes';
  }
}
