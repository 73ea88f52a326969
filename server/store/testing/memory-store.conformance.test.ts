/** The memory store fulfils the contract of every store. It claims no durability. */
import { storeContract } from './conformance.ts';
import { openMemoryStore } from './memory-store.ts';

storeContract('the memory store', () => {
  const store = openMemoryStore();
  const act = async (document: string) => store.act(document);
  return Promise.resolve({ store, damage: null, act, dispose: () => store.close() });
});
