/**
 * Reads of the chain for callers who have proven no wallet. Anybody can ask them any number of times, and a
 * provider's plan counts every call, so that they share one small allowance, one answer per wallet and block,
 * and never wait in front of an endpoint that limits our rate: signed commands do.
 */
import type { Holdings } from '../../common/values/player.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import { RecentMap } from '../lib/recent-map.ts';
import { TokenBucket } from '../lib/token-bucket.ts';
import type { Chain } from './chain.ts';

/**
 * Together 2,950 calls a day at most, about what the plan for 1,000 players in docs/operating.md leaves. The game
 * knows its players' balances itself, so that few reads are needed in a burst; nothing stands in for a signature.
 */
const READS = { burst: 10, perSecond: 1 / 60, floodAfter: Number.POSITIVE_INFINITY } as const;
const SIGNATURES = { ...READS, burst: 60 } as const;
/** Longer than a block of Mainnet: no answer is older, even if nobody follows the chain. */
const REMEMBERED_MS = 15_000;

/** All of them throw QueueFull if the allowance is used up and the answer is not known. */
export type StrangerReads = Pick<Chain, 'holdings' | 'tokenBalance' | 'acceptsSignature'>;

interface Remembered<Answer> {
  readonly block: string | undefined;
  readonly at: number;
  readonly answer: Promise<Answer>;
}

export function createStrangerReads({
  chain,
  newestBlock,
  now = () => performance.now(),
}: {
  readonly chain: StrangerReads & Pick<Chain, 'endpoints'>;
  /** The hash of the newest processed block. */
  readonly newestBlock: () => string | undefined;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}): StrangerReads {
  const reads = new TokenBucket(READS, now());
  // Separate, so that a flood of reads keeps no contract wallet from signing in.
  const signatures = new TokenBucket(SIGNATURES, now());

  function take(allowance: TokenBucket): void {
    const states = chain.endpoints().map(({ state }) => state);
    const isLimited = states.length > 0 && states.every((state) => state === 'limited');
    if (isLimited || allowance.take(now()) !== 'yes') {
      throw new QueueFull('no calls to the chain are left for strangers');
    }
  }

  /** Shares the answer to each key while the newest block stays the same; a failure is an answer, too. */
  function oncePerBlock<Answer>() {
    const remembered = new RecentMap<Remembered<Answer>>(REMEMBERED_MS, now());
    return (key: string, read: () => Promise<Answer>): Promise<Answer> => {
      const block = newestBlock();
      const known = remembered.get(key, now());
      if (known && known.block === block && now() - known.at < REMEMBERED_MS) return known.answer;
      take(reads);
      const answer = read();
      remembered.set(key, { block, at: now(), answer }, now());
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
