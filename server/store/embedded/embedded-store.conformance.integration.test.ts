/** The embedded store fulfils the contract of every store, and of those that keep games. */
import { join } from 'node:path';
import Database from 'libsql';
import { storeContract } from '../testing/conformance.ts';
import { storeDurability, type DurableStore } from '../testing/durability.ts';
import { inDirectory } from '../locations.ts';
import { actIn } from '../testing/locations.ts';
import { newDataFolder, removeDataFolder } from '../../test/support/data-folder.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { openEmbeddedStore } from './embedded-store.ts';

async function openStore(): Promise<DurableStore> {
  const dataDir = await newDataFolder();
  const store = await openEmbeddedStore({ dataDir });
  let current = store;
  return {
    store,
    damage: (wallet) => {
      const database = new Database(join(dataDir, DATABASE_FILE));
      database.prepare("UPDATE players SET document = '{' WHERE wallet = ?").run(wallet);
      database.close();
      return Promise.resolve();
    },
    act: (document) => actIn(inDirectory(dataDir), document),
    async reopen() {
      await current.close();
      current = await openEmbeddedStore({ dataDir });
      return current;
    },
    async dispose() {
      await current.close();
      await removeDataFolder(dataDir);
    },
  };
}

storeContract('the embedded store', openStore);
storeDurability('the embedded store', openStore);
