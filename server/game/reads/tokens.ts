/**
 * What tokens say of themselves, remembered for a while. Those that can be staked are few; of the rest
 * strangers may name any number, so that these are read in a lane of their own and push out none of the
 * few.
 */
import { NATION_LIST } from '../../../common/values/nations.ts';
import type { NftStake } from '../../../common/values/stake.ts';
import type { TokenAttribute } from '../../../common/values/token.ts';
import type { Chain } from '../../chain/chain.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import type { Log } from '../../observe/log.ts';

export interface Token {
  readonly name: string;
  /** Empty where there is none. */
  readonly imageUrl: string;
  readonly attributes: readonly TokenAttribute[];
}

export interface Tokens {
  /**
   * A token that cannot be read says nothing (SPEC.md §7: it is only logged).
   * @throws QueueFull only for a token that nobody can stake, where too many of these are asked for.
   */
  read(collection: NftStake['kind'], tokenId: bigint): Promise<Token>;
}

/** Reads the metadata behind a token's URI; rejects where it cannot. */
export type ReadMetadata = (uri: string, tokenId: bigint) => Promise<Token>;

const SILENT: Token = { name: '', imageUrl: '', attributes: [] };
/** What was read stands this long; after a failure another try is made sooner. */
const FRESH_MS = 10 * 60_000;
const RETRY_MS = 10_000;
/** Of the tokens that nobody can stake. */
const MOST_REMEMBERED = 1000;
const LANE = { atOnce: 4, waiting: 32 } as const;
const LANE_WAIT_MS = 3000;
/** The tokens that can be staked: one of each nation in each collection. */
const STAKEABLE = new Set(NATION_LIST.map(({ tokenId }) => BigInt(tokenId)));

interface Remembered {
  readonly token: Promise<Token>;
  until: number;
}

export function createTokens({
  chain,
  readMetadata,
  log,
}: {
  readonly chain: Pick<Chain, 'tokenUri'>;
  readonly readMetadata: ReadMetadata;
  readonly log: Log;
}): Tokens {
  const stakeable = new Map<string, Remembered>();
  const others = new Map<string, Remembered>();
  const lane = createBoundedQueue(LANE);

  /** @param known what was read of it before, where anything was. */
  function readAnew(
    collection: NftStake['kind'],
    tokenId: bigint,
    known: Remembered | undefined,
  ): Remembered {
    const entry: Remembered = { token: read(), until: performance.now() + FRESH_MS };
    return entry;

    async function read(): Promise<Token> {
      try {
        return await readMetadata(await chain.tokenUri(collection, tokenId), tokenId);
      } catch (error) {
        log.warn({ err: error, collection, tokenId: String(tokenId) }, 'no token metadata');
        entry.until = performance.now() + RETRY_MS;
        // What it said last is better than nothing.
        return known ? known.token : SILENT;
      }
    }
  }

  return {
    async read(collection, tokenId) {
      const isStakeable = STAKEABLE.has(tokenId);
      const remembered = isStakeable ? stakeable : others;
      const key = `${collection} ${tokenId}`;
      const known = remembered.get(key);
      if (known && performance.now() < known.until) return known.token;
      const remember = () => {
        if (remembered.size >= MOST_REMEMBERED) remembered.clear();
        const entry = readAnew(collection, tokenId, known);
        remembered.set(key, entry);
        return entry.token;
      };
      return isStakeable ? remember() : lane.run(remember, LANE_WAIT_MS);
    },
  };
}
