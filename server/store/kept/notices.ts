/** Notices of processes for each other, by topic; a move leaves them out. */
import { keysOf } from '../rows.ts';
import type { Store } from '../store.ts';

/** More than there are processes. */
const MOST = 10_000;

/**
 * Publishes the holder's notice on a topic, replacing its last one, for `ttlMs` by the store's own
 * clock (0 withdraws it). Returns the texts of all unexpired notices on the topic.
 * @throws StoreUnavailable
 */
export async function publishNotice(
  store: Pick<Store, 'rows'>,
  topic: string,
  {
    holder,
    text,
    ttlMs,
  }: { readonly holder: string; readonly text: string; readonly ttlMs: number },
): Promise<readonly string[]> {
  const notices = store.rows('notice');
  const key = `${topic}:${holder}`;
  if (ttlMs > 0) await notices.put({ key, document: text, ttlMs });
  else await notices.delete(key);
  const found = await notices.range({ ...keysOf(topic), limit: MOST, order: 'ascending' });
  return found.map(({ document }) => document);
}
