/** The RPC adapter on anything that is not a proper node: it answers, and tells the truth. */
import { AbiCoder } from 'ethers';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { ChainUnavailable } from './chain.ts';
import { word } from './testing/abi-words.ts';
import type { WalletCode } from './testing/chain-sim.ts';
import type { FakeNode } from './testing/fake-node.ts';
import { fakeTime, isCall, poolOf } from './testing/open-chain.ts';
import { NodeError, REVERTED } from './testing/sim-contracts.ts';

const WALLET = walletOf(1);
const SIGNATURE = `0x${'1c'.repeat(65)}`;

/** The adapter on one such node. It fails at once: its time is only a limit for a broken test. */
async function setUp(prepare: (node: FakeNode) => void) {
  const { chain, nodes } = poolOf(1, { callMs: 1000 });
  await chain.confirm();
  prepare(nodes[0]);
  return chain;
}

async function expectUnavailable(prepare: (node: FakeNode) => void): Promise<void> {
  const chain = await setUp(prepare);
  const error: unknown = await chain.holdings(WALLET, 'usa', 0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ChainUnavailable);
  expect(error).toMatchObject({ cause: expect.any(Error) as unknown });
}

/** What Multicall3 answers of one wallet: the block, and three balances. */
const balances = (...answers: readonly (readonly [boolean, string])[]) =>
  AbiCoder.defaultAbiCoder().encode(['tuple(bool,bytes)[]'], [answers]);
const of = (value: bigint) => [true, `0x${word(value)}`] as const;

describe('[CHN2] an improper node is ChainUnavailable if', () => {
  test.each<[string, unknown]>([
    ['nothing of any contract', '0x'],
    ['half a balance', balances(of(7n), of(7n), [true, '0x00ff'], of(7n))],
    ['no block', balances([false, '0x'], of(7n), of(7n), of(7n))],
  ])('it answers %s', (_what, result) =>
    expectUnavailable((node) => {
      node.beforeCall = (call) => (isCall(call) ? result : undefined);
    }),
  );
});

test('[CHN1] more copies than a number can count are as many as it can', async () => {
  const many = of(2n ** 200n);
  const chain = await setUp((node) => {
    node.beforeCall = (call) => (isCall(call) ? balances(of(100n), many, many, many) : undefined);
  });
  expect(await chain.holdings(WALLET, 'china', 0)).toEqual({
    block: 100,
    denaWei: 2n ** 200n,
    national: Number.MAX_SAFE_INTEGER,
    cultural: Number.MAX_SAFE_INTEGER,
  });
});

describe('a signature check (EIP-1271)', () => {
  /** The adapter on a chain with a stranger's contract wallet. */
  function withWallet(code: WalletCode) {
    const { chain, nodes, sim } = poolOf(1, { callMs: 3000 });
    sim.deploy(WALLET, code);
    const check = () => chain.acceptsSignature(WALLET, 'hello', SIGNATURE);
    return { chain, check, node: nodes[0] };
  }

  test('that failed is not a refusal; a refusal is one', async () => {
    const limited = withWallet(() => {
      throw new NodeError(-32005, 'limit exceeded');
    });
    await expect(fakeTime().finish(limited.check())).rejects.toBeInstanceOf(ChainUnavailable);
    const gases: (bigint | null)[] = [];
    const reverting = withWallet(({ gas }) => {
      gases.push(gas);
      throw REVERTED();
    });
    expect(await reverting.check()).toBe(false);
    // A stranger's code may not keep a node busy.
    expect(gases).toEqual([10_000_000n]);
  });

  test('that answers megabytes accepts nothing, and shares no request', async () => {
    const { chain, check, node } = withWallet(() => `0x1626ba7e${'00'.repeat(1_100_000)}`);
    await chain.head();
    node.resetCounts();
    const reads = [chain.holdings(WALLET, 'usa', 0), chain.tokenBalance('national', WALLET, 1n)];
    const checks = Array.from({ length: 10 }, check);
    expect(new Set(await Promise.all(checks))).toEqual(new Set([false]));
    expect(await Promise.all(reads)).toMatchObject([{ denaWei: 0n }, 0n]);
    expect(node.requests).toBe(10 + 2);
    expect(chain.endpoints()).toMatchObject([{ state: 'ok', failures: 0 }]);
  });
});
