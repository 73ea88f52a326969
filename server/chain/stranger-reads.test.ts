import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import type { EndpointStatus } from './chain.ts';
import { createStrangerReads } from './stranger-reads.ts';

const NETWORK = '2001:db8:1::/48';

function setUp() {
  const pass = clockAhead();
  const world = {
    block: 'a',
    state: 'ok' as EndpointStatus['state'],
    calls: 0,
    stalled: Promise.resolve(),
  };
  const answer = async <Value>(value: Value) => {
    world.calls += 1;
    await world.stalled;
    return value;
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
  const balanceOf = (n: number, network = NETWORK) =>
    reads(network).tokenBalance('national', walletOf(n), 1n);
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
  await reads(NETWORK).holdings(walletOf(1), 'usa', 0);
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

test('one network that asks all the time leaves half to the others, and three leave a fourth its calls', async () => {
  const { balanceOf, pass } = setUp();
  const answered = async (network: string, tries: number) => {
    let count = 0;
    for (let n = 0; n < tries; n += 1) {
      wallet += 1;
      await balanceOf(wallet, network).then(
        () => (count += 1),
        () => undefined,
      );
    }
    return count;
  };
  let wallet = 1000;
  expect(await answered('a', 20)).toBe(5);
  expect(await answered('b', 20)).toBe(3);
  expect(await answered('c', 1)).toBe(1);
  // Whatever they go on with, for an hour.
  for (let step = 0; step < 360; step += 1) {
    pass(10_000);
    for (const network of ['a', 'b', 'c']) await answered(network, 2);
    if (step % 30 === 0) expect(await answered(`a bystander ${step}`, 1)).toBe(1);
  }
});

test('a flood of reads leaves contract wallets their calls, which are limited, too', async () => {
  const { reads, spend } = setUp();
  await spend();
  const signIn = (n: number) => reads(NETWORK).acceptsSignature(walletOf(n), 'hello', '0x');
  for (let n = 0; n < 5; n += 1) expect(await signIn(n)).toBe(true);
  await expect(signIn(10)).rejects.toBeInstanceOf(QueueFull);
});

test('a network whose contracts stall has two checks under way, and others theirs', async () => {
  const { reads, world } = setUp();
  let answers = () => {};
  world.stalled = new Promise((resolve) => {
    answers = resolve;
  });
  const signIn = (network: string) => reads(network).acceptsSignature(walletOf(1), 'hello', '0x');
  const checks = [1, 2, 3, 4].map(() => signIn(NETWORK));
  expect(world.calls).toBe(2);
  const other = signIn('192.0.2.0/24');
  expect(world.calls).toBe(3);
  answers();
  expect(await Promise.all([other, ...checks])).toEqual(Array(5).fill(true));
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
