/** Whether what the game stands on answers. */
import type { Chain } from '../chain/chain.ts';
import type { Store } from '../store/store.ts';
import { within } from './deadline.ts';

/** How long the store and the chain have to answer. */
const PING_MS = 2000;
/** How long an answer stands, so that asking often does not burden the chain's node. */
const FRESH_MS = 1000;

export interface Readiness {
  readonly store: boolean;
  readonly chain: boolean;
}

export function createReadiness({
  store,
  chain,
}: {
  readonly store: Pick<Store, 'ping'>;
  readonly chain: Pick<Chain, 'ping'>;
}): () => Promise<Readiness> {
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    if (!latest || performance.now() - latest.at > FRESH_MS) {
      const answer = Promise.all([answers(store.ping()), answers(chain.ping())]).then(
        ([storeAnswers, chainAnswers]) => ({ store: storeAnswers, chain: chainAnswers }),
      );
      latest = { at: performance.now(), answer };
    }
    return latest.answer;
  };
}

function answers(ping: Promise<void>): Promise<boolean> {
  return within(PING_MS, ping, () => new Error('no answer in time')).then(
    () => true,
    () => false,
  );
}
