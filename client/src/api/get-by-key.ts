/**
 * A query's GET, by its key: the parts, joined by '/', are the path [CAL1]; an object at the end is
 * the query string.
 */
import type { z } from 'zod';
import type { AnswerOf, Call } from '../../../common/protocol/call.ts';

type QueryString<C extends Call> = C['query'] extends z.ZodType ? z.input<C['query']> : never;

interface QueryContext<C extends Call> {
  readonly queryKey: readonly (string | null | QueryString<C>)[];
  readonly signal: AbortSignal;
}

/** @param load the call with its schemas: they load while the answer is in flight. */
export function getByKey<C extends Call>(load: () => Promise<C>) {
  return async ({ queryKey, signal }: QueryContext<C>): Promise<AnswerOf<C>> => {
    // The first page asks nothing before it stands: what asks and parses loads with the rest.
    const { pageServer } = await import('./page-server.ts');
    const last = queryKey.at(-1);
    const [parts, query] =
      typeof last === 'object' ? [queryKey.slice(0, -1), last] : [queryKey, undefined];
    return pageServer.answerTo(load(), pageServer.send('GET', parts.join('/'), { query, signal }));
  };
}

/** The same if one refusal means 'there is none': 401 for a session, 404 for a player. */
export function getByKeyOrNull<C extends Call>(load: () => Promise<C>, nullStatus: 401 | 404) {
  const get = getByKey(load);
  return async (context: QueryContext<C>): Promise<AnswerOf<C> | null> => {
    try {
      return await get(context);
    } catch (error) {
      const { ApiError } = await import('../../../client-kit/api/api-error.ts');
      if (error instanceof ApiError && error.status === nullStatus) return null;
      throw error;
    }
  };
}
