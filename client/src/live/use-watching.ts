/** How many sockets watch the game. */
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import { useLiveValue } from './live-context.ts';

/** The last count received; null if none is known, or while the socket is down. */
export function useWatching(): WatchingMessage | null {
  return useLiveValue((client) => client.watching(), null);
}
