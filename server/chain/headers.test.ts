import { getBytes, hexlify } from 'ethers';
import { describe, expect, test } from 'vitest';
import { bloomCheck, headerSchema, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './headers.ts';
import { Bloom } from './testing/sim-logs.ts';
import { TEST_CONTRACTS } from './testing/fake-chain.ts';

const isQuiet = bloomCheck(TEST_CONTRACTS);
const OTHER = '0x00000000000000000000000000000000000000ee';

function bloomOf(...values: readonly string[]): string {
  const bloom = new Bloom();
  for (const value of values) bloom.add(getBytes(value));
  return bloom.toString();
}
const HEADER = {
  number: '0x7',
  hash: `0x${'7'.repeat(64)}`,
  parentHash: `0x${'6'.repeat(64)}`,
  timestamp: '0x6553f154',
};

describe('a header', () => {
  test('is parsed as it is given', () => {
    expect(headerSchema.parse({ ...HEADER, more: 1 })).toEqual({
      number: 7,
      hash: HEADER.hash,
      parentHash: HEADER.parentHash,
      timestamp: 1_700_000_084,
    });
    for (const bad of [null, {}, { ...HEADER, hash: 7 }, { ...HEADER, number: 'latest' }]) {
      expect(() => headerSchema.parse(bad)).toThrow();
    }
  });

  test('is quiet if its bloom rules out every transfer of the game', () => {
    expect(isQuiet(bloomOf(OTHER))).toBe(true);
    // A transfer of another token, and another event of one of the game's.
    expect(isQuiet(bloomOf(OTHER, TRANSFER))).toBe(true);
    expect(isQuiet(bloomOf(TEST_CONTRACTS.dena))).toBe(true);
  });

  test('is not quiet if it contains one of the contracts and one of the topics', () => {
    expect(isQuiet(bloomOf(TEST_CONTRACTS.dena, TRANSFER))).toBe(false);
    expect(isQuiet(bloomOf(OTHER, TEST_CONTRACTS.nationalNft, TRANSFER_SINGLE))).toBe(false);
    expect(isQuiet(bloomOf(OTHER, TEST_CONTRACTS.culturalNft, TRANSFER_BATCH))).toBe(false);
    expect(isQuiet(`0x${'f'.repeat(512)}`)).toBe(false);
  });

  test('is not quiet if its bloom says nothing: missing, malformed or empty', () => {
    for (const bloom of [
      undefined,
      null,
      7,
      '0x',
      hexlify(new Uint8Array(256)),
      `0x${'1'.repeat(510)}`,
    ]) {
      expect(isQuiet(bloom)).toBe(false);
    }
  });
});
