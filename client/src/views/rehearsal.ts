import { useQuery } from '@tanstack/react-query';
import { REHEARSAL_WORDS } from '../../../common/values/product.ts';
import { configQuery } from '../api/config.ts';

/** What every page says for good where the game is played for trial [SCR68]; otherwise null. */
export function useRehearsal(): string | null {
  const { data: config } = useQuery(configQuery());
  return config?.isRehearsal ? REHEARSAL_WORDS : null;
}
