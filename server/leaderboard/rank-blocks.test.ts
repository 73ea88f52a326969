import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RankBlocks } from './rank-blocks.ts';

const CAPACITY = 6;

interface Row {
  readonly id: number;
  readonly gdp: number;
}

const anyStep = fc.record({
  do: fc.constantFrom('add', 'remove-last', 'insert', 'insert', 'insert', 'removeAt', 'move'),
  block: fc.nat(),
  other: fc.nat(),
  place: fc.nat(),
  count: fc.nat(),
  at: fc.nat(),
});

test('blocks hold the same as lists would, wherever they are and however many there are', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200, size: 'max' }), (steps) => {
      const blocks = new RankBlocks(CAPACITY, 1);
      const lists = new Map<number, Row[]>([[blocks.add(), []]]);
      let nextId = 0;
      const pick = (n: number) => [...lists][n % lists.size] ?? [0, []];
      for (const step of steps) {
        const [block, rows] = pick(step.block);
        const place = step.place % (rows.length + 1);
        if (step.do === 'add') lists.set(blocks.add(), []);
        else if (step.do === 'remove-last' && isLastEmpty(lists)) {
          blocks.removeLast();
          lists.delete(blocks.count);
        } else if (step.do === 'insert' && rows.length < CAPACITY) {
          const row = { id: nextId, gdp: step.at % 100 };
          nextId += 1;
          blocks.insert(block, place, row.id, row.gdp);
          rows.splice(place, 0, row);
        } else if (step.do === 'removeAt' && place < rows.length) {
          blocks.removeAt(block, place);
          rows.splice(place, 1);
        } else if (step.do === 'move') {
          const [other, others] = pick(step.other);
          const room = Math.min(CAPACITY - others.length, rows.length - place);
          if (other === block) continue;
          const count = step.count % (room + 1);
          const at = step.at % (others.length + 1);
          blocks.move(block, place, place + count, other, at);
          others.splice(at, 0, ...rows.splice(place, count));
        }
      }
      expect(blocks.count).toBe(lists.size);
      for (const [block, rows] of lists) {
        expect(blocks.sizeOf(block)).toBe(rows.length);
        for (const [place, row] of rows.entries()) {
          expect(blocks.idAt(block, place)).toBe(row.id);
          expect(blocks.gdpAt(block, place)).toBe(row.gdp);
          expect(blocks.placeOf(block, row.id)).toBe(place);
        }
        expect(() => blocks.placeOf(block, nextId)).toThrow(`no row has the id ${nextId}`);
      }
    }),
    { numRuns: 300 },
  );
});

function isLastEmpty(lists: ReadonlyMap<number, readonly Row[]>): boolean {
  return lists.size > 1 && lists.get(lists.size - 1)?.length === 0;
}

test('memory that blocks no longer need is released', () => {
  const blocks = new RankBlocks(CAPACITY, 0);
  for (let n = 0; n < 100; n += 1) blocks.add();
  const full = blocks.byteLength;
  for (let n = 0; n < 50; n += 1) blocks.removeLast();
  expect(blocks.byteLength).toBeLessThan(0.6 * full);
});

test('GDPs that are too long for 32 bits keep their order', () => {
  const blocks = new RankBlocks(CAPACITY, 1);
  const block = blocks.add();
  const gdps = [2 ** 40 + 2 ** 20, 2 ** 40 + 1, 2 ** 40, 2 ** 24 + 1, 2 ** 24];
  gdps.forEach((gdp, place) => blocks.insert(block, place, place, gdp));
  const rounded = gdps.map((_, place) => blocks.gdpAt(block, place));
  expect(rounded).toEqual(gdps.map(Math.fround));
  expect(rounded).toEqual(rounded.toSorted((a, b) => b - a));
});
