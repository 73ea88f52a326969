/** What keeps a player current and decides nothing; it needs no session. */
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import type { Address } from '../../../common/values/address.ts';
import { request } from './request.ts';

/** Settles what resources accrued [ACC1]. */
export function updateResources(walletAddress: Address): Promise<PlayerNationView> {
  return request(updateResourcesCall, { body: { walletAddress } });
}

/** Has the server read the chain again, and settle resources [CHN1]. */
export function refreshNation(walletAddress: Address): Promise<PlayerNationView> {
  return request(refreshCall, { body: { walletAddress } });
}
