/** How many watch the game. */
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import { useLiveValue } from './live-context.ts';

/** As last told; null while nothing is known, the socket is down, or the server is older than that. */
export function useWatching(): WatchingMessage | null {
  return useLiveValue((client) => client.watching(), null);
}
