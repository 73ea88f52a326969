/**
 * A JSON-RPC node in the test's own process that gives scripted answers: for the adapter's tests, which
 * need single answers of any shape. If a whole chain is needed, fake-node.ts simulates one.
 */
import { id, toQuantity } from 'ethers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { openRpcChain, type RpcChain, type RpcChainOptions } from '../rpc-chain.ts';
import type { Transport } from '../transport.ts';
import { Arguments, arrayWords, bytesWords, dynamicWords, word } from './abi-words.ts';
import { FakeNode, transport } from './fake-node.ts';
import { TEST_CONTRACTS } from './test-contracts.ts';

const callSchema = z.object({ id: z.int(), method: z.string(), params: z.array(z.unknown()) });
const bodySchema = z.union([callSchema.transform((call) => [call]), z.array(callSchema)]);
export type NodeCall = z.infer<typeof callSchema>;

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

const callParamsSchema = z.tuple([z.object({ data: z.string() }), z.string()]);

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
    send: async (body) => {
      this.requests += 1;
      const content: unknown = JSON.parse(body);
      const calls = bodySchema.parse(content);
      this.calls.push(...calls);
      const instead = await this.onRequest(calls);
      if (instead !== null) return instead;
      const answers = calls.map((call) => ({
        jsonrpc: '2.0',
        id: call.id,
        ...(this.faulty(call) ?? this.answer(call)),
      }));
      return JSON.stringify(Array.isArray(content) ? answers : answers[0]);
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
            number > this.head
              ? null
              : headerAt(number, this.branch, Math.floor(Date.now() / 1000)),
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

  /** A wallet's balance of every token is the last two bytes of its address; 0x0 reverts. */
  private answerCall(params: unknown): NodeAnswer {
    const [{ data }] = callParamsSchema.parse(params);
    const selector = data.slice(2, 10);
    if (selector === '82ad56cb') {
      if (!this.hasMulticall) return { result: '0x' };
      const args = new Arguments(data.slice(10));
      const calls = args.number(0);
      const results = args.elements(calls).map((at) => {
        const tuple = calls + 32 + args.number(at);
        const answer = this.view(`0x${args.bytes(tuple + args.number(tuple + 64))}`);
        return word(answer === null ? 0 : 1) + word(64) + bytesWords(answer?.slice(2) ?? '');
      });
      return { result: `0x${dynamicWords([word(results.length) + dynamicWords(results)])}` };
    }
    const answer = this.view(data);
    return answer === null
      ? { error: { code: 3, message: 'execution reverted' } }
      : { result: answer };
  }

  private view(data: string): string | null {
    switch (data.slice(2, 10)) {
      case '42cbb15c':
        return `0x${word(this.head)}`;
      case '313ce567':
        return `0x${word(18)}`;
      case '01ffc9a7':
        return `0x${word(1)}`;
      case '70a08231':
      case '00fdd58e': {
        const owner = BigInt(`0x${data.slice(10, 74)}`);
        return owner === 0n ? null : `0x${word(owner & 0xffffn)}`;
      }
      case '4e1273f4': {
        const args = new Arguments(data.slice(10));
        const owners = args.elements(args.number(0)).map((at) => args.bigint(at));
        return owners.includes(0n)
          ? null
          : `0x${dynamicWords([arrayWords(owners.map((owner) => word(owner & 0xffffn)))])}`;
      }
      default:
        return null;
    }
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
  const chain: RpcChain = openRpcChain({
    endpoints: nodes.map((_, i) => `http://node-${i + 1}.example/secret-key`),
    contracts: TEST_CONTRACTS,
    expectedChainId: 1,
    production: true,
    genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
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
    now: () => performance.now() + aheadMs,
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
