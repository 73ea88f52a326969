import { AbiCoder } from 'ethers';
import { expect, test } from 'vitest';
import { multicallAnswers, NoMulticall } from './multicall.ts';

test('nonsense is not an answer of Multicall3, and an empty answer means that there is none', () => {
  const word = '7'.padStart(64, '0');
  const good = AbiCoder.defaultAbiCoder().encode(['tuple(bool,bytes)[]'], [[[true, `0x${word}`]]]);
  expect(multicallAnswers(good, 1)).toEqual([word]);
  expect(() => multicallAnswers('0x', 1)).toThrow(NoMulticall);
  expect(() => multicallAnswers(good, 2)).toThrow(/the number of answers/);
  for (const bad of [null, 7, '0x0', good.slice(0, -64), `0x${'f'.repeat(640)}`]) {
    expect(() => multicallAnswers(bad, 1)).toThrow();
  }
});
