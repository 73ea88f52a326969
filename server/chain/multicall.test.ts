import { AbiCoder } from 'ethers';
import { describe, expect, test } from 'vitest';
import { multicallAnswers, NoMulticall } from './multicall.ts';

const answersOf = (results: readonly (readonly [boolean, string])[]) =>
  AbiCoder.defaultAbiCoder().encode(['tuple(bool,bytes)[]'], [results]);
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

describe('Multicall3', () => {
  test('is decoded as in its ABI: a failed call is null', () => {
    const answer = answersOf([
      [true, word(7)],
      [false, '0x08c379a0'],
      [true, '0x'],
      [true, `${word(9)}${'00'.repeat(31)}`],
    ]);
    expect(multicallAnswers(answer, 4)).toEqual([
      word(7).slice(2),
      null,
      '',
      `${word(9).slice(2)}${'00'.repeat(31)}`,
    ]);
  });

  test('nonsense is not an answer, and an empty answer means no Multicall3', () => {
    expect(() => multicallAnswers('0x', 1)).toThrow(NoMulticall);
    const good = answersOf([[true, word(7)]]);
    expect(() => multicallAnswers(good, 2)).toThrow(/the number of answers/);
    for (const bad of [null, 7, '0x0', good.slice(0, -64), `0x${'f'.repeat(640)}`]) {
      expect(() => multicallAnswers(bad, 1)).toThrow();
    }
  });
});
