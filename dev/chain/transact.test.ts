/** Sending transactions to a chain that loses some of what it accepted. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ChainRefused, type Rpc } from './rpc.ts';
import { transact } from './transact.ts';

// Fake timers leave this module as it is.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms)),
}));

const sentSchema = z.tuple([z.object({ nonce: z.string().transform(Number), data: z.string() })]);
const FIRST_NONCE = 7;
const texts = (count: number) => Array.from({ length: count }, (_, i) => `0x${i}`);

/** Mines at each look, in the order of nonces; loses the given transactions the first `times` that they come. */
class ForgetfulChain {
  readonly mined: string[] = [];
  readonly #pool = new Map<number, { data: string; hash: string }>();
  readonly #minedHashes = new Set<string>();
  readonly #losses: Map<string, number>;
  #nonce = FIRST_NONCE;
  #hashes = 0;

  constructor(lost: readonly string[], times = 1) {
    this.#losses = new Map(lost.map((data) => [data, times]));
  }

  readonly rpc: Rpc = async (calls) =>
    calls.map(({ method, params }) => {
      if (method === 'eth_sendTransaction') return this.#accept(sentSchema.parse(params)[0]);
      this.#mine();
      return this.#minedHashes.has(String(params[0])) ? { status: '0x1' } : null;
    });

  #accept({ nonce, data }: { nonce: number; data: string }): string {
    if (nonce < this.#nonce) throw new ChainRefused('eth_sendTransaction', 'nonce too low');
    if (this.#pool.has(nonce)) throw new ChainRefused('eth_sendTransaction', 'already imported');
    this.#hashes += 1;
    const hash = `0x${this.#hashes.toString(16).padStart(64, '0')}`;
    const losses = this.#losses.get(data) ?? 0;
    if (losses > 0) this.#losses.set(data, losses - 1);
    else this.#pool.set(nonce, { data, hash });
    return hash;
  }

  #mine(): void {
    for (let next = this.#pool.get(this.#nonce); next; next = this.#pool.get(this.#nonce)) {
      this.mined.push(next.data);
      this.#minedHashes.add(next.hash);
      this.#pool.delete(this.#nonce);
      this.#nonce += 1;
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends them, and lets as much time pass as that takes. */
async function sent(chain: ForgetfulChain, data: readonly string[]): Promise<unknown> {
  const outcome = transact(
    chain.rpc,
    FIRST_NONCE,
    data.map((text) => ({ data: text })),
  ).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

describe('transactions', () => {
  test.each([
    ['nothing', []],
    ['the first', ['0x0']],
    ['all', texts(6)],
  ])('are mined once each and in order, though the chain loses %s', async (_which, lost) => {
    const chain = new ForgetfulChain(lost);
    expect(await sent(chain, texts(6))).toBeNull();
    expect(chain.mined).toEqual(texts(6));
  });

  test('more than the chain holds at a time arrive too', async () => {
    const chain = new ForgetfulChain(['0x59', '0x60', '0x129']);
    expect(await sent(chain, texts(130))).toBeNull();
    expect(chain.mined).toEqual(texts(130));
  });

  test('that the chain loses again and again are given up, by their hash', async () => {
    const chain = new ForgetfulChain(['0x2'], Infinity);
    expect(String(await sent(chain, texts(3)))).toMatch(
      /^Error: The local chain does not mine 0x[0-9a-f]{64}\.$/,
    );
    expect(chain.mined).toEqual(['0x0', '0x1']);
  });
});
