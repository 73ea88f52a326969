import { expect, test } from 'vitest';
import { circleOf, NAMED_PLAYERS } from './circle.ts';

const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`;

test('[SCR75] a circle is named by addresses in any case, each once; the rest is left out', () => {
  const text = ` ${wallet(1).toUpperCase().replace('X', 'x')},${wallet(2)},${wallet(1)},,marco.eth,0x12`;
  expect(circleOf(text)).toEqual([wallet(1), wallet(2)]);
  expect(circleOf('')).toEqual([]);
});

test('[SCR75] a circle has 50 players at most', () => {
  const named = Array.from({ length: 53 }, (_, n) => wallet(n));
  expect(circleOf(named.join())).toEqual(named.slice(0, NAMED_PLAYERS));
});
