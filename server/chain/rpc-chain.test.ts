/** The RPC adapter on anything that is not a proper node: it answers, and tells the truth. */
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import { ChainUnavailable } from './chain.ts';
import type { RpcChain } from './rpc-chain.ts';
import { word } from './testing/abi-words.ts';
import { ChainSim, type WalletCode } from './testing/chain-sim.ts';
import { FakeNode } from './testing/fake-node.ts';
import { chainOn, ScriptedNode, type NodeCall } from './testing/scripted-node.ts';

const WALLET = walletOf(1);
const SIGNATURE = `0x${'1c'.repeat(65)}`;

/** The adapter on one such node. It fails at once: its time is only a limit for a broken test. */
function setUp(prepare: (node: ScriptedNode) => void) {
  const node = new ScriptedNode();
  // Single balances are read only without it.
  node.hasMulticall = false;
  prepare(node);
  return chainOn([node], { callMs: 1000 });
}

async function expectUnavailable(chain: RpcChain): Promise<void> {
  const error: unknown = await chain.holdings(WALLET, 'usa', 0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ChainUnavailable);
  expect(error).toMatchObject({ cause: expect.any(Error) as unknown });
}

/** True for the read of a balance, of any token. */
const isBalance = ({ params }: NodeCall) => /"0x(70a08231|00fdd58e)/.test(JSON.stringify(params));

describe('[CHN2] an improper node is ChainUnavailable if', () => {
  test.each([
    ['a web page', '<!doctype html><title>Sign in to the network</title>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '42'],
    ['an empty batch', '[]'],
    ['nulls', '[null, null, null]'],
    ['somebody else’s answer', '{"jsonrpc":"2.0","id":999999,"result":"0x1"}'],
    ['an error that is none', '{"jsonrpc":"2.0","id":1,"error":null}'],
  ])('it answers %s', async (_what, body) => {
    const { chain } = setUp((node) => {
      node.onRequest = () => Promise.resolve(body);
    });
    await expectUnavailable(chain);
  });

  test.each<[string, (call: NodeCall) => boolean, unknown]>([
    ['a block that is no number', ({ method }) => method === 'eth_blockNumber', 'latest'],
    [
      'a block past all numbers',
      ({ method }) => method === 'eth_blockNumber',
      '0xfffffffffffffffff',
    ],
    ['a balance without digits', isBalance, '0x'],
    ['half a balance', isBalance, '0x00ff'],
    ['a balance that is an object', isBalance, { balance: 7 }],
    ['no balance', isBalance, null],
  ])('it answers %s', async (_what, isFaulty, result) => {
    const { chain } = setUp((node) => {
      node.faulty = (call) => (isFaulty(call) ? { result } : null);
    });
    await expectUnavailable(chain);
  });
});

test('[CHN1] more copies than a number can count are as many as it can', async () => {
  const { chain } = setUp((node) => {
    node.faulty = (call) => (isBalance(call) ? { result: `0x${word(2n ** 200n)}` } : null);
  });
  expect(await chain.holdings(WALLET, 'china', 0)).toEqual({
    block: 100,
    denaWei: 2n ** 200n,
    national: Number.MAX_SAFE_INTEGER,
    cultural: Number.MAX_SAFE_INTEGER,
  });
});

describe('a signature check (EIP-1271)', () => {
  test('that failed is not a refusal; a refusal is one, even under an id that became text', async () => {
    const check = (error: { code: number; message: string }, idOf: (id: number) => unknown) =>
      setUp((node) => {
        node.onRequest = async (calls) => {
          const call = calls.find(({ params }) => /1626ba7e/.test(JSON.stringify(params)));
          return call ? JSON.stringify({ jsonrpc: '2.0', id: idOf(call.id), error }) : null;
        };
      }).chain.acceptsSignature(WALLET, 'hello', SIGNATURE);
    const limited = check({ code: -32005, message: 'limit exceeded' }, (id) => id);
    await expect(limited).rejects.toBeInstanceOf(ChainUnavailable);
    expect(await check({ code: 3, message: 'execution reverted' }, String)).toBe(false);
  });

  /** The adapter on a chain with a stranger's contract wallet. */
  function withWallet(code: WalletCode) {
    const sim = new ChainSim();
    sim.deploy(WALLET, code);
    const node = new FakeNode(sim);
    const { chain } = chainOn([node]);
    const check = () => chain.acceptsSignature(WALLET, 'hello', SIGNATURE);
    return { chain, check, node };
  }

  test('that answers megabytes accepts nothing, and shares no request', async () => {
    const { chain, check, node } = withWallet(() => `0x1626ba7e${'00'.repeat(1_100_000)}`);
    await chain.head();
    node.resetCounts();
    const reads = [chain.holdings(WALLET, 'usa', 0), chain.tokenBalance('national', WALLET, 1n)];
    const checks = Array.from({ length: 10 }, check);
    expect(new Set(await Promise.all(checks))).toEqual(new Set([false]));
    expect(await Promise.all(reads)).toMatchObject([{ denaWei: 0n }, 0n]);
    expect(node.requests).toBeGreaterThanOrEqual(10 + 1);
    expect(chain.endpoints()).toMatchObject([{ state: 'ok', failures: 0 }]);
  });

  test('is made by 4 calls at a time; calls past the queue’s 16 are refused', async () => {
    let under = 0;
    let most = 0;
    const { check } = withWallet(async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      under -= 1;
      return `0x${word(0)}`;
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, check));
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    expect(outcomes.length - refused.length).toBe(20);
    expect(refused.every((error) => error instanceof QueueFull)).toBe(true);
    expect(most).toBe(4);
    // The queue is free again.
    expect(await check()).toBe(false);
  });
});
