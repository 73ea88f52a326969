/**
 * Reads of the chain for callers who have proven no wallet. Anybody can ask them any number of
 * times, and a provider's plan counts every call, so that they share one small allowance, fair
 * between their networks, and one answer per wallet and block, and never wait in front of an
 * endpoint that limits our rate: signed commands do.
 */
import type { Holdings } from '../../common/values/player.ts';
import { createQueue, QueueFull } from '../lib/bounded-queue.ts';
import { monotonicNow } from '../lib/machine.ts';
import { RecentMap } from '../lib/recent-map.ts';
import { SharedAllowance } from '../lib/shared-allowance.ts';
import type { Chain } from './chain.ts';

/** Calls per second: 8,700 a day at most, which the plans in docs/operating.md have in hand. */
const READS_PER_SECOND = 0.1;
/** Each address has twelve a minute (`limits.ts`). */
const SIGNATURES_PER_SECOND = 1;
/** Checks under way of a network at a time: a contract that stalls keeps no other one waiting. */
const SIGNATURES_OF_NETWORK = { atOnce: 2, waiting: 16 };
const SIGNATURE_WAIT_MS = 2000;
/** Longer than a block of Mainnet: no answer is older, even if nobody follows the chain. */
const REMEMBERED_MS = 15_000;

/** What the chain has; throws QueueFull if the network has none left and it is not known. */
type Reads = Pick<Chain, 'holdings' | 'tokenBalance' | 'acceptsSignature'>;

interface Remembered<Answer> {
  readonly block: string | undefined;
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/** The chain for callers of a network (`callerNetwork`). */
export function createStrangerReads(parts: {
  readonly chain: Reads & Pick<Chain, 'endpoints'>;
  /** How many calls of each kind there are at once. */
  readonly burst: number;
  /** The hash of the newest processed block. */
  readonly newestBlock: () => string | undefined;
}): (network: string) => Reads {
  const { chain, burst, newestBlock } = parts;
  const allowance = (perSecond: number) =>
    new SharedAllowance({ burst, perSecond }, monotonicNow());
  const reads = allowance(READS_PER_SECOND);
  // Separate, so that a flood of reads keeps no contract wallet from signing in.
  const signatures = allowance(SIGNATURES_PER_SECOND);
  const signatureChecks = createQueue(SIGNATURES_OF_NETWORK);

  function take(from: SharedAllowance, network: string): void {
    const states = chain.endpoints().map(({ state }) => state);
    // A plan that is used up has no burst to give, or each pause's end would be the strangers'
    // again.
    const isLimited = states.length > 0 && states.every((state) => state === 'limited');
    if (isLimited) from.empty(monotonicNow());
    if (!from.take(network, monotonicNow())) {
      throw new QueueFull('no calls to the chain are left for strangers of this network');
    }
  }

  /**
   * Shares the answer to each key while the newest block stays the same; a failure is an answer,
   * too.
   */
  function oncePerBlock<Answer>() {
    const remembered = new RecentMap<Remembered<Answer>>(REMEMBERED_MS, monotonicNow());
    return (network: string, key: string, read: () => Promise<Answer>): Promise<Answer> => {
      const block = newestBlock();
      const at = monotonicNow();
      const known = remembered.get(key, at);
      if (known && known.block === block && at - known.at < REMEMBERED_MS) return known.answer;
      take(reads, network);
      const answer = read();
      remembered.set(key, { block, at, answer }, at);
      return answer;
    };
  }

  const holdings = oncePerBlock<Holdings>();
  const balances = oncePerBlock<bigint>();
  return (network) => ({
    holdings: async (wallet, nationId, atLeastBlock) =>
      holdings(network, `${wallet} ${nationId}`, () =>
        chain.holdings(wallet, nationId, atLeastBlock),
      ),
    tokenBalance: async (collection, wallet, tokenId) =>
      balances(network, `${wallet} ${collection} ${tokenId}`, () =>
        chain.tokenBalance(collection, wallet, tokenId),
      ),
    acceptsSignature(...asked) {
      const ask = async () => {
        take(signatures, network);
        return chain.acceptsSignature(...asked);
      };
      return signatureChecks(network, ask, SIGNATURE_WAIT_MS);
    },
  });
}
