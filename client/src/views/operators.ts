import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/status.ts';

const MINUTE_MS = 60_000;

/** Whether operators have paused the game or set a notice: pushed, and polled from here in case a push was missed. */
export function useIsAnythingSet(): boolean {
  const { data } = useQuery({ ...statusQuery(), refetchInterval: MINUTE_MS });
  return Boolean(data?.paused ?? data?.notice);
}
