import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import type { LiveCause } from './live-causes.ts';
import { rowMarks } from './row-marks.ts';

const [ANNA, BEN] = [address(`0x${'a'.repeat(40)}`), address(`0x${'b'.repeat(40)}`)];
const cause = (heardMs: number, parts: Partial<LiveCause> = {}): LiveCause => ({
  key: `${heardMs}`,
  walletAddress: ANNA,
  nationId: 'italy',
  kind: 'dena-staked',
  delta: 500,
  since: null,
  rev: revSchema.parse('0'.repeat(16)),
  atMs: heardMs,
  heardMs,
  presidency: null,
  ...parts,
});

test('a row shows its newest action, for ten seconds', () => {
  const causes = [
    cause(5000, { rankBefore: 20, rankAfter: 3 }),
    cause(4000, { walletAddress: BEN, rankBefore: 2, rankAfter: 9 }),
    cause(3000, { rankBefore: 30, rankAfter: 20 }),
  ];
  const places = (nowMs: number) =>
    [...rowMarks(causes, nowMs)].map(([wallet, mark]) => [wallet, mark.places]);
  expect(places(5000)).toEqual([
    [ANNA, 17],
    [BEN, -7],
  ]);
  expect(places(14_000)).toEqual([[ANNA, 17]]);
  expect(places(15_000)).toEqual([]);
});

test('a player who joined, or whose cause an older server sent, has gained no places', () => {
  const joined = cause(1, { kind: 'nation-chosen', rankBefore: null, rankAfter: 3 });
  const old = cause(1, { walletAddress: BEN });
  expect([...rowMarks([joined, old], 2).values()].map(({ places }) => places)).toEqual([0, 0]);
});
