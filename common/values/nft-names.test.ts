import { expect, it } from 'vitest';
import { NATION_IDS, NATIONS } from './nations.ts';
import { nationOfToken, nftName } from './nft-names.ts';

it('every NFT has one unique name', () => {
  const names = NATION_IDS.flatMap((id) => [nftName('national', id), nftName('cultural', id)]);
  expect(new Set(names).size).toBe(8);
  expect(nftName('national', 'italy')).toBe('Italy');
  expect(nftName('cultural', 'italy')).toBe('The Colosseum');
});

it('a token maps to its nation; another token to none', () => {
  for (const id of NATION_IDS) expect(nationOfToken(BigInt(NATIONS[id].tokenId))).toBe(id);
  expect(nationOfToken(0n)).toBeNull();
  expect(nationOfToken(5n)).toBeNull();
  expect(nationOfToken(2n ** 64n + 2n)).toBeNull();
});
