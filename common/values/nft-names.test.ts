import { expect, it } from 'vitest';
import { NATION_IDS, NATIONS } from './nations.ts';
import { nationOfToken } from './nft-names.ts';

it('a token maps to its nation; another token to none', () => {
  for (const id of NATION_IDS) expect(nationOfToken(BigInt(NATIONS[id].tokenId))).toBe(id);
  expect(nationOfToken(0n)).toBeNull();
  expect(nationOfToken(5n)).toBeNull();
  expect(nationOfToken(2n ** 64n + 2n)).toBeNull();
});
