/**
 * How many sockets one address may hold, and how fast it may open them: a whole school behind one
 * address plays, one machine that opens thousands does not take everyone's memory.
 */
import { TokenBucket } from '../../lib/token-bucket.ts';

/** An address may open twice what it may hold in one go: a restart's reconnect storm meets no limit. */
const BURST_PER_SOCKET = 2;
/** And as many again in each such time. */
const REFILL_S = 60;

interface Held {
  open: number;
  readonly handshakes: TokenBucket;
  lastAt: number;
}

export class AddressLimit {
  readonly #most: number;
  readonly #byKey = new Map<string, Held>();
  #sweptAt: number;

  /**
   * @param most sockets per address; 0: no limit.
   * @param at the machine's monotonic clock, in ms, here and below.
   */
  constructor(most: number, at: number) {
    this.#most = most;
    this.#sweptAt = at;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Whether the address may open another socket: asked once for each handshake. */
  admits(key: string, at: number): boolean {
    if (this.#most === 0) return true;
    this.#forgetIdle(at);
    const held = this.#heldBy(key, at);
    return held.handshakes.take(at) === 'yes' && held.open < this.#most;
  }

  opened(key: string, at: number): void {
    if (this.#most > 0) this.#heldBy(key, at).open += 1;
  }

  closed(key: string): void {
    const held = this.#byKey.get(key);
    if (held) held.open -= 1;
  }

  #heldBy(key: string, at: number): Held {
    let held = this.#byKey.get(key);
    if (!held) {
      const limits = {
        burst: this.#most * BURST_PER_SOCKET,
        perSecond: (this.#most * BURST_PER_SOCKET) / REFILL_S,
        floodAfter: Infinity,
      };
      held = { open: 0, handshakes: new TokenBucket(limits, at), lastAt: at };
      this.#byKey.set(key, held);
    }
    held.lastAt = at;
    return held;
  }

  /** An address without sockets whose bucket is full again is as good as a new one. */
  #forgetIdle(at: number): void {
    const idleMs = REFILL_S * 1000;
    if (at - this.#sweptAt < idleMs) return;
    this.#sweptAt = at;
    for (const [key, { open, lastAt }] of this.#byKey) {
      if (open === 0 && at - lastAt >= idleMs) this.#byKey.delete(key);
    }
  }
}
