/** The game's data about a token: a read, although it is a POST. */
import { queryOptions, skipToken } from '@tanstack/react-query';
import { verifyNftCall } from '../../../common/protocol/nfts.ts';
import type { Address } from '../../../common/values/address.ts';
import { pageServer } from './page-server.ts';

/** A token of one of the two collections; its id as a decimal string. */
export interface NftRef {
  readonly tokenId: string;
  readonly contractAddress: Address;
}

/**
 * The token's picture and what a copy of it is worth; requested only for a wallet and a token.
 * Whether the wallet owns it is as of the last answer: refetch it before acting on it.
 */
export function verifyNftQuery(walletAddress: Address | null, token: NftRef | null) {
  return queryOptions({
    queryKey: ['/api/nft/verify', walletAddress, token] as const,
    queryFn:
      walletAddress && token
        ? () => pageServer.request(verifyNftCall, { body: { walletAddress, ...token } })
        : skipToken,
  });
}
