import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardRow, compareRank } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { stateAfter, story } from '../store/testing/fixtures.ts';
import { FindIndex } from './find-index.ts';
import { RankIndex } from './rank-index.ts';

const anyone = boardRow(stateAfter(story(walletOf(7), 'argentina')).player);

/** The lowest bit in which they differ: in the first digits, in the last ones, or between. */
const anyPlace = fc.constantFrom(140, 80, 40, 0);
const DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));
/** So many rows of the ranking are looked at first. */
const anyFirst = fc.constantFrom(0, 30, 1000);

test('finds the addresses and names with a prefix that a scan of all rows finds, through any changes', () => {
  const anyName = fc.constantFrom(null, 'ab.eth', 'abc.eth', 'b.eth', '0x0.eth');
  const anyRow = fc.record({
    n: fc.nat({ max: 2 ** 20 - 1 }),
    gdp: fc.nat({ max: 9 }),
    name: anyName,
  });
  // So many that they fill several blocks.
  const anyRows = fc.uniqueArray(anyRow, {
    minLength: 200,
    maxLength: 500,
    size: 'max',
    selector: ({ n }) => n,
  });
  const anyChanges = fc.array(fc.record({ gdp: fc.nat({ max: 9 }), name: anyName }));
  fc.assert(
    fc.property(
      anyRows,
      fc.nat({ max: 200 }),
      anyChanges,
      anyPlace,
      anyFirst,
      (drafts, atStart, changes, place, first) => {
        const drawn: BoardRow[] = drafts.map(({ n, ...rest }, gdpOrder) => {
          const digits = (BigInt(n) << BigInt(place)).toString(16).padStart(40, '0');
          return { ...anyone, ...rest, gdpOrder, wallet: address(`0x${digits}`) };
        });
        const index = new RankIndex(drawn.slice(0, atStart));
        const finder = new FindIndex(index, drawn.slice(0, atStart), first);
        for (const row of drawn.slice(atStart)) finder.replace(index.put(row), null, row);
        changes.forEach((change, n) => {
          const before = drawn[n];
          if (!before) return;
          const after = { ...before, ...change };
          finder.replace(index.put(after), before, after);
        });
        const rows = index.slice(0, drawn.length);
        // Every digit at the first place in which the addresses differ.
        const same = `0x${'0'.repeat(35 - place / 4)}`;
        for (const text of [
          '',
          '0',
          '0x',
          'ab',
          'A\u{fe0f}B',
          '0X0',
          'b',
          'c',
          ...DIGITS.map((digit) => same + digit),
        ]) {
          const wanted = text.replace('\u{fe0f}', '').toLowerCase();
          const expected = rows
            .filter(
              ({ wallet, name }) =>
                name?.startsWith(wanted) ||
                (wanted.startsWith('0x') && wallet.toLowerCase().startsWith(wanted)),
            )
            .toSorted(compareRank)
            .slice(0, 5);
          expect(finder.find(text, 5)).toEqual(expected);
        }
      },
    ),
    // So many rows take minutes to shrink.
    { numRuns: 30, endOnFailure: true },
  );
});
