/**
 * Keeps what the page knows that of the server's rules. Not in `config.ts`, which the first page
 * loads.
 */
import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from './config.ts';
import { rulesHash } from './server-version.ts';

/** What is asked again; what is polled or pushed comes by itself. */
const BY_RULES = ['/api/config', '/api/rules', '/api/nations', '/api/player-nation'];

/**
 * Reads the configuration again when an answer has another hash than the cached one, until the two
 * agree, and what else the rules decide. Ends with the callback.
 */
export function followRules(queryClient: QueryClient): () => void {
  const { queryKey } = configQuery();
  return rulesHash.subscribe(() => {
    const cached = queryClient.getQueryData(queryKey);
    if (!cached || cached.rulesHash === rulesHash.get()?.hash) return;
    if (queryClient.isFetching({ queryKey }) > 0) return;
    for (const path of BY_RULES) void queryClient.invalidateQueries({ queryKey: [path] });
  });
}
