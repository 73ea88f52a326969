/** A query's default GET: the parts of its key, joined by '/', are the path [CAL1]. */
import type { AnswerOf, Call } from '../../../common/protocol/call.ts';
import { ApiError } from './api-error.ts';
import { reader, send } from './request.ts';

interface QueryContext {
  readonly queryKey: readonly unknown[];
  readonly signal: AbortSignal;
}

/**
 * A call, or how to load it: for the first page's requests, the schemas load while the answer is in flight,
 * and add nothing to that page's weight.
 */
type CallSource<C extends Call> = C | (() => Promise<C>);

/**
 * A query function for keys such as `['/api/dena/stakes', wallet]`. It sends no query string if none is
 * given.
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

/** The same if one refusal means 'there is none': 401 for a session, 404 for a player. */
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
