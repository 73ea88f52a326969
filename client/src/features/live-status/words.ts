/** Texts about the live connection, for the header and the stale notice. */
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import type { useLive } from '../../live/live-context.ts';

export type LiveStatus = ReturnType<typeof useLive>['status'];

export const LIVE_WORDS: Readonly<Record<LiveStatus, { word: string; title: string }>> = {
  connecting: { word: 'Connecting', title: 'Joining the live ranking' },
  live: { word: 'Live', title: 'Every change arrives the moment it happens' },
  polling: {
    word: 'Not live',
    title: `No live connection: the ranking is asked for every ${POLL_INTERVAL_MS / 1000} seconds`,
  },
  reconnecting: { word: 'Reconnecting', title: 'The live connection was lost and is coming back' },
};
