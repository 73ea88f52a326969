import { describe, expect, test } from 'vitest';
import { QueueFull } from '../../lib/bounded-queue.ts';
import { createLog } from '../../observe/log.ts';
import { createTokens, type Token } from './tokens.ts';

/** Tokens whose metadata is read when `answer` says so, and how often each was asked for. */
function slowTokens() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const tokens = createTokens({
    chain: { tokenUri: (collection, tokenId) => Promise.resolve(`${collection}/${tokenId}`) },
    readMetadata: (uri) =>
      new Promise<Token>((resolve) => {
        asked.push(uri);
        waiting.push(() => resolve({ name: uri, imageUrl: '', attributes: [] }));
      }),
    log: createLog('silent'),
  });
  /** Answers whatever is asked, until nothing more is. */
  const answer = async () => {
    await Promise.resolve();
    for (let turn = 0; turn < 1000; turn += 1) {
      waiting.shift()?.();
      await Promise.resolve();
    }
  };
  return { tokens, asked, answer };
}

describe('tokens that nobody can stake', () => {
  test('are read a few at a time, and past a line refused', async () => {
    const { tokens, asked, answer } = slowTokens();
    const reads = Array.from({ length: 100 }, (_, n) => tokens.read('national', BigInt(100 + n)));
    const settled = Promise.allSettled(reads);
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toHaveLength(4);
    await answer();
    const outcomes = await settled;
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100 - 36);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: expect.any(QueueFull) as unknown });
    }
    expect(asked).toHaveLength(36);
  });

  test('keep nobody from those that can be, and push none of them out', async () => {
    const { tokens, asked, answer } = slowTokens();
    const flood = Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => tokens.read('cultural', BigInt(100 + n))),
    );
    const own = tokens.read('national', 2n);
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toContain('national/2');
    await answer();
    await flood;
    for (let id = 200n; id < 1300n; id += 1n) {
      const read = tokens.read('national', id);
      await answer();
      await read;
    }
    expect(await own).toMatchObject({ name: 'national/2' });
    expect(await tokens.read('national', 2n)).toMatchObject({ name: 'national/2' });
    expect(asked.filter((uri) => uri === 'national/2')).toHaveLength(1);
  });
});
