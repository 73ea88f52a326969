/** How many sockets watch the game. */
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import { useLiveValue } from './live-context.ts';

/**
 * The last count received; null if none is known, the socket is down, or the server is too old to send it.
 */
export function useWatching(): WatchingMessage | null {
  return useLiveValue((client) => client.watching(), null);
}
