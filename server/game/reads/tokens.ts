/** What the tokens that can be staked say of themselves, remembered for a while. */
import type { NftStake } from '../../../common/values/stake.ts';
import type { TokenAttribute } from '../../../common/values/token.ts';
import type { Chain } from '../../chain/chain.ts';
import type { Log } from '../../observe/log.ts';

export interface Token {
  readonly name: string;
  /** Empty where there is none. */
  readonly imageUrl: string;
  readonly attributes: readonly TokenAttribute[];
}

export interface Tokens {
  /** Never fails: a token that cannot be read says nothing (SPEC.md §7: it is only logged). */
  read(collection: NftStake['kind'], tokenId: bigint): Promise<Token>;
}

/** Reads the metadata behind a token's URI; rejects where it cannot. */
export type ReadMetadata = (uri: string, tokenId: bigint) => Promise<Token>;

const SILENT: Token = { name: '', imageUrl: '', attributes: [] };
/** What was read stands this long; after a failure another try is made sooner. */
const FRESH_MS = 10 * 60_000;
const RETRY_MS = 10_000;
/** Only the game's own tokens are worth remembering; a verify may name any id. */
const MOST_REMEMBERED = 1000;

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
  const remembered = new Map<string, Remembered>();

  return {
    read(collection, tokenId) {
      const key = `${collection} ${tokenId}`;
      const known = remembered.get(key);
      const now = performance.now();
      if (known && now < known.until) return known.token;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const entry: Remembered = { token: readAnew(), until: now + FRESH_MS };
      remembered.set(key, entry);
      return entry.token;

      async function readAnew(): Promise<Token> {
        try {
          return await readMetadata(await chain.tokenUri(collection, tokenId), tokenId);
        } catch (error) {
          log.warn({ err: error, collection, tokenId: String(tokenId) }, 'no token metadata');
          entry.until = performance.now() + RETRY_MS;
          // What it said last is better than nothing.
          return known ? known.token : SILENT;
        }
      }
    },
  };
}
