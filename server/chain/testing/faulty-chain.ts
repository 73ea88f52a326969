/**
 * A chain behind which things go wrong, by a plan: as far as the port allows, since what single endpoints
 * do is `fake-node-faults.ts`. It is late, fails though it answered its node, and answers from an older
 * block where the port allows that.
 */
import fc from 'fast-check';
import { ChainUnavailable, type Chain } from '../chain.ts';

/** `older`: what the wallet held a block before, of that block; elsewhere it is a refusal. */
type ChainFate = 'done' | 'slow' | 'refused' | 'older';

/** Of the calls in their order; after the last one that is named everything works. */
export type ChainFaults = readonly ChainFate[];

export const anyChainFaults = (most = 20): fc.Arbitrary<ChainFaults> =>
  fc.array(fc.constantFrom<ChainFate>('done', 'done', 'slow', 'refused', 'older'), {
    maxLength: most,
    size: 'max',
  });

const SLOW_TURNS = 7;
const realImmediate = setImmediate;

/** What commands ask of the chain. */
export type AskedChain = Pick<Chain, 'holdings' | 'tokenBalance' | 'tokenUri'>;

export interface FaultyChain extends AskedChain {
  /** From now on everything works. */
  heal(): void;
}

export function faultyChain(chain: AskedChain, plan: ChainFaults): FaultyChain {
  let calls = 0;
  let isHealed = false;

  async function call<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const fate = fateOfNext();
    if (fate === 'slow') await slow();
    const answer = await work();
    if (fate === 'refused' || fate === 'older') throw new ChainUnavailable('no answer');
    return answer;
  }

  function fateOfNext(): ChainFate {
    const fate = isHealed ? 'done' : (plan[calls] ?? 'done');
    calls += 1;
    return fate;
  }

  return {
    async holdings(...asked) {
      if (isHealed || plan[calls] !== 'older') return call(() => chain.holdings(...asked));
      calls += 1;
      const held = await chain.holdings(...asked);
      // An endpoint that lags: it knows nothing of the newest block.
      return { ...held, block: held.block - 1 };
    },
    tokenBalance: (...asked) => call(() => chain.tokenBalance(...asked)),
    tokenUri: (...asked) => call(() => chain.tokenUri(...asked)),
    heal() {
      isHealed = true;
    },
  };
}

async function slow(): Promise<void> {
  for (let turn = 0; turn < SLOW_TURNS; turn += 1) {
    await new Promise((resolve) => {
      realImmediate(resolve);
    });
  }
}
