import { useQuery } from '@tanstack/react-query';
import { REHEARSAL_WORDS } from '../../../common/values/product.ts';
import { configQuery } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { statusQuery } from '../api/status.ts';
import { useLive } from '../live/live-context.ts';

const MINUTE_MS = 60_000;

/** Whether operators have paused the game or set a notice: pushed, and polled from here in case a push was missed. */
export function useIsAnythingSet(): boolean {
  const { status } = useLive();
  const isDown = status === 'polling' || status === 'reconnecting';
  const refetchInterval = isDown ? POLL_INTERVAL_MS : MINUTE_MS;
  const { data } = useQuery({ ...statusQuery(), refetchInterval });
  return Boolean(data?.paused ?? data?.notice);
}

/** What every page says for good where the game is played for trial [SCR68]; otherwise null. */
export function useRehearsal(): string | null {
  const { data: config } = useQuery(configQuery());
  return config?.isRehearsal ? REHEARSAL_WORDS : null;
}
