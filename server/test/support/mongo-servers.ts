/** Two servers of this process on one MongoDB, each with a store and a chain of its own, as two processes have. */
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Gift } from '../../chain/testing/fake-chain.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import type { Store } from '../../store/store.ts';
import { Harness } from './harness.ts';
import { insist } from './http-client.ts';

export interface MongoServers {
  readonly first: Harness;
  readonly second: Harness;
  readonly stores: readonly Store[];
  /** Gives a wallet tokens, on the one chain that both see, and a nation at the first. */
  settle(wallet: Address, gift: Gift, nationId?: NationId): Promise<void>;
  close(): Promise<void>;
}

const ENV = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};

export async function startMongoServers(
  uri: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MongoServers> {
  const start = async () => {
    const store = await openMongoStore({ uri });
    return { store, server: await Harness.start({ store, env: { ...ENV, ...env } }) };
  };
  const one = await start();
  const other = await start();
  const servers = [one.server, other.server];
  const stores = [one.store, other.store];
  return {
    first: one.server,
    second: other.server,
    stores,
    async settle(walletAddress, gift, nationId = 'italy') {
      for (const { chain } of servers) chain.give(walletAddress, gift);
      const json = { walletAddress, nationId };
      const answer = await insist(one.server.url, '/api/player-nation', json);
      if (answer.status !== 201) throw new Error(answer.text);
    },
    async close() {
      for (const server of servers) await server.close();
      for (const store of stores) await store.close();
    },
  };
}
