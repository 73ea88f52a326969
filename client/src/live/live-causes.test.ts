import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { withCauses } from './live-causes.ts';

const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));
const cause = (digit: number, delta: number) => ({
  walletAddress: address(`0x${String(digit).repeat(40)}`),
  kind: 'dena-staked' as const,
  delta,
});
const message = (n: number, ...causes: ReturnType<typeof cause>[]) => ({
  rev: rev(n),
  nationId: 'italy' as const,
  causes,
});

test('the last commit of the last message stands first', () => {
  const one = withCauses([], message(1, cause(1, 10)), null, 100);
  const two = withCauses(one, message(2, cause(2, 20), cause(3, 30)), rev(1), 200);
  expect(two.map(({ delta, atMs, since }) => [delta, atMs, since])).toEqual([
    [30, 200, rev(1)],
    [20, 200, rev(1)],
    [10, 100, null],
  ]);
  expect(new Set(two.map(({ key }) => key)).size).toBe(3);
});

test('a message that nothing moved leaves them as they are, and the oldest go', () => {
  const held = withCauses([], message(1, cause(1, 10)), null, 100);
  expect(withCauses(held, message(2), rev(1), 200)).toBe(held);
  let many = held;
  for (let n = 2; n < 100; n += 1) many = withCauses(many, message(n, cause(1, n)), null, n);
  expect(many).toHaveLength(50);
  expect(many[0]?.delta).toBe(99);
});
