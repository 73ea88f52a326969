/** Small durable facts of the server itself: the chain cursor, a development clock's offset. */
import type { Store } from '../store.ts';

type Parts = Pick<Store, 'rows'>;

/** Null: it was never put. @throws StoreUnavailable */
export async function setting(store: Parts, name: string): Promise<string | null> {
  return (await store.rows('setting').get(name))?.document ?? null;
}

/** @throws StoreUnavailable */
export async function putSetting(store: Parts, name: string, value: string): Promise<void> {
  await store.rows('setting').put({ key: name, document: value });
}
