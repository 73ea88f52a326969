/** The contracts of a simulated chain: the game's three, Multicall3, the ENS registry and strangers'. */
import type { Collection } from '../chain.ts';
import { Arguments, arrayWords, bytesWords, digitsOf, dynamicWords, word } from './abi-words.ts';
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
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

const SELECTORS = {
  decimals: '0x313ce567',
  supportsInterface: '0x01ffc9a7',
  denaBalance: '0x70a08231',
  nftBalance: '0x00fdd58e',
  balanceOfBatch: '0x4e1273f4',
  uri: '0x0e89341c',
  aggregate3: '0x82ad56cb',
  getBlockNumber: '0x42cbb15c',
  getBlockHash: '0xee82ac5e',
  getLastBlockHash: '0x27e86d6e',
  resolver: '0x0178b8bf',
} as const;
/** EIP-165 itself, and EIP-1155. */
const INTERFACES: ReadonlySet<string> = new Set(['01ffc9a7', 'd9b67a26']);
/** A contract sees the hashes of this many blocks below the one that it runs in. */
const VISIBLE_HASHES = 256;

/** A rough gas cost, compared with a node's cap: a base, the call's bytes, cold reads. */
const GAS = { base: 21_000n, byte: 6n, innerCall: 1500n, balance: 3500n };

export interface ContractCall {
  readonly to: string;
  readonly data: string;
  /** The most gas that it may use; null: no limit. */
  readonly gas: bigint | null;
}

/** @throws NodeError if the call reverts, or uses more gas than it may. */
export function callContract(
  sim: ChainSim,
  block: SimBlock,
  call: ContractCall,
): string | Promise<string> {
  const to = digitsOfAccount(call.to);
  const code = sim.codeAt(to);
  if (code) return code({ data: call.data, gas: call.gas });
  const meter = new GasMeter(call.gas);
  const data = call.data.toLowerCase();
  meter.burn(GAS.base + GAS.byte * BigInt(data.length / 2));
  return `0x${run(sim, block, to, data, meter)}`;
}

/** True if there is code at an address. */
export function hasCode(sim: ChainSim, account: string): boolean {
  const digits = digitsOfAccount(account);
  return sim.codeAt(digits) !== null || contractAt(sim, digits) !== null;
}

class GasMeter {
  #left: bigint | null;

  constructor(limit: bigint | null) {
    this.#left = limit;
  }

  burn(gas: bigint): void {
    if (this.#left === null) return;
    this.#left -= gas;
    if (this.#left < 0n) throw new NodeError(-32_000, 'out of gas');
  }
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
      return sim.hasMulticall ? 'multicall' : null;
    case REGISTRY_DIGITS:
      return sim.hasRegistry ? 'registry' : null;
    default:
      return null;
  }
}
const MULTICALL_DIGITS = MULTICALL3.slice(2).toLowerCase();
const REGISTRY_DIGITS = ENS_REGISTRY.slice(2).toLowerCase();

/** The answer's digits, without a prefix. */
function run(sim: ChainSim, block: SimBlock, to: string, data: string, meter: GasMeter): string {
  const contract = contractAt(sim, to);
  const selector = data.slice(0, 10);
  const args = new Arguments(data.slice(10));
  try {
    switch (contract) {
      // No code: an empty answer.
      case null:
        return '';
      case 'multicall':
        return multicall(sim, block, selector, args, meter);
      case 'registry':
        if (selector !== SELECTORS.resolver) throw REVERTED();
        return (sim.resolverOf(`0x${args.word(0)}`) ?? '').padStart(64, '0');
      case 'dena':
        if (selector === SELECTORS.decimals) return word(18);
        if (selector !== SELECTORS.denaBalance) throw REVERTED();
        meter.burn(GAS.balance);
        return word(balanceOf(sim, block, 'dena', args.account(0), 0n));
      case 'national':
      case 'cultural':
        return collection(sim, block, contract, { selector, args, meter });
    }
  } catch (error) {
    if (error instanceof RangeError) throw REVERTED();
    throw error;
  }
}

function balanceOf(
  sim: ChainSim,
  block: SimBlock,
  asset: 'dena' | Collection,
  wallet: string,
  tokenId: bigint,
): bigint {
  if (sim.refusesBalances(wallet)) throw REVERTED();
  return sim.balance(block, asset, wallet, tokenId);
}

function collection(
  sim: ChainSim,
  block: SimBlock,
  asset: Collection,
  call: { readonly selector: string; readonly args: Arguments; readonly meter: GasMeter },
): string {
  const { selector, args, meter } = call;
  switch (selector) {
    case SELECTORS.supportsInterface:
      return word(INTERFACES.has(args.word(0).slice(0, 8)) ? 1 : 0);
    case SELECTORS.nftBalance:
      meter.burn(GAS.balance);
      return word(balanceOf(sim, block, asset, args.account(0), args.bigint(32)));
    case SELECTORS.balanceOfBatch: {
      const owners = args.elements(args.number(0));
      const ids = args.elements(args.number(32));
      if (owners.length !== ids.length) throw REVERTED();
      meter.burn(GAS.balance * BigInt(owners.length));
      const counts = owners.map((owner, i) =>
        word(balanceOf(sim, block, asset, args.account(owner), args.bigint(ids[i] ?? 0))),
      );
      return dynamicWords([arrayWords(counts)]);
    }
    case SELECTORS.uri: {
      const uri = sim.uri(asset, args.bigint(0));
      if (uri === null) throw REVERTED();
      return dynamicWords([bytesWords(Buffer.from(uri).toString('hex'))]);
    }
    default:
      throw REVERTED();
  }
}

function multicall(
  sim: ChainSim,
  block: SimBlock,
  selector: string,
  args: Arguments,
  meter: GasMeter,
): string {
  switch (selector) {
    case SELECTORS.getBlockNumber:
      return word(block.number);
    case SELECTORS.getBlockHash:
      return visibleHash(block, args.bigint(0));
    case SELECTORS.getLastBlockHash:
      return visibleHash(block, BigInt(block.number) - 1n);
    case SELECTORS.aggregate3: {
      const calls = args.number(0);
      const results = args.elements(calls).map((at) => {
        const tuple = calls + 32 + args.number(at);
        const mayFail = args.bigint(tuple + 32) !== 0n;
        const data = `0x${args.bytes(tuple + args.number(tuple + 64))}`;
        meter.burn(GAS.innerCall);
        const answer = attempt(sim, block, args.account(tuple), data, meter);
        if (answer === null && !mayFail) throw REVERTED();
        return word(answer === null ? 0 : 1) + word(64) + bytesWords(answer ?? '');
      });
      return dynamicWords([word(results.length) + dynamicWords(results)]);
    }
    default:
      throw REVERTED();
  }
}

/** The result of a call inside another one; null if it reverts. Running out of gas fails both. */
function attempt(
  sim: ChainSim,
  block: SimBlock,
  to: string,
  data: string,
  meter: GasMeter,
): string | null {
  try {
    return run(sim, block, to, data, meter);
  } catch (error) {
    if (error instanceof NodeError && error.code === 3) return null;
    throw error;
  }
}

/** As BLOCKHASH returns it: zero for the block itself, and for those long past. */
function visibleHash(block: SimBlock, number: bigint): string {
  const age = BigInt(block.number) - number;
  if (age < 1n || age > VISIBLE_HASHES) return word(0);
  return block.ancestor(Number(number))?.hash.slice(2) ?? word(0);
}

function digitsOfAccount(account: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(account)) {
    throw new NodeError(-32_602, 'invalid argument 0: invalid address');
  }
  return account.slice(2).toLowerCase();
}
