/**
 * Makes the server read the chain again and settle resources [CHN1]. The hook is in `nation-refresh.ts`:
 * every page mounts it, and it loads this file only when a refresh is due.
 */
import type { QueryClient } from '@tanstack/react-query';
import { refreshCall } from '../../../../common/protocol/upkeep.ts';
import type { Address } from '../../../../common/values/address.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { request } from '../../api/request.ts';
import { territoryQuery } from '../../api/territory.ts';
import { keepPlayer } from './cache-effects.ts';

/** @throws what `request` throws. */
export async function refreshNation(
  queryClient: QueryClient,
  walletAddress: Address,
): Promise<void> {
  keepPlayer(queryClient, walletAddress, await request(refreshCall, { body: { walletAddress } }));
  // It may have ended stakes that are no longer backed.
  void queryClient.invalidateQueries({ queryKey: denaStakesQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: territoryQuery(walletAddress).queryKey });
}
