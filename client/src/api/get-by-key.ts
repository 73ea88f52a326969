/** A query's default GET: the parts of its key, joined by '/', are the path [CAL1]. */
import type { AnswerOf, Call } from '../../../common/protocol/call.ts';

/** The first page asks nothing before it stands: what asks and parses loads with the rest. */
const late = async () => {
  const [{ readAnswer }, { send }, { ApiError }] = await Promise.all([
    import('./read-answer.ts'),
    import('./request.ts'),
    import('./api-error.ts'),
  ]);
  return { readAnswer, send, ApiError };
};

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
    const { readAnswer, send } = await late();
    const [call, response] = await Promise.all([
      typeof source === 'function' ? source() : source,
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
      const { ApiError } = await late();
      if (error instanceof ApiError && error.status === nullStatus) return null;
      throw error;
    }
  };
}
