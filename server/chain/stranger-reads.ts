/**
 * Reads of the chain for callers who have proven no wallet. Anybody can ask them any number of times, and a
 * provider's plan counts every call, so that they share one small allowance, one answer per wallet and block,
 * and never wait in front of an endpoint that limits our rate: signed commands do.
 */
import type { Holdings } from '../../common/values/player.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import { monotonicNow } from '../lib/machine.ts';
import { RecentMap } from '../lib/recent-map.ts';
import { TokenBucket } from '../lib/token-bucket.ts';
import type { Chain } from './chain.ts';

/** Calls per second: 8,700 a day at most, which the plans in docs/operating.md have in hand. */
const READS_PER_SECOND = 0.1;
/** More than a few addresses can use up, which have twelve a minute each (`limits.ts`). */
const SIGNATURES_PER_SECOND = 1;
/** Longer than a block of Mainnet: no answer is older, even if nobody follows the chain. */
const REMEMBERED_MS = 15_000;

/** All of them throw QueueFull if the allowance is used up and the answer is not known. */
type StrangerReads = Pick<Chain, 'holdings' | 'tokenBalance' | 'acceptsSignature'>;

interface Remembered<Answer> {
  readonly block: string | undefined;
  readonly at: number;
  readonly answer: Promise<Answer>;
}

export function createStrangerReads(parts: {
  readonly chain: StrangerReads & Pick<Chain, 'endpoints'>;
  /** How many calls of each kind there are at once. */
  readonly burst: number;
  /** The hash of the newest processed block. */
  readonly newestBlock: () => string | undefined;
}): StrangerReads {
  const { chain, burst, newestBlock } = parts;
  const allowance = (perSecond: number) => ({ burst, perSecond, floodAfter: Infinity });
  const reads = new TokenBucket(allowance(READS_PER_SECOND), monotonicNow());
  // Separate, so that a flood of reads keeps no contract wallet from signing in.
  const signatures = new TokenBucket(allowance(SIGNATURES_PER_SECOND), monotonicNow());

  function take(bucket: TokenBucket): void {
    const states = chain.endpoints().map(({ state }) => state);
    // A plan that is used up has no burst to give, or each pause's end would be the strangers' again.
    const isLimited = states.length > 0 && states.every((state) => state === 'limited');
    if (isLimited) bucket.empty(monotonicNow());
    if (bucket.take(monotonicNow()) !== 'yes') {
      throw new QueueFull('no calls to the chain are left for strangers');
    }
  }

  /** Shares the answer to each key while the newest block stays the same; a failure is an answer, too. */
  function oncePerBlock<Answer>() {
    const remembered = new RecentMap<Remembered<Answer>>(REMEMBERED_MS, monotonicNow());
    return (key: string, read: () => Promise<Answer>): Promise<Answer> => {
      const block = newestBlock();
      const at = monotonicNow();
      const known = remembered.get(key, at);
      if (known && known.block === block && at - known.at < REMEMBERED_MS) return known.answer;
      take(reads);
      const answer = read();
      remembered.set(key, { block, at, answer }, at);
      return answer;
    };
  }

  const holdings = oncePerBlock<Holdings>();
  const balances = oncePerBlock<bigint>();
  return {
    holdings: async (wallet, nationId, atLeastBlock) =>
      holdings(`${wallet} ${nationId}`, () => chain.holdings(wallet, nationId, atLeastBlock)),
    tokenBalance: async (collection, wallet, tokenId) =>
      balances(`${wallet} ${collection} ${tokenId}`, () =>
        chain.tokenBalance(collection, wallet, tokenId),
      ),
    async acceptsSignature(...asked) {
      take(signatures);
      return chain.acceptsSignature(...asked);
    },
  };
}
