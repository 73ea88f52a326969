/** The default GET of a query: its key's parts, joined by '/', are the path (SPEC.md §7). */
import type { AnswerOf, Call } from '../../../common/protocol/call.ts';
import { ApiError } from './api-error.ts';
import { reader, send } from './request.ts';

interface QueryContext {
  readonly queryKey: readonly unknown[];
  readonly signal: AbortSignal;
}

/**
 * A call, or how to load it: of what the first page asks for, the schemas load while the answer is on
 * its way, and are no part of that page's weight.
 */
type CallSource<C extends Call> = C | (() => Promise<C>);

/**
 * A query function for a call: of `['/api/dena/stakes', wallet]` and the like. It is asked without a query
 * string where none is given.
 */
export function getByKey<C extends Call>(source: CallSource<C>) {
  return async ({ queryKey, signal }: QueryContext, search = ''): Promise<AnswerOf<C>> => {
    const [call, { readAnswer }, response] = await Promise.all([
      typeof source === 'function' ? source() : source,
      reader(),
      send('GET', queryKey.join('/') + search, { signal }),
    ]);
    return readAnswer(call, response);
  };
}

/** The same where one refusal means 'there is none': 401 for a session, 404 for a player. */
export function getByKeyOrNull<C extends Call>(source: CallSource<C>, nullStatus: 401 | 404) {
  const get = getByKey(source);
  return async (context: QueryContext): Promise<AnswerOf<C> | null> => {
    try {
      return await get(context);
    } catch (error) {
      if (error instanceof ApiError && error.status === nullStatus) return null;
      throw error;
    }
  };
}
