/** The rules as they changed. Those in force: `useRules` in config.ts, which the first page has. */
import { queryOptions } from '@tanstack/react-query';
import { getByKey } from './get-by-key.ts';

/** All that were ever in force, oldest first, and those that are announced. */
export function rulesQuery() {
  return queryOptions({
    queryKey: ['/api/rules'] as const,
    queryFn: getByKey(async () => (await import('../../../common/protocol/rules.ts')).rulesCall),
  });
}
