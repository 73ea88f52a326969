/** Two servers on one store in memory, the feed of one of which the test holds back. */
import { dena } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { composeServer } from '../../boot/compose-server.ts';
import { loadConfig } from '../../boot/config.ts';
import { sessionSecret } from '../../boot/session-secret.ts';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { readTokenMetadata } from '../../chain/token-metadata.ts';
import { createLog } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import type { FeedListener, Store } from '../../store/store.ts';
import { newDataFolder, removeDataFolder } from './data-folder.ts';
import { METADATA, TEST_CONTRACTS, TEST_PAGES } from './harness.ts';
import { ask } from './http-client.ts';
import { instead } from './instead.ts';

export interface TwoServers {
  /** Up to date, but for the moment that a feed takes. */
  readonly prompt: string;
  /** Behind while its feed is held. */
  readonly late: string;
  /** From here on the late server hears of no commit. */
  holdFeed(): void;
  /** It hears of all that it missed. */
  letFeedGo(): void;
  /** Gives a wallet DENA and a nation, at the prompt server. */
  settle(wallet: Address): Promise<void>;
  close(): Promise<void>;
}

/** The store with a feed that can be held back; everything else is as it is. */
function withHeldFeed(store: Store) {
  let isHeld = false;
  let held: (() => void)[] = [];
  const watch: Store['watch'] = (after, listener: FeedListener) => {
    const later = (tell: () => void) => {
      if (isHeld) held.push(tell);
      else tell();
    };
    return store.watch(after, {
      onEvent: (event) => later(() => listener.onEvent(event)),
      onLost: (error) => later(() => listener.onLost(error)),
    });
  };
  return {
    store: instead(store, { watch }),
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
      for (const tell of held.splice(0)) tell();
      held = [];
    },
  };
}

export async function startTwoServers(): Promise<TwoServers> {
  const dataDir = await newDataFolder();
  const store = openMemoryStore();
  const chain = new FakeChain();
  const feed = withHeldFeed(store);
  const config = {
    ...loadConfig('test', { PORT: '0', DATA_DIR: dataDir, WALLET_PROOF: 'off' }),
    ethRpcUrls: ['http://127.0.0.1:1'],
    contracts: TEST_CONTRACTS,
  };
  const start = async (its: Store) =>
    composeServer({
      config,
      store: its,
      chain,
      readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, METADATA),
      sessionSecret: await sessionSecret(config),
      log: createLog('silent'),
      pages: () => Promise.resolve(TEST_PAGES),
    });
  const prompt = await start(store);
  const late = await start(feed.store);
  return {
    prompt: prompt.url,
    late: late.url,
    holdFeed: () => feed.hold(),
    letFeedGo: () => feed.letGo(),
    async settle(walletAddress) {
      chain.give(walletAddress, { denaWei: dena(100_000) });
      const json = { walletAddress, nationId: 'italy' };
      const answer = await ask(prompt.url, '/api/player-nation', { json });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    async close() {
      feed.letGo();
      await Promise.all([prompt.close(), late.close()]);
      await store.close();
      await removeDataFolder(dataDir);
    },
  };
}
