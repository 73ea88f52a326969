import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { AbiCoder, Interface } from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { readDenaBalance } from './dena-balance.ts';
import { balanceOfData, decimalsData, tokenBalanceOfData, uintOf } from './eth-call.ts';

const OWNER = address('0x00000000000000000000000000000000000000aa');
const TOKEN = address('0x00000000000000000000000000000000000000cc');
const MAX = 2n ** 256n - 1n;

test('selectors are the first four bytes of the hash of each signature', () => {
  const selector = (signature: string) =>
    `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`;
  expect(decimalsData()).toBe(selector('decimals()'));
  expect(balanceOfData(OWNER).slice(0, 10)).toBe(selector('balanceOf(address)'));
  expect(tokenBalanceOfData(OWNER, 1n).slice(0, 10)).toBe(selector('balanceOf(address,uint256)'));
});

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

test('every uint256 is decoded exactly', () => {
  const coder = AbiCoder.defaultAbiCoder();
  fc.assert(
    fc.property(fc.bigInt(0n, MAX), (value) => {
      expect(uintOf(coder.encode(['uint256'], [value]))).toBe(value);
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
])('%s is refused', (_, answer) => {
  expect(() => uintOf(answer)).toThrow();
});

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** A token contract with these decimals, behind a wallet. */
function tokenOf(balance: bigint, decimals: bigint) {
  return async (method: string, params: readonly unknown[]) => {
    expect(method).toBe('eth_call');
    expect(params[1]).toBe('latest');
    const call = JSON.stringify(params[0]);
    expect(call).toContain(TOKEN);
    return word(call.includes(decimalsData()) ? decimals : balance);
  };
}

test('the balance is in wei of 18 decimals, whatever the token’s own', async () => {
  expect(await readDenaBalance(tokenOf(1250n * 10n ** 18n, 18n), TOKEN, OWNER)).toBe(
    1250n * 10n ** 18n,
  );
  expect(await readDenaBalance(tokenOf(1_250_500_000n, 6n), TOKEN, OWNER)).toBe(
    12505n * 10n ** 17n,
  );
  expect(await readDenaBalance(tokenOf(12_345n, 20n), TOKEN, OWNER)).toBe(123n);
  await expect(readDenaBalance(tokenOf(1n, 256n), TOKEN, OWNER)).rejects.toThrow(RangeError);
});
