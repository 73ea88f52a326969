/** A player with their nation and resources, and the choice of that nation. */
import { queryOptions } from '@tanstack/react-query';
import {
  chooseNationCall,
  playerNationCall,
  type PlayerNationView,
} from '../../../common/protocol/player-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { request } from './request.ts';

/** Asked only for a wallet; null where it has chosen no nation yet. */
export function playerNationQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/player-nation', walletAddress] as const,
    queryFn: getByKeyOrNull(playerNationCall, 404),
    enabled: walletAddress !== null,
  });
}

export function chooseNation(
  body: { walletAddress: Address; nationId: NationId },
  idempotencyKey: string,
): Promise<PlayerNationView> {
  return request(chooseNationCall, { body, idempotencyKey });
}
