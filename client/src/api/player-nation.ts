/** A player with their nation and resources, and the choice of that nation. */
import { queryOptions } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/player-nation.ts');

/** Asked only for a wallet; null where it has chosen no nation yet. */
export function playerNationQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/player-nation', walletAddress] as const,
    queryFn: getByKeyOrNull(async () => (await calls()).playerNationCall, 404),
    enabled: walletAddress !== null,
  });
}

export async function chooseNation(
  body: { walletAddress: Address; nationId: NationId },
  idempotencyKey: string,
): Promise<PlayerNationView> {
  const { chooseNationCall } = await calls();
  return request(chooseNationCall, { body, idempotencyKey });
}
