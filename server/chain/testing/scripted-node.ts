/**
 * A JSON-RPC node in the test's own process that gives scripted answers: for the adapter's tests, which
 * need single answers of any shape. If a whole chain is needed, fake-node.ts simulates one.
 */
import { id, toQuantity } from 'ethers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { monotonicNow, wallNow } from '../../lib/machine.ts';
import type { RpcChainOptions } from '../rpc-chain.ts';
import { answersIn, outcomesOf, type RpcCall, type Transport } from '../json-rpc.ts';
import { ChainSim } from './chain-sim.ts';
import { FakeNode, transport } from './fake-node.ts';
import { openTestChain } from './open-chain.ts';
import { SimBlock } from './sim-block.ts';
import { callContract, NodeError, REVERTED } from './sim-contracts.ts';

export interface NodeCall extends RpcCall {
  readonly id: number;
}

/** `result` or `error`, as in JSON-RPC. */
export type NodeAnswer =
  | { readonly result: unknown }
  | {
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

export const hashOf = (number: number, branch = 'a') => id(`${branch}${number}`);
export const blockAt = (number: number, branch = 'a') => ({ number, hash: hashOf(number, branch) });

export function headerAt(number: number, branch = 'a', timestampS = 1_700_000_000 + 12 * number) {
  return {
    number: toQuantity(number),
    hash: hashOf(number, branch),
    parentHash: hashOf(number - 1, branch),
    timestamp: toQuantity(timestampS),
  };
}

const callParamsSchema = z.tuple([z.object({ to: z.string(), data: z.string() }), z.string()]);

export class ScriptedNode {
  head = 100;
  branch = 'a';
  chainId = 1;
  hasMulticall = true;
  /** Each call received, and how many requests they came in. */
  readonly calls: NodeCall[] = [];
  requests = 0;
  /** An answer to send instead of the right one; null: the right one. */
  faulty: (call: NodeCall) => NodeAnswer | null = () => null;
  /** Runs before each request is answered: it may throw, wait, or answer the whole request itself. */
  onRequest: (calls: readonly NodeCall[]) => Promise<string | null> = () => Promise.resolve(null);
  /** Logs by their block. */
  logs: (number: number) => object[] = () => [];
  announce: ((header: unknown) => void) | null = null;

  readonly transport: Transport = {
    send: async (asked) => {
      this.requests += 1;
      const calls = asked.map((call, i) => ({ ...call, id: i + 1 }));
      this.calls.push(...calls);
      const instead = await this.onRequest(calls);
      const content: unknown =
        instead === null
          ? calls.map((call) => ({ id: call.id, ...(this.faulty(call) ?? this.answer(call)) }))
          : JSON.parse(instead);
      return outcomesOf(asked, 1, answersIn(content));
    },
    subscribe: (listener) => {
      this.announce = listener;
    },
    close() {},
  };

  count(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  forget(): void {
    this.calls.length = 0;
    this.requests = 0;
  }

  private answer({ method, params }: NodeCall): NodeAnswer {
    switch (method) {
      case 'eth_chainId':
        return { result: toQuantity(this.chainId) };
      case 'eth_blockNumber':
        return { result: toQuantity(this.head) };
      case 'eth_getBalance':
        return { result: '0x0' };
      case 'eth_getCode':
        return { result: '0x60' };
      case 'eth_getBlockByNumber': {
        const number = params[0] === 'latest' ? this.head : Number(params[0]);
        // As recent as possible: this endpoint is never stale.
        return {
          result:
            number > this.head ? null : headerAt(number, this.branch, Math.floor(wallNow() / 1000)),
        };
      }
      case 'eth_getLogs':
        return this.answerLogs(params[0]);
      case 'eth_call':
        return this.answerCall(params);
      default:
        return { error: { code: -32601, message: 'the method does not exist' } };
    }
  }

  private answerLogs(filter: unknown): NodeAnswer {
    const { blockHash, fromBlock, toBlock } = z
      .object({
        blockHash: z.string().optional(),
        fromBlock: z.string().optional(),
        toBlock: z.string().optional(),
      })
      .parse(filter);
    const numbers = Array.from({ length: this.head + 1 }, (_, number) => number);
    if (blockHash !== undefined) {
      const number = numbers.find((one) => hashOf(one, this.branch) === blockHash);
      if (number === undefined) return { error: { code: -32000, message: 'unknown block' } };
      return { result: this.logs(number) };
    }
    // Like real nodes: no error for blocks beyond the head.
    return {
      result: numbers
        .slice(Number(fromBlock), Number(toBlock) + 1)
        .flatMap((one) => this.logs(one)),
    };
  }

  private answerCall(params: unknown): NodeAnswer {
    const [{ to, data }] = callParamsSchema.parse(params);
    const sim = new ScriptedBalances({ hasMulticall: this.hasMulticall });
    try {
      return { result: callContract(sim, new NumberedBlock(this.head), { to, data, gas: null }) };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }
}

/** A wallet's balance of every token is the last two bytes of its address; 0x0 reverts. */
class ScriptedBalances extends ChainSim {
  override balance(_block: SimBlock, _asset: string, wallet: string): bigint {
    const owner = BigInt(`0x${wallet}`);
    if (owner === 0n) throw REVERTED();
    return owner & 0xffffn;
  }
}

class NumberedBlock extends SimBlock {
  override readonly number: number;

  constructor(number: number) {
    super({ parent: null, hash: hashOf(number), timestampS: 0, events: [] });
    this.number = number;
  }
}

/** Fakes time until the test ends. */
export function fakeTime(): FakeTime {
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  return time;
}

interface Said {
  readonly level: 'info' | 'warn' | 'error';
  readonly words: string;
  readonly endpoint: unknown;
}

/** The adapter on such nodes, closed when the test ends, and its log. */
export function chainOn(
  nodes: readonly (ScriptedNode | FakeNode)[],
  options: Partial<RpcChainOptions> = {},
) {
  const said: Said[] = [];
  const keep = (level: Said['level']) => (fields: object, words: string) =>
    void said.push({ level, words, endpoint: 'endpoint' in fields ? fields.endpoint : null });
  const chain = openTestChain({
    endpoints: nodes.map((_, i) => `http://node-${i + 1}.example/secret-key`),
    production: true,
    log: { info: keep('info'), warn: keep('warn'), error: keep('error') },
    connect(url, limits) {
      const place = Number(/node-(\d+)/.exec(url)?.[1]) - 1;
      const node = nodes[place];
      if (!node) throw new Error(`no node at ${url}`);
      return node instanceof FakeNode ? transport(node, limits) : node.transport;
    },
    ...options,
  });
  onTestFinished(() => chain.close());
  return { chain, said };
}

/** Up to three such nodes behind one adapter, on a clock that `pass` advances. */
export function poolOf(count: 1 | 2 | 3, options: Partial<RpcChainOptions> = {}) {
  const nodes = [new ScriptedNode(), new ScriptedNode(), new ScriptedNode()] as const;
  let aheadMs = 0;
  const { chain, said } = chainOn(nodes.slice(0, count), {
    callMs: 600,
    now: () => monotonicNow() + aheadMs,
    ...options,
  });
  return {
    chain,
    said,
    nodes,
    pass: (ms: number) => {
      aheadMs += ms;
    },
    /** The numbers of the nodes that a call went to. */
    askedBy: async (call: () => Promise<unknown>): Promise<number[]> => {
      for (const node of nodes) node.forget();
      await call().catch(() => undefined);
      return nodes.flatMap((node, i) => (node.requests > 0 ? [i + 1] : []));
    },
  };
}
