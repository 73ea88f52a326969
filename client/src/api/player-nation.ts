/** A player with their nation and resources. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { getByKeyOrNull } from './get-by-key.ts';

const calls = () => import('../../../common/protocol/player-nation.ts');

/** Asked only for a wallet; null where it has chosen no nation yet. */
export function playerNationQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/player-nation', walletAddress] as const,
    queryFn: getByKeyOrNull(async () => (await calls()).playerNationCall, 404),
    enabled: walletAddress !== null,
  });
}
