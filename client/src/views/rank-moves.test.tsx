import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { address, type Address } from '../../../common/values/address.ts';
import { useRankMoves } from './rank-moves.ts';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => address(`0x${digit.repeat(40)}`));

/** The moves that a mounted component shows of the last of these rankings. */
function movesAfter(...rankings: readonly (readonly (Address | undefined)[])[]) {
  let shown: ReturnType<typeof useRankMoves> = new Map();
  const rows = rankings.map((wallets) =>
    wallets.flatMap((walletAddress, i) => (walletAddress ? [{ walletAddress, rank: i + 1 }] : [])),
  );
  function Reader() {
    const [n, setN] = useState(0);
    shown = useRankMoves(rows[n] ?? []);
    if (n < rows.length - 1) setN(n + 1);
    return null;
  }
  renderToString(<Reader />);
  return [...shown];
}

test('rank moves are counted from where a row was first seen, and disappear once it is back', () => {
  expect(movesAfter([a, b, c])).toEqual([]);
  expect(movesAfter([a, b, c], [c, a, b])).toEqual([
    [c, 2],
    [a, -1],
    [b, -1],
  ]);
  expect(movesAfter([a, b], [b, a], [a, b])).toEqual([]);
});

test('a newcomer has not moved', () => {
  expect(movesAfter([a, b], [c, a, b]).map(([wallet]) => wallet)).toEqual([a, b]);
});
