/** Two servers on one store in memory; the test can pause the feed of one of them. */
import { dena } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import type { FeedListener, Store } from '../../store/store.ts';
import { Harness } from './harness.ts';
import { instead } from './instead.ts';

export interface TwoServers {
  /** Up to date, except for the moment that a feed takes. */
  readonly prompt: string;
  /** Behind while its feed is paused. */
  readonly lagging: string;
  /** From here on the lagging server receives no commits. */
  pauseFeed(): void;
  /** It receives all that it missed. */
  resumeFeed(): void;
  /** Gives a wallet DENA and a nation, at the prompt server. */
  settle(wallet: Address): Promise<void>;
  close(): Promise<void>;
}

/** The store with a feed that can be paused; everything else is unchanged. */
function withPausableFeed(store: Store) {
  let isPaused = false;
  const missed: (() => void)[] = [];
  const watch: Store['watch'] = (after, listener: FeedListener) => {
    const forward = (call: () => void) => {
      if (isPaused) missed.push(call);
      else call();
    };
    return store.watch(after, {
      onEvent: (event) => forward(() => listener.onEvent(event)),
      onLost: (error) => forward(() => listener.onLost(error)),
    });
  };
  return {
    store: instead(store, { watch }),
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      for (const call of missed.splice(0)) call();
    },
  };
}

export async function startTwoServers(): Promise<TwoServers> {
  const store = openMemoryStore();
  const feed = withPausableFeed(store);
  const env = { WALLET_PROOF: 'off' };
  const prompt = await Harness.start({ env, store });
  const lagging = await Harness.start({ env, store: feed.store });
  return {
    prompt: prompt.url,
    lagging: lagging.url,
    pauseFeed: () => feed.pause(),
    resumeFeed: () => feed.resume(),
    async settle(walletAddress) {
      const servers = [prompt, lagging];
      for (const { chain } of servers) chain.give(walletAddress, { denaWei: dena(100_000) });
      const json = { walletAddress, nationId: 'italy' };
      const answer = await prompt.ask('/api/player-nation', { json });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    async close() {
      feed.resume();
      await Promise.all([prompt.close(), lagging.close()]);
      await store.close();
    },
  };
}
