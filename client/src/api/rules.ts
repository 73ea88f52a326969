/**
 * Keeps the page's configuration that of the server's rules. Not in `config.ts`, which the first
 * page loads.
 */
import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from './config.ts';
import { rulesHash } from './server-version.ts';

/**
 * Reads the configuration again when an answer has another hash than the cached one, until the two
 * agree. Ends with the callback.
 */
export function followRules(queryClient: QueryClient): () => void {
  const { queryKey } = configQuery();
  return rulesHash.subscribe(() => {
    const cached = queryClient.getQueryData(queryKey);
    if (!cached || cached.rulesHash === rulesHash.get()?.hash) return;
    if (queryClient.isFetching({ queryKey }) === 0) {
      void queryClient.invalidateQueries({ queryKey });
    }
  });
}
