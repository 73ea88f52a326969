/** Two servers on one store in memory; the test can hold back the feed of one of them. */
import { dena } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import type { FeedListener, Store } from '../../store/store.ts';
import { Harness } from './harness.ts';
import { instead } from './instead.ts';

export interface TwoServers {
  /** Up to date, except for the moment that a feed takes. */
  readonly prompt: string;
  /** Behind while its feed is held. */
  readonly late: string;
  /** From here on the late server receives no commits. */
  holdFeed(): void;
  /** It receives all that it missed. */
  letFeedGo(): void;
  /** Gives a wallet DENA and a nation, at the prompt server. */
  settle(wallet: Address): Promise<void>;
  close(): Promise<void>;
}

/** The store with a feed that can be held back; everything else is unchanged. */
function withHeldFeed(store: Store) {
  let isHeld = false;
  const held: (() => void)[] = [];
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
    },
  };
}

export async function startTwoServers(): Promise<TwoServers> {
  const store = openMemoryStore();
  const feed = withHeldFeed(store);
  const env = { WALLET_PROOF: 'off' };
  const prompt = await Harness.start({ env, store });
  const late = await Harness.start({ env, store: feed.store });
  return {
    prompt: prompt.url,
    late: late.url,
    holdFeed: () => feed.hold(),
    letFeedGo: () => feed.letGo(),
    async settle(walletAddress) {
      for (const { chain } of [prompt, late]) chain.give(walletAddress, { denaWei: dena(100_000) });
      const json = { walletAddress, nationId: 'italy' };
      const answer = await prompt.ask('/api/player-nation', { json });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    async close() {
      feed.letGo();
      await Promise.all([prompt.close(), late.close()]);
      await store.close();
    },
  };
}
