/**
 * How many sockets one address may hold, and how fast it may open them: a whole school behind one
 * address plays, one machine that opens thousands does not take everyone's memory.
 */
import { TokenBucket } from '../../lib/token-bucket.ts';
import { RecentMap } from '../../lib/recent-map.ts';

/** An address may open twice what it may hold in one go: a restart's reconnect storm meets no limit. */
const BURST_PER_SOCKET = 2;
/** And as many again in each such time. */
const REFILL_S = 60;

export class AddressLimit {
  readonly #most: number;
  /** Never more than there are sockets. */
  readonly #open = new Map<string, number>();
  /** One that is forgotten is full again by then, or opens as a new address does. */
  readonly #handshakes: RecentMap<TokenBucket>;

  /**
   * @param most sockets per address; 0: no limit.
   * @param at the machine's monotonic clock, in ms, here and below.
   */
  constructor(most: number, at: number) {
    this.#most = most;
    this.#handshakes = new RecentMap(REFILL_S * 1000, at);
  }

  /** How many entries are remembered: an address has one for its sockets, one for its handshakes. */
  get size(): number {
    return this.#handshakes.size + this.#open.size;
  }

  /** Whether the address may open another socket: asked once for each handshake. */
  admits(key: string, at: number): boolean {
    if (this.#most === 0) return true;
    return this.#takeHandshake(key, at) && (this.#open.get(key) ?? 0) < this.#most;
  }

  opened(key: string): void {
    if (this.#most > 0) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
  }

  closed(key: string): void {
    const left = (this.#open.get(key) ?? 0) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
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
