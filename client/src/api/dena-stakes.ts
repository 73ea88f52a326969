/** A wallet's DENA stakes. */
import { queryOptions } from '@tanstack/react-query';
import { denaStakesCall } from '../../../common/protocol/dena-stakes.ts';
import type { Address } from '../../../common/values/address.ts';
import { getByKey } from './get-by-key.ts';
import { newerStakes } from './held-stakes.ts';

/** All active stakes, then ended ones, each newest first; requested only for a wallet. */
export function denaStakesQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/dena/stakes', walletAddress] as const,
    queryFn: getByKey(denaStakesCall),
    structuralSharing: newerStakes,
    enabled: walletAddress !== null,
  });
}
