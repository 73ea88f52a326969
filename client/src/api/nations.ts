/** The nations that a player can choose from. */
import { queryOptions } from '@tanstack/react-query';
import { nationsCall } from '../../../common/protocol/nations.ts';
import { getByKey } from './get-by-key.ts';

export function nationsQuery() {
  return queryOptions({
    queryKey: ['/api/nations'] as const,
    queryFn: getByKey(nationsCall),
  });
}
