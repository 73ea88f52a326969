import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { turns } from '../../tools/test/turns.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import { signatureLanes } from './signature-check.ts';

const HONEST = walletOf(9);
const STALLING = [1, 2, 3, 4, 5].map(walletOf);

function setUp() {
  const pass = clockAhead();
  const inLane = signatureLanes();
  const stalled: (() => void)[] = [];
  const stall = () => new Promise<void>((resolve) => void stalled.push(resolve));
  /** Ends all that stall, this many ms later, and lets others begin. */
  const end = async (ms: number) => {
    pass(ms);
    for (const resolve of stalled.splice(0)) resolve();
    await turns(5);
  };
  return { inLane, stall, end };
}

test('wallets that stalled once keep nobody else waiting', async () => {
  const { inLane, stall, end } = setUp();
  const first = STALLING.map((wallet) => inLane(wallet, stall, 50));
  // Unknown, they fill the lane of everybody.
  await expect(inLane(HONEST, () => Promise.resolve('late'), 10)).rejects.toBeInstanceOf(QueueFull);
  await end(3000);
  await end(3000);
  await Promise.allSettled(first);

  const again = STALLING.map((wallet) => inLane(wallet, stall, 50));
  expect(await inLane(HONEST, () => Promise.resolve('at once'), 0)).toBe('at once');
  const outcomes = Promise.allSettled(again);
  for (let n = 0; n < STALLING.length; n += 1) await end(3000);
  await outcomes;
});
