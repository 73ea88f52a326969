/** The default GET of a query: its key's parts, joined by '/', are the path (SPEC.md §7). */
import type { AnswerOf, Call } from '../../../common/protocol/call.ts';
import { ApiError } from './api-error.ts';
import { readAnswer, send } from './request.ts';

interface QueryContext {
  readonly queryKey: readonly unknown[];
  readonly signal: AbortSignal;
}

/** A query function for a call without a query string: `['/api/dena/stakes', wallet]` and the like. */
export function getByKey<C extends Call>(call: C) {
  return async ({ queryKey, signal }: QueryContext): Promise<AnswerOf<C>> =>
    readAnswer(call, await send('GET', queryKey.join('/'), { signal }));
}

/** The same where one refusal means 'there is none': 401 for a session, 404 for a player. */
export function getByKeyOrNull<C extends Call>(call: C, nullStatus: 401 | 404) {
  const get = getByKey(call);
  return async (context: QueryContext): Promise<AnswerOf<C> | null> => {
    try {
      return await get(context);
    } catch (error) {
      if (error instanceof ApiError && error.status === nullStatus) return null;
      throw error;
    }
  };
}
