/** A wallet's NFT stakes, national and cultural. */
import { queryOptions } from '@tanstack/react-query';
import { territoryCall } from '../../../common/protocol/nfts.ts';
import type { Address } from '../../../common/values/address.ts';
import { getByKey } from './get-by-key.ts';
import { newerStakes } from './held-stakes.ts';

/** All active stakes, then ended ones, each newest first; requested only for a wallet. */
export function territoryQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/territory', walletAddress] as const,
    queryFn: getByKey(territoryCall),
    structuralSharing: newerStakes,
    enabled: walletAddress !== null,
  });
}
