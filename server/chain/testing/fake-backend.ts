/** One node behind a fake endpoint: its view of the chain, and its answer to each method. */
import { quantity } from './abi-words.ts';
import type { ChainSim } from './chain-sim.ts';
import { REFUSALS, SOUND_BACKEND, type BackendFaults } from './fake-node-faults.ts';
import type { RpcLog, SimBlock } from './sim-block.ts';
import { callContract, NodeError } from './sim-contracts.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const invalid = (what: string) => new NodeError(-32_602, `invalid argument: ${what}`);

export class FakeBackend {
  faults: BackendFaults = SOUND_BACKEND;
  readonly #sim: ChainSim;
  readonly #random: () => number;
  /** How often each block's logs were left out, by the block's hash, by any backend of its node. */
  readonly #lost: Map<string, number>;

  constructor(sim: ChainSim, random: () => number, lost: Map<string, number>) {
    this.#sim = sim;
    this.#random = random;
    this.#lost = lost;
  }

  set(faults: Partial<BackendFaults>): void {
    if ('loseLogs' in faults) this.#lost.clear();
    this.faults = { ...this.faults, ...faults };
  }

  /** Its newest block. */
  view(): SimBlock {
    const { tip, lagBlocks } = this.faults;
    const newest = tip ?? this.#sim.head;
    return newest.ancestor(Math.max(0, newest.number - lagBlocks)) ?? newest;
  }

  /** @throws NodeError */
  answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return quantity(this.#sim.chainId);
      case 'eth_getBlockByNumber':
        if (params[0] === 'latest' && this.#random() < this.faults.phantomHeads) {
          return { ...this.header(this.view()), number: '0x3938700', hash: `0x${'f'.repeat(64)}` };
        }
        return this.#header(this.#byName(params[0]));
      case 'eth_getLogs':
        return this.#logs(params[0]);
      case 'eth_call':
        return this.#call(params[0], params[1]);
      case 'eth_getBalance':
        this.#state(params[1]);
        return '0x0';
      default:
        throw new NodeError(-32_601, `the method ${method} does not exist/is not available`);
    }
  }

  header(block: SimBlock): object {
    const { genesisHash, bareHeaders } = this.faults;
    const whole = block.header();
    const header = bareHeaders ? { number: whole.number, hash: whole.hash } : whole;
    if (genesisHash === null || block.number > 1) return header;
    return block.number === 0
      ? { ...header, hash: genesisHash }
      : { ...header, parentHash: genesisHash };
  }

  #header(block: SimBlock | null): object | null {
    return block && this.#random() >= this.faults.nullBlocks ? this.header(block) : null;
  }

  /** Null for a block that it has not reached. */
  #byName(name: unknown): SimBlock | null {
    const view = this.view();
    return name === 'latest' ? view : view.ancestor(numberOf(name));
  }

  /** The block at which a state is read. @throws NodeError if it has none. */
  #state(at: unknown): SimBlock {
    const { keepStates } = this.faults;
    const view = this.view();
    const block = this.#byName(at);
    if (!block) throw new NodeError(-32_000, 'header not found');
    if (keepStates !== null && block.number <= view.number - keepStates) {
      const root = block.hash.slice(2);
      const words = `missing trie node ${root} (path ) state 0x${root} is not available, not found`;
      throw new NodeError(-32_000, words);
    }
    return block;
  }

  #call(call: unknown, at: unknown): string | Promise<string> {
    if (!isFields(call) || typeof call['to'] !== 'string') throw invalid('a call names a contract');
    const data = call['data'] ?? call['input'] ?? '0x';
    if (typeof data !== 'string') throw invalid('data is hexadecimal text');
    const gas = typeof call['gas'] === 'string' ? BigInt(call['gas']) : null;
    return callContract(this.#sim, this.#state(at), { to: call['to'], data, gas });
  }

  #logs(filter: unknown): readonly RpcLog[] {
    if (!isFields(filter)) throw invalid('a filter is an object');
    const isWanted = matcher(filter);
    const logs: RpcLog[] = [];
    for (const block of this.#blocksOfFilter(filter)) {
      if (block.events.length === 0) continue;
      const wanted = block.logs().filter(isWanted);
      if (wanted.length > 0 && !this.#loses(block)) logs.push(...wanted);
    }
    const { maxLogResults } = this.faults;
    if (maxLogResults !== null && logs.length > maxLogResults) {
      throw new NodeError(REFUSALS.infura.code, REFUSALS.infura.message);
    }
    return logs;
  }

  /** The blocks of the range that it has, oldest first. */
  #blocksOfFilter(filter: Fields): SimBlock[] {
    const { maxLogRange, rangeRefusal } = this.faults;
    const view = this.view();
    const endOf = (name: unknown) =>
      typeof name === 'string' && name.startsWith('0x')
        ? numberOf(name)
        : (this.#byName(name)?.number ?? 0);
    const from = endOf(filter['fromBlock']);
    const to = endOf(filter['toBlock']);
    if (from > to) throw new NodeError(-32_602, 'invalid block range params');
    if (maxLogRange !== null && to - from + 1 > maxLogRange) {
      throw new NodeError(rangeRefusal.code, rangeRefusal.message);
    }
    // A range beyond its head returns what there is, without an error (go-ethereum #24078).
    const blocks: SimBlock[] = [];
    let block = view.ancestor(Math.min(to, view.number));
    for (; block && block.number >= from; block = block.parent) blocks.push(block);
    return blocks.toReversed();
  }

  #loses({ hash }: SimBlock): boolean {
    const times = this.#lost.get(hash) ?? 0;
    if (times >= this.faults.loseLogs) return false;
    this.#lost.set(hash, times + 1);
    return true;
  }
}

function numberOf(name: unknown): number {
  if (typeof name !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(name)) {
    throw invalid('hex string without 0x prefix');
  }
  return Number(name);
}

/**
 * By contracts and topics; a list within either matches any of its items, null matches anything.
 */
function matcher(filter: Fields): (log: RpcLog) => boolean {
  const contracts = alternatives(filter['address']);
  const places = Array.isArray(filter['topics']) ? filter['topics'].map(alternatives) : [];
  return ({ address, topics }) =>
    (contracts === null || contracts.has(address)) &&
    places.length <= topics.length &&
    places.every((wanted, i) => wanted === null || wanted.has(topics[i] ?? ''));
}

function alternatives(wanted: unknown): ReadonlySet<string> | null {
  if (wanted === null || wanted === undefined) return null;
  const list: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  // An empty list is no condition.
  return list.length === 0 ? null : new Set(list.map((one) => String(one).toLowerCase()));
}
