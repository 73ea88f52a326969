import { expect, it } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { namesText } from './names-text.ts';

const named = (name: string) => ({ walletAddress: walletOf(1), name: `${name}.eth` });
const FOUR = ['anna', 'ben', 'cleo', 'dora'].map(named);

it('gives up to three names, and counts the others', () => {
  expect(namesText(FOUR.slice(0, 1))).toBe('anna.eth');
  expect(namesText(FOUR.slice(0, 2))).toBe('anna.eth and ben.eth');
  expect(namesText(FOUR.slice(0, 3))).toBe('anna.eth, ben.eth and cleo.eth');
  expect(namesText(FOUR)).toBe('anna.eth, ben.eth, cleo.eth and 1 more');
  expect(namesText(FOUR.slice(0, 1), 1235)).toBe('anna.eth and 1,234 more');
});

it('counts players without a row, and calls those without a name by their address', () => {
  expect(namesText([], 1)).toBe('1 player');
  expect(namesText([], 1235)).toBe('1,235 players');
  expect(namesText([{ walletAddress: walletOf(9), name: null }])).toBe('0x0000…0009');
});
