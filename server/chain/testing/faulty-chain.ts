/**
 * A chain that fails by a plan, within what the port allows: its calls are slow, fail although they were
 * carried out, or name an older block where the port allows that. `fake-node-faults.ts` has the faults of
 * single endpoints.
 */
import fc from 'fast-check';
import { turns } from '../../../tools/test/turns.ts';
import { ChainUnavailable, type Chain } from '../chain.ts';

/** `older`: holdings are returned under the number of the previous block; other calls are refused. */
type ChainFate = 'done' | 'slow' | 'refused' | 'older';

/** The fate of each call, in order; after the last one everything works. */
export type ChainFaults = readonly ChainFate[];

export const anyChainFaults = (most = 20): fc.Arbitrary<ChainFaults> =>
  fc.array(fc.constantFrom<ChainFate>('done', 'done', 'slow', 'refused', 'older'), {
    maxLength: most,
    size: 'max',
  });

const SLOW_TURNS = 7;

/** The calls that commands make to the chain. */
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
    if (fate === 'slow') await turns(SLOW_TURNS);
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
      // A lagging endpoint names its own block; the balances returned are the newest anyway.
      return { ...held, block: held.block - 1 };
    },
    tokenBalance: (...asked) => call(() => chain.tokenBalance(...asked)),
    tokenUri: (...asked) => call(() => chain.tokenUri(...asked)),
    heal() {
      isHealed = true;
    },
  };
}
