import { useQuery } from '@tanstack/react-query';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { statusQuery } from '../api/status.ts';
import { useLive } from '../live/live-context.ts';

const MINUTE_MS = 60_000;

/** Whether operators have paused the game or set a notice: pushed, and polled from here. */
export function useIsAnythingSet(): boolean {
  const { status } = useLive();
  const isDown = status === 'polling' || status === 'reconnecting';
  const { data } = useQuery({
    ...statusQuery(),
    // In case a push was missed, and instead of pushes.
    refetchInterval: isDown ? POLL_INTERVAL_MS : MINUTE_MS,
  });
  return Boolean(data?.paused ?? data?.notice);
}
