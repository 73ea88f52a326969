import { AbiCoder, Interface } from 'ethers';
import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { NATIONS } from '../../common/values/nations.ts';
import {
  holdingsCalls,
  multicall,
  MULTICALL3,
  multicallAnswers,
  NoMulticall,
} from './multicall.ts';
import { TEST_CONTRACTS } from './testing/test-contracts.ts';

const ABI = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
]);
const TOKENS = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
]);
const wallet = (i: number) => address(`0x${(i + 1).toString(16).padStart(40, '0')}`);
const answersOf = (results: readonly (readonly [boolean, string])[]) =>
  AbiCoder.defaultAbiCoder().encode(['tuple(bool,bytes)[]'], [results]);
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

describe('Multicall3', () => {
  test('is encoded as in its ABI', () => {
    const holders = [0, 1, 2].map((i) => ({ wallet: wallet(i), nationId: 'china' }) as const);
    const calls = holders.flatMap((holder) => holdingsCalls(TEST_CONTRACTS, holder));
    const expected = holders.flatMap((holder) => {
      const data = TOKENS.encodeFunctionData('balanceOf(address,uint256)', [
        holder.wallet,
        NATIONS.china.tokenId,
      ]);
      return [
        [
          TEST_CONTRACTS.dena,
          true,
          TOKENS.encodeFunctionData('balanceOf(address)', [holder.wallet]),
        ],
        [TEST_CONTRACTS.nationalNft, true, data],
        [TEST_CONTRACTS.culturalNft, true, data],
      ];
    });
    const { params } = multicall(calls, '0x10');
    const [call] = params;
    const data = typeof call === 'object' && call !== null && 'data' in call ? call.data : null;
    expect(data).toBe(ABI.encodeFunctionData('aggregate3', [expected]));
    expect(params).toEqual([{ to: MULTICALL3, data }, '0x10']);
  });

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
