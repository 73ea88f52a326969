import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import type { EndpointStatus } from './chain.ts';
import { createStrangerReads } from './stranger-reads.ts';

function setUp() {
  const pass = clockAhead();
  const world = { block: 'a', state: 'ok' as EndpointStatus['state'], calls: 0 };
  const answer = <Value>(value: Value) => {
    world.calls += 1;
    return Promise.resolve(value);
  };
  const reads = createStrangerReads({
    chain: {
      holdings: () => answer({ block: 1, denaWei: 0n, national: 0, cultural: 0 }),
      tokenBalance: () => answer(2n),
      acceptsSignature: () => answer(true),
      endpoints: () => [{ name: '1', state: world.state, head: 1, calls: 0, failures: 0 }],
    },
    burst: 10,
    newestBlock: () => world.block,
  });
  const balanceOf = (n: number) => reads.tokenBalance('national', walletOf(n), 1n);
  const spend = async () => {
    for (let n = 100; n < 110; n += 1) await balanceOf(n).catch(() => undefined);
    world.calls = 0;
  };
  return { world, reads, balanceOf, spend, pass };
}

test('each wallet is read once per block, for all who ask at once or later', async () => {
  const { world, reads, balanceOf, pass } = setUp();
  expect(await Promise.all([balanceOf(1), balanceOf(1)])).toEqual([2n, 2n]);
  await balanceOf(1);
  expect(world.calls).toBe(1);
  await balanceOf(2);
  await reads.holdings(walletOf(1), 'usa', 0);
  expect(world.calls).toBe(3);
  world.block = 'b';
  await balanceOf(1);
  expect(world.calls).toBe(4);
  // Nobody follows the chain.
  pass(15_000);
  await balanceOf(1);
  expect(world.calls).toBe(5);
});

test('past the allowance only what is known is answered, and ten seconds later one more is read', async () => {
  const { world, balanceOf, spend, pass } = setUp();
  await balanceOf(1);
  await spend();
  await expect(balanceOf(2)).rejects.toBeInstanceOf(QueueFull);
  expect(await balanceOf(1)).toBe(2n);
  expect(world.calls).toBe(0);
  pass(10_000);
  expect(await balanceOf(2)).toBe(2n);
  await expect(balanceOf(3)).rejects.toBeInstanceOf(QueueFull);
});

test('a flood of reads leaves contract wallets their calls, which are limited, too', async () => {
  const { reads, spend } = setUp();
  await spend();
  const signIn = (n: number) => reads.acceptsSignature(walletOf(n), 'hello', '0x');
  for (let n = 0; n < 10; n += 1) expect(await signIn(n)).toBe(true);
  await expect(signIn(10)).rejects.toBeInstanceOf(QueueFull);
});

test('while every endpoint limits the rate, no stranger is in front of a signed command, and one in ten seconds from then on', async () => {
  const { world, balanceOf, pass } = setUp();
  world.state = 'limited';
  await expect(balanceOf(1)).rejects.toBeInstanceOf(QueueFull);
  world.state = 'ok';
  await expect(balanceOf(1)).rejects.toBeInstanceOf(QueueFull);
  pass(10_000);
  expect(await balanceOf(1)).toBe(2n);
  await expect(balanceOf(2)).rejects.toBeInstanceOf(QueueFull);
});
