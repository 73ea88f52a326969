/** Names on a simulated chain: resolvers that answer properly, or as a stranger's may. */
import { Buffer } from 'node:buffer';
import { address, type Address } from '../../../common/values/address.ts';
import { nodeOf, reverseNode } from '../shown-name.ts';
import { bytesWords, digitsOf, dynamicWords } from './abi-words.ts';
import type { ChainSim, WalletCode } from './chain-sim.ts';

/** The text as a contract returns it. */
export const textAnswer = (text: string): string =>
  `0x${dynamicWords([bytesWords(Buffer.from(text).toString('hex'))])}`;

export const addressAnswer = (wallet: Address): string => `0x${digitsOf(wallet).padStart(64, '0')}`;

/** Makes a node resolve by its own code, or to a fixed answer. */
export function resolve(sim: ChainSim, node: string, code: WalletCode | string): void {
  // As good as any unused address.
  const resolver = address(`0x${node.slice(2, 42)}`);
  sim.resolvers.set(node, digitsOf(resolver));
  sim.deploy(resolver, typeof code === 'string' ? () => code : code);
}

/** Makes a wallet claim a name. */
export function claim(sim: ChainSim, wallet: Address, name: string): void {
  resolve(sim, reverseNode(wallet), textAnswer(name));
}

/** Makes a wallet claim a name, and the name resolve to the wallet. */
export function giveName(sim: ChainSim, wallet: Address, name: string): void {
  claim(sim, wallet, name);
  resolve(sim, nodeOf(name), addressAnswer(wallet));
}
