/** The nonces of sign-ins, with how often each made the server ask the chain. */
import type { Store } from '../store.ts';

type Parts = Pick<Store, 'rows'>;

/** Stores a nonce until it is spent or expires. @throws StoreUnavailable */
export async function issueNonce(store: Parts, nonce: string, ttlMs: number): Promise<void> {
  await store.rows('nonce').put({ key: nonce, document: '0', ttlMs });
}

/** True once for each that was issued and has not expired. @throws StoreUnavailable */
export async function spendNonce(store: Parts, nonce: string): Promise<boolean> {
  return store.rows('nonce').delete(nonce);
}

/**
 * Takes one of the `most` questions that a nonce allows: true if it was issued, has not been spent
 * or expired, and has one left. @throws StoreUnavailable
 */
export async function takeQuestion(store: Parts, nonce: string, most: number): Promise<boolean> {
  return store.rows('nonce').increment({ key: nonce, by: 1, most });
}

/** Returns a question that was taken but could not be asked. @throws StoreUnavailable */
export async function returnQuestion(store: Parts, nonce: string): Promise<void> {
  await store.rows('nonce').increment({ key: nonce, by: -1 });
}
