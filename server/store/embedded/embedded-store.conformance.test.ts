/** The embedded store keeps the contract of every store. */
import { storeContract } from '../testing/conformance.ts';
import { newDataDir } from './data-dir.ts';
import { openEmbeddedStore } from './embedded-store.ts';

storeContract('the embedded store', async () => {
  const { dataDir, remove } = await newDataDir();
  const store = await openEmbeddedStore({ dataDir });
  let current = store;
  return {
    store,
    async reopen() {
      await current.close();
      current = await openEmbeddedStore({ dataDir });
      return current;
    },
    async dispose() {
      await current.close();
      await remove();
    },
  };
});
