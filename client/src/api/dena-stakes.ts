/** A wallet's DENA stakes: their list, a new one, the end of one. */
import { queryOptions } from '@tanstack/react-query';
import {
  denaStakesCall,
  stakeDenaCall,
  unstakeDenaCall,
  type DenaStakeView,
} from '../../../common/protocol/dena-stakes.ts';
import type { Address } from '../../../common/values/address.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import { getByKey } from './get-by-key.ts';
import { request } from './request.ts';

/** Newest first, ended stakes included; asked only for a wallet. */
export function denaStakesQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/dena/stakes', walletAddress] as const,
    queryFn: getByKey(denaStakesCall),
    enabled: walletAddress !== null,
  });
}

/** @param body.amount whole DENA as a decimal string, as the player typed it. */
export function stakeDena(
  body: { walletAddress: Address; amount: string },
  idempotencyKey: string,
): Promise<DenaStakeView> {
  return request(stakeDenaCall, { body, idempotencyKey });
}

export function unstakeDena(
  body: { walletAddress: Address; stakeId: StakeId },
  idempotencyKey: string,
): Promise<DenaStakeView> {
  return request(unstakeDenaCall, { body, idempotencyKey });
}
