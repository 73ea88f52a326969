/**
 * How many sockets one address may open, and how fast it may open them: a whole school behind one
 * address can play, but one machine that opens thousands can't use up the memory.
 */
import { KeyCounts } from '../../lib/budget.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { TokenBucket } from '../../lib/token-bucket.ts';

/**
 * An address may open twice its socket limit in one burst, so a reconnect storm after a restart is
 * never limited.
 */
const BURST_PER_SOCKET = 2;
/** The burst refills over this time. */
const REFILL_S = 60;

export type AddressLimit = ReturnType<typeof limitAddresses>;

/**
 * @param most sockets per address; 0: no limit.
 * @param at the machine's monotonic clock, in ms, here and below.
 */
export function limitAddresses(most: number, at: number) {
  const open = new KeyCounts();
  /**
   * A bucket is forgotten only once it would be full again, so a new one in its place is
   * equivalent.
   */
  const handshakes = new RecentMap<TokenBucket>(REFILL_S * 1000, at);
  const burst = most * BURST_PER_SOCKET;
  const limits = { burst, perSecond: burst / REFILL_S, floodAfter: Infinity };

  return {
    /** True if the address may open another socket. Call it once per handshake. */
    admits(key: string, now: number): boolean {
      if (most === 0) return true;
      let bucket = handshakes.get(key, now);
      if (!bucket) {
        bucket = new TokenBucket(limits, now);
        handshakes.set(key, bucket, now);
      }
      return bucket.take(now) === 'yes' && open.of(key) < most;
    },

    opened(key: string): void {
      if (most > 0) open.add(key, 1);
    },

    closed: (key: string) => open.add(key, -1),
  };
}
