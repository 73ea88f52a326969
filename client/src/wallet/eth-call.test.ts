import { AbiCoder, Interface } from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '../../../common/values/address.ts';
import { balanceOfData, readUint, tokenBalanceOfData } from './eth-call.ts';

const OWNER = address('0x00000000000000000000000000000000000000aa');
const TOKEN = address('0x00000000000000000000000000000000000000cc');
const MAX = 2n ** 256n - 1n;

test('call data equals what an Ethereum library encodes', () => {
  const erc20 = new Interface(['function balanceOf(address) view returns (uint256)']);
  const erc1155 = new Interface(['function balanceOf(address,uint256) view returns (uint256)']);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 160n - 1n), fc.bigInt(0n, MAX), (account, tokenId) => {
      const owner = address(`0x${account.toString(16).padStart(40, '0')}`);
      expect(balanceOfData(owner)).toBe(erc20.encodeFunctionData('balanceOf', [owner]));
      expect(tokenBalanceOfData(owner, tokenId)).toBe(
        erc1155.encodeFunctionData('balanceOf', [owner, tokenId]),
      );
    }),
  );
});

test('a token id beyond a uint256 is refused', () => {
  expect(() => tokenBalanceOfData(OWNER, MAX + 1n)).toThrow(RangeError);
  expect(() => tokenBalanceOfData(OWNER, -1n)).toThrow(RangeError);
});

test('every uint256 is decoded exactly', async () => {
  const coder = AbiCoder.defaultAbiCoder();
  await fc.assert(
    fc.asyncProperty(fc.bigInt(0n, MAX), async (value) => {
      const answer = async () => coder.encode(['uint256'], [value]);
      expect(await readUint(answer, TOKEN, '0x')).toBe(value);
    }),
  );
});

test.each([
  ['an empty answer, as from an address without code', '0x'],
  ['a truncated word', `0x${'0'.repeat(63)}`],
  ['two words', `0x${'0'.repeat(128)}`],
  ['a non-hexadecimal word', `0x${'g'.repeat(64)}`],
  ['a number', 1],
  ['null', null],
])('%s is refused', async (_, answer) => {
  await expect(readUint(async () => answer, TOKEN, '0x')).rejects.toBeInstanceOf(z.ZodError);
});
