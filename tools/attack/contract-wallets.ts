/**
 * Contract wallets as a stranger may deploy them, which the server asks whether they signed (EIP-1271). They count how
 * often they are asked, and another contract of the simulated chain says it to the attackers' process.
 */
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import type { ChainSim, WalletCode } from '../../server/chain/testing/chain-sim.ts';
import { NodeError, REVERTED } from '../../server/chain/testing/sim-contracts.ts';
import { nobody } from './attack.ts';

/** More than any wallet's check needs. */
const MOST_GAS = 30_000_000n;
const BURN_MS = 1000;
/** Of the message, in the data of isValidSignature: after `0x` and the selector. */
const HASH = { from: 10, to: 74 };
/** 2.2 MB, as hexadecimal text. */
const HUGE = `0x${'61'.repeat(1_100_000)}`;

const CODE = {
  huge: () => HUGE,
  hang: () => new Promise<string>(() => {}),
  revert() {
    throw REVERTED();
  },
  async burn() {
    await new Promise((resolve) => {
      setTimeout(resolve, BURN_MS);
    });
    throw new NodeError(-32_000, 'out of gas');
  },
} satisfies Record<string, WalletCode>;
export type Behaviour = keyof typeof CODE;

const COUNTER = address(`0xc0${'0'.repeat(38)}`);
const countedSchema = z.object({
  /** How often contract wallets were asked; about the same message at most; with more gas than that may need. */
  asked: z.int(),
  most: z.int(),
  unlimited: z.int(),
});
type Counted = z.infer<typeof countedSchema>;

export function contractWallet(behaviour: Behaviour) {
  return nobody(1 + Object.keys(CODE).indexOf(behaviour));
}

export function deployContractWallets(sim: ChainSim): void {
  const counted: Counted = { asked: 0, most: 0, unlimited: 0 };
  const byMessage = new Map<string, number>();
  for (const [n, code] of Object.values(CODE).entries()) {
    sim.deploy(nobody(1 + n), ({ data, gas }) => {
      const hash = data.slice(HASH.from, HASH.to);
      const times = (byMessage.get(hash) ?? 0) + 1;
      byMessage.set(hash, times);
      counted.asked += 1;
      counted.most = Math.max(counted.most, times);
      if (gas === null || gas > MOST_GAS) counted.unlimited += 1;
      return code();
    });
  }
  sim.deploy(COUNTER, () => JSON.stringify(counted));
}

export async function countedSoFar(rpcUrl: string): Promise<Counted> {
  const call = { method: 'eth_call', params: [{ to: COUNTER, data: '0x' }, 'latest'] };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call });
  const answer = await fetch(rpcUrl, { method: 'POST', body });
  const { result } = z.object({ result: z.string() }).parse(await answer.json());
  return countedSchema.parse(JSON.parse(result));
}
