/**
 * [CHN1] Reads logs a second time, with the next block: some endpoints index a block's logs only after they
 * announce it, and until then answer without them.
 */
import type { Address } from '../../../common/values/address.ts';
import { ChainUnavailable, type Chain } from '../../chain/chain.ts';
import type { ReadLogs } from './tail.ts';

/** If no next block comes, the logs are read again after this many looks. */
const LOOKS = 3;
/** A read that fails this often is left to the rounds. */
const TRIES = 5;
const MOST_WAITING = 16;

interface Waiting {
  readonly logs: ReadLogs;
  looks: number;
  tries: number;
}

export interface SecondReading {
  /** Records logs that were read for the first time. */
  add(logs: ReadLogs): void;
  /** Reads again what is due. @returns the wallets that the first reading missed. */
  run(headNumber: number): Promise<Address[]>;
  clear(): void;
}

export function createSecondReading(
  chain: Pick<Chain, 'transfersIn' | 'transfersAfter'>,
): SecondReading {
  let waiting: Waiting[] = [];

  return {
    add(logs) {
      waiting = [...waiting, { logs, looks: 0, tries: 0 }].slice(-MOST_WAITING);
    },
    async run(headNumber) {
      const missed: Address[] = [];
      for (const one of waiting) {
        one.looks += 1;
        if (one.logs.end.number >= headNumber && one.looks <= LOOKS) continue;
        const found = await read(one);
        if (found === 'later') continue;
        waiting = waiting.filter((other) => other !== one);
        missed.push(...found.filter((wallet) => !one.logs.wallets.has(wallet)));
      }
      return missed;
    },
    clear() {
      waiting = [];
    },
  };

  async function read(one: Waiting): Promise<readonly Address[] | 'later'> {
    const { base, end } = one.logs;
    try {
      if (!base) return (await chain.transfersIn(end)) ?? [];
      const { blocks } = await chain.transfersAfter(base, end.number);
      return (blocks ?? []).flatMap(({ wallets }) => wallets);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      one.tries += 1;
      return one.tries < TRIES ? 'later' : [];
    }
  }
}
