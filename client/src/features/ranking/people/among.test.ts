import { expect, it } from 'vitest';
import { ANNA, BEN } from '../../../testing/event.ts';
import { address } from '../../../../../common/values/address.ts';
import type { RankedRow } from '../week-rows.ts';
import { rowsAmong } from './among.ts';

const CLEO = address(`0x${'c'.repeat(40)}`);

const row = (walletAddress: typeof ANNA, rank: number, parts: Partial<RankedRow>): RankedRow => ({
  walletAddress,
  rank,
  nationId: 'italy',
  nationName: 'Italy',
  name: null,
  gdp: 0,
  presidentWallet: null,
  presidentStakedCount: 0,
  ...parts,
});

const told = (rows: readonly RankedRow[], wallets: readonly string[]) =>
  rowsAmong(rows, new Set(wallets.map((wallet) => wallet.toLowerCase()))).map(
    ({ walletAddress, rank, among, behind }) => ({ walletAddress, rank, among, behind }),
  );

it('[SCR74, SCR75] some players’ rows have both ranks and how far each is behind the next of them; a player’s first row counts', () => {
  const rows = [
    row(CLEO, 4812, { gdp: 20_000 }),
    row(ANNA, 3, { gdp: 50_000 }),
    row(BEN, 7, { gdp: 49_470 }),
    row(CLEO, 4900, { gdp: 19_000 }),
  ];
  expect(told(rows, [CLEO, ANNA])).toEqual([
    { walletAddress: ANNA, rank: 3, among: 1, behind: null },
    { walletAddress: CLEO, rank: 4812, among: 2, behind: 30_000 },
  ]);
  expect(told(rows, [BEN, ANNA])[1]).toMatchObject({ among: 2, behind: 530 });
});

it('[SCR75] in a week it is what was gained that counts', () => {
  const gained = (dollars: number) => ({ week: { gained: dollars, isFinal: false } });
  const rows = [
    row(ANNA, 1, { gdp: 1000, ...gained(900) }),
    row(BEN, 2, { gdp: 5000, ...gained(400) }),
  ];
  expect(told(rows, [ANNA, BEN])[1]).toMatchObject({ behind: 500 });
});
