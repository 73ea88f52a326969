import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRank } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { PrefixIndex } from './prefix-index.ts';
import { RankIndex } from './rank-index.ts';

interface Row {
  readonly wallet: ReturnType<typeof walletOf>;
  readonly text: string;
  readonly gdp: number;
  readonly gdpOrder: number;
}

const TEXTS = ['a', 'ab', 'aba', 'abb', 'ac', 'b', 'ba', 'bb', 'bba'];
const BLOCK_IDS = 4;

function found(rows: readonly (Row | undefined)[], prefix: string, limit: number): Row[] {
  return rows
    .filter((row) => row !== undefined)
    .filter(({ text }) => text.startsWith(prefix))
    .toSorted(compareRank)
    .slice(0, limit);
}

function ranksOf(rows: readonly Row[]): Uint32Array {
  return new RankIndex(rows).ranks();
}

test('finds the same as a scan of every row, through any changes', () => {
  const anyRow = fc.record({
    text: fc.constantFrom(...TEXTS),
    gdp: fc.nat({ max: 5 }),
    gdpOrder: fc.nat({ max: 3 }),
  });
  const anyStep = fc.record({ id: fc.nat({ max: 40 }), row: fc.option(anyRow) });
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 40, size: 'max' }),
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      (first, steps) => {
        const rows: (Row | undefined)[] = first.map((row, n) => ({ ...row, wallet: walletOf(n) }));
        const rowOf = (id: number) => {
          const row = rows[id];
          if (!row) throw new Error(`no row has the id ${id}`);
          return row;
        };
        const sorted = rows.map((_, id) => id).toSorted((a, b) => (rowOf(a).text < rowOf(b).text ? -1 : 1)); // prettier-ignore
        const index = new PrefixIndex<Row>({
          rowOf,
          textOf: ({ text }) => text,
          initial: {
            sorted: Uint32Array.from(sorted),
            ranks: ranksOf(rows.map((_, id) => rowOf(id))),
          },
          blockIds: BLOCK_IDS,
        });
        for (const { id, row } of steps) {
          const before = rows[id];
          const after = row ? { ...row, wallet: walletOf(id) } : undefined;
          rows[id] = after;
          if (before && after?.text === before.text) index.reranked(id, before, after);
          else {
            if (before) index.remove(id);
            if (after) index.add(id);
          }
          for (const prefix of ['a', 'ab', 'abb', 'b', 'bb', 'c', '']) {
            expect(index.find(prefix, 3)).toEqual(found(rows, prefix, 3));
          }
        }
      },
    ),
    { numRuns: runs({ usual: 50, long: 2000 }) },
  );
});

test('a search looks at few rows, wherever its results are', () => {
  const wallet = walletOf(1);
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    wallet,
    text: `a${String(n).padStart(6, '0')}`,
    gdp: n % 997,
    gdpOrder: n,
  }));
  let looks = 0;
  const index = new PrefixIndex({
    rowOf: (id) => {
      looks += 1;
      const row = rows[id];
      if (!row) throw new Error(`no row has the id ${id}`);
      return row;
    },
    textOf: ({ text }) => text,
    initial: { sorted: Uint32Array.from(rows, (_, id) => id), ranks: ranksOf(rows) },
  });
  looks = 0;
  expect(index.find('a', 20)).toEqual(rows.toSorted(compareRank).slice(0, 20));
  expect(looks).toBeLessThan(10_000);
});
