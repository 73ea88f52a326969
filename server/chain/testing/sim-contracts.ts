/**
 * The contracts of a simulated chain: the game's three, Multicall3, the ENS registry and
 * strangers'.
 */
import type { Collection } from '../chain.ts';
import { Arguments, bytesWords, digitsOf, dynamicWords, word } from './abi-words.ts';
import type { ChainSim } from './chain-sim.ts';
import type { SimBlock } from './sim-block.ts';

/** An error with which a node answers a call (JSON-RPC 2.0, 5.1). */
export class NodeError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const REVERTED = () => new NodeError(3, 'execution reverted', '0x');

/** Not imported from multicall.ts and names.ts: a wrong address there must fail tests. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

const SELECTORS = {
  decimals: '0x313ce567',
  supportsInterface: '0x01ffc9a7',
  denaBalance: '0x70a08231',
  nftBalance: '0x00fdd58e',
  uri: '0x0e89341c',
  aggregate3: '0x82ad56cb',
  getBlockNumber: '0x42cbb15c',
  resolver: '0x0178b8bf',
} as const;
/** EIP-165 itself, and EIP-1155. */
const INTERFACES: ReadonlySet<string> = new Set(['01ffc9a7', 'd9b67a26']);
interface ContractCall {
  readonly to: string;
  readonly data: string;
  /** The most gas that a stranger's code may use; null: no limit. */
  readonly gas: bigint | null;
}

/** @throws NodeError if the call reverts. */
export function callContract(
  sim: ChainSim,
  block: SimBlock,
  call: ContractCall,
): string | Promise<string> {
  const to = digitsOfAccount(call.to);
  const code = sim.code.get(to);
  if (code) return code({ data: call.data, gas: call.gas });
  return `0x${run(sim, block, to, call.data.toLowerCase())}`;
}

type Contract = 'dena' | Collection | 'multicall' | 'registry';

function contractAt(sim: ChainSim, digits: string): Contract | null {
  const { dena, nationalNft, culturalNft } = sim.contracts;
  switch (digits) {
    case digitsOf(dena):
      return 'dena';
    case digitsOf(nationalNft):
      return 'national';
    case digitsOf(culturalNft):
      return 'cultural';
    case MULTICALL_DIGITS:
      return 'multicall';
    case REGISTRY_DIGITS:
      return sim.resolvers.size > 0 ? 'registry' : null;
    default:
      return null;
  }
}
const MULTICALL_DIGITS = MULTICALL3.slice(2).toLowerCase();
const REGISTRY_DIGITS = ENS_REGISTRY.slice(2).toLowerCase();

/** The answer's digits, without a prefix. */
function run(sim: ChainSim, block: SimBlock, to: string, data: string): string {
  const contract = contractAt(sim, to);
  const selector = data.slice(0, 10);
  const args = new Arguments(data.slice(10));
  try {
    switch (contract) {
      // No code: an empty answer.
      case null:
        return '';
      case 'multicall':
        return multicall(sim, block, selector, args);
      case 'registry':
        if (selector !== SELECTORS.resolver) throw REVERTED();
        return (sim.resolvers.get(`0x${args.word(0)}`) ?? '').padStart(64, '0');
      case 'dena':
        if (selector === SELECTORS.decimals) return word(18);
        if (selector !== SELECTORS.denaBalance) throw REVERTED();
        return word(sim.balance(block, 'dena', args.account(0), 0n));
      case 'national':
      case 'cultural':
        return collection(sim, block, contract, { selector, args });
    }
  } catch (error) {
    if (error instanceof RangeError) throw REVERTED();
    throw error;
  }
}

function collection(
  sim: ChainSim,
  block: SimBlock,
  asset: Collection,
  call: { readonly selector: string; readonly args: Arguments },
): string {
  const { selector, args } = call;
  switch (selector) {
    case SELECTORS.supportsInterface:
      return word(INTERFACES.has(args.word(0).slice(0, 8)) ? 1 : 0);
    case SELECTORS.nftBalance:
      // As in older collections.
      if (/^0*$/.test(args.account(0))) throw REVERTED();
      return word(sim.balance(block, asset, args.account(0), args.bigint(32)));
    case SELECTORS.uri: {
      const uri = sim.uris.get(`${asset} ${args.bigint(0)}`);
      if (uri === null) throw REVERTED();
      return dynamicWords([bytesWords(Buffer.from(uri ?? '').toString('hex'))]);
    }
    default:
      throw REVERTED();
  }
}

function multicall(sim: ChainSim, block: SimBlock, selector: string, args: Arguments): string {
  switch (selector) {
    case SELECTORS.getBlockNumber:
      return word(block.number);
    case SELECTORS.aggregate3: {
      const calls = args.number(0);
      const results = args.elements(calls).map((at) => {
        const tuple = calls + 32 + args.number(at);
        const mayFail = args.bigint(tuple + 32) !== 0n;
        const data = `0x${args.bytes(tuple + args.number(tuple + 64))}`;
        const answer = attempt(sim, block, args.account(tuple), data);
        if (answer === null && !mayFail) throw REVERTED();
        return word(answer === null ? 0 : 1) + word(64) + bytesWords(answer ?? '');
      });
      return dynamicWords([word(results.length) + dynamicWords(results)]);
    }
    default:
      throw REVERTED();
  }
}

/** The result of a call inside another one; null if it reverts. */
function attempt(sim: ChainSim, block: SimBlock, to: string, data: string): string | null {
  try {
    return run(sim, block, to, data);
  } catch (error) {
    if (error instanceof NodeError && error.code === 3) return null;
    throw error;
  }
}

function digitsOfAccount(account: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(account)) {
    throw new NodeError(-32_602, 'invalid argument 0: invalid address');
  }
  return account.slice(2).toLowerCase();
}
