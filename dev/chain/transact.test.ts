/**
 * Sending a transaction to a chain that loses some of what it accepted, and that others use too.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toQuantity } from 'ethers';
import { ChainRefused, type Rpc } from './rpc.ts';
import { transact } from './transact.ts';

// Fake timers leave this module as it is.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms)),
}));

const HASH = `0x${'1'.repeat(64)}`;

/** A chain that refuses or loses the transaction the first times that it comes. */
function chain({ refusals = [], losses = 0 }: { refusals?: string[]; losses?: number }) {
  const seen = { nonces: [] as unknown[], mined: 0 };
  let nonce = 7;
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getTransactionCount: () => toQuantity(nonce),
    eth_sendTransaction([transaction]) {
      seen.nonces.push(Reflect.get(Object(transaction), 'nonce'));
      const refusal = refusals.shift();
      if (refusal !== undefined) {
        nonce += 1;
        throw new ChainRefused('eth_sendTransaction', refusal);
      }
      if (losses > 0) losses -= 1;
      else seen.mined += 1;
      return HASH;
    },
    eth_getTransactionReceipt: () => (seen.mined > 0 ? { status: '0x1' } : null),
    eth_getTransactionByHash: () => (seen.mined > 0 ? {} : null),
  };
  const rpc: Rpc = async (calls) => calls.map(({ method, params }) => answers[method]?.(params));
  return { seen, rpc };
}

/** Sends one, and lets as much time pass as that takes. */
async function outcome(rpc: Rpc): Promise<unknown> {
  const sent = transact(rpc, { data: '0x01' }).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return sent;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('one that the chain loses is sent again under the same nonce, and mined once', async () => {
  const { seen, rpc } = chain({ losses: 2 });
  expect(await outcome(rpc)).toBeNull();
  expect(seen).toEqual({ nonces: ['0x7', '0x7', '0x7'], mined: 1 });
});

test('one whose nonce somebody else took is sent under the next', async () => {
  const refusals = ['nonce too low', 'transaction already imported'];
  const { seen, rpc } = chain({ refusals });
  expect(await outcome(rpc)).toBeNull();
  expect(seen).toEqual({ nonces: ['0x7', '0x8', '0x9'], mined: 1 });
});

test('one that is refused, or lost again and again, is given up', async () => {
  expect(await outcome(chain({ refusals: ['execution reverted'] }).rpc)).toBeInstanceOf(
    ChainRefused,
  );
  expect(String(await outcome(chain({ losses: Infinity }).rpc))).toMatch(/does not mine/);
});
