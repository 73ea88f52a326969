import { describe, expect, test } from 'vitest';
import { ALICE } from '../test/support/game-world.ts';
import { ChainUnavailable } from './chain.ts';
import { checkedChain } from './checked-chain.ts';
import { FakeChain } from './testing/fake-chain.ts';

describe('a chain that could not be checked', () => {
  test('answers nothing until the check passed, and then without another', async () => {
    const chain = new FakeChain();
    chain.give(ALICE, { denaWei: 7n });
    let checks = 0;
    let passes = false;
    const checked = checkedChain(chain, async () => {
      checks += 1;
      if (!passes) throw new Error('another chain');
    });
    await expect(checked.ping()).rejects.toThrow(ChainUnavailable);
    await expect(checked.holdings(ALICE, 'usa')).rejects.toThrow(ChainUnavailable);
    passes = true;
    expect(await checked.holdings(ALICE, 'usa')).toMatchObject({ denaWei: 7n });
    await checked.ping();
    expect(checks).toBe(3);
  });
});
