/** The embedded store fulfils the contract of every store, and of those that keep games. */
import { join } from 'node:path';
import Database from 'libsql';
import { storeContract } from '../testing/conformance.ts';
import { storeDurability, type DurableStore } from '../testing/durability.ts';
import { newDataFolder, removeDataFolder } from '../../test/support/data-folder.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { openEmbeddedActs } from './embedded-acts.ts';
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
    async act(document) {
      const acts = openEmbeddedActs({ dataDir });
      const number = await acts.append(document);
      await acts.close();
      return number;
    },
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
