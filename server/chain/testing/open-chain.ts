/** The game's adapter on the endpoints of a test. */
import { onTestFinished } from 'vitest';
import { clockAhead } from '../../../tools/test/clock-ahead.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { wallNow } from '../../lib/machine.ts';
import type { BlockRef, Chain } from '../chain.ts';
import type { RpcCall } from '../json-rpc.ts';
import { openRpcChain, type RpcChainOptions } from '../rpc-chain.ts';
import { ChainSim, TEST_CONTRACTS } from './chain-sim.ts';
import { FakeNode, transport } from './fake-node.ts';
import type { SimBlock } from './sim-block.ts';
import { NodeError } from './sim-contracts.ts';

/** It remembers no block 0 and logs nothing, unless it is told to. */
export function openTestChain(
  options: Partial<RpcChainOptions> & Pick<RpcChainOptions, 'endpoints'>,
): Chain {
  return openRpcChain({
    contracts: TEST_CONTRACTS,
    expectedChainId: 1,
    refused: 'none',
    genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
    log: { info() {}, warn() {}, error() {} },
    ...options,
  });
}

interface Said {
  readonly level: 'info' | 'warn' | 'error';
  readonly words: string;
  readonly endpoint: unknown;
}

/** The adapter on these nodes, closed when the test ends, and its log. */
function chainOn(nodes: readonly FakeNode[], options: Partial<RpcChainOptions> = {}) {
  const said: Said[] = [];
  const keep = (level: Said['level']) => (fields: object, words: string) =>
    void said.push({ level, words, endpoint: 'endpoint' in fields ? fields.endpoint : null });
  const chain = openTestChain({
    endpoints: nodes.map((_, i) => `http://node-${i + 1}.example/secret-key`),
    refused: 'development',
    log: { info: keep('info'), warn: keep('warn'), error: keep('error') },
    connect(url, limits) {
      const node = nodes[Number(/node-(\d+)/.exec(url)?.[1]) - 1];
      if (!node) throw new Error(`no node at ${url}`);
      return transport(node, limits);
    },
    ...options,
  });
  onTestFinished(() => chain.close());
  return { chain, said };
}

/** A chain whose block with this number is as recent as possible: no endpoint of it is stale. */
export const recentChain = (number = 100): ChainSim =>
  new ChainSim({ startS: Math.floor(wallNow() / 1000) - 12 * number });

/**
 * Up to three nodes of a chain of 100 blocks behind one adapter, on a clock that `pass` advances.
 */
export function poolOf(
  count: 1 | 2 | 3,
  options: Partial<RpcChainOptions> = {},
  sim = recentChain(),
) {
  sim.mineEmpty(Math.max(0, 100 - sim.head.number));
  const nodes = [new FakeNode(sim), new FakeNode(sim), new FakeNode(sim)] as const;
  const pass = clockAhead();
  const { chain, said } = chainOn(nodes.slice(0, count), { callMs: 600, ...options });
  return {
    chain,
    said,
    sim,
    nodes,
    pass,
    /** The block of the chain with this number. */
    at: (number: number): BlockRef => refOf(sim.at(number)),
    /** The numbers of the nodes that a call went to. */
    askedBy: async (call: () => Promise<unknown>): Promise<number[]> => {
      for (const node of nodes) node.resetCounts();
      await call().catch(() => undefined);
      return nodes.flatMap((node, i) => (node.requests > 0 ? [i + 1] : []));
    },
  };
}

export function refOf(block: SimBlock | null): BlockRef {
  if (!block) throw new RangeError('no such block');
  return { number: block.number, hash: block.hash };
}

/** Makes a node refuse some calls in these words. */
export function refuse(
  node: FakeNode,
  isRefused: (call: RpcCall) => boolean,
  message: string,
  code = -32_000,
): void {
  node.beforeCall = (call) => {
    if (isRefused(call)) throw new NodeError(code, message);
  };
}

export const isLogs = ({ method }: RpcCall) => method === 'eth_getLogs';
export const isCall = ({ method }: RpcCall) => method === 'eth_call';

/** Fakes time until the test ends. */
export function fakeTime(): FakeTime {
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  return time;
}
