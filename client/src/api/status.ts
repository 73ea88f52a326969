/** What operators have set: pushed, and polled by the line that shows it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Status } from '../../../common/protocol/status.ts';
import { OFFLINE, useIsOffline } from '../lib/offline.ts';
import { getByKeyOrNull } from './get-by-key.ts';

/** Null: nothing is known to be set, as with a server of the version before. */
export function statusQuery() {
  return queryOptions({
    queryKey: ['/api/status'] as const,
    queryFn: getByKeyOrNull(
      async () => (await import('../../../common/protocol/status.ts')).statusCall,
      404,
    ),
    // The socket brings what is set when it connects.
    initialData: (): Status | null => null,
  });
}

/** True while an operator has paused the game: commands are refused. */
export function useIsPaused(): boolean {
  return useQuery({ ...statusQuery(), select: (status) => Boolean(status?.paused) }).data;
}

/** Why no command can be sent at present, for players; null if one can. */
export function useWhyNot(): string | null {
  const isPaused = useIsPaused();
  if (useIsOffline()) return OFFLINE;
  return isPaused ? 'The game is paused.' : null;
}
