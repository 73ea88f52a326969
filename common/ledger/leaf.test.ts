import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../rules/specified.ts';
import { address } from '../values/address.ts';
import {
  bundleOf,
  canonical,
  entriesOf,
  leafBytes,
  leafOf,
  MOST_LEAF_BYTES,
  UnknownKind,
  type Leaf,
} from './leaf.ts';

const leaf: Leaf = {
  v: 1,
  n: 7,
  at: 1_700_000_000_000,
  wallet: address('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'),
  version: 3,
  kind: 'dena-staked',
  amount: '10000000000000000000',
  holdings: { block: 19_000_000, dena: '25000000000000000000', national: 2, museum: 0 },
  order: 8_796_093_022_215,
};
const text =
  '{"amount":"10000000000000000000","at":1700000000000,' +
  '"holdings":{"block":19000000,"dena":"25000000000000000000","museum":0,"national":2},' +
  '"kind":"dena-staked","n":7,"order":8796093022215,"v":1,"version":3,' +
  '"wallet":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}';
const bytesOf = (json: string) => new TextEncoder().encode(json);

describe('a leaf', () => {
  test('is RFC 8785 JSON: sorted, without blanks', () => {
    expect(new TextDecoder().decode(leafBytes(leaf))).toBe(text);
    expect(leafOf(bytesOf(text))).toEqual(leaf);
  });

  test('of a kind that a later version knows can’t be told; it is canonical all the same', () => {
    const later = text.replace('"dena-staked"', '"wishes-staked"');
    expect(() => leafOf(bytesOf(later))).toThrow(UnknownKind);
    expect(() => leafOf(bytesOf(later))).toThrow('is of the kind wishes-staked');
    for (const broken of [
      later.replace('"v":1', '"v": 1'),
      later.replace('"n":7,', ''),
      text.replace('"v":1', '"v":2'),
      text.replace('"version":3,', ''),
    ]) {
      expect(() => leafOf(bytesOf(broken))).toThrow('A leaf can’t be read.');
    }
  });

  test('of rules with other figures, as only a later version has, can’t be told either', () => {
    const changed: Leaf = { v: 1, n: 7, at: leaf.at, kind: 'rules', rules: SPECIFIED_RULES };
    const json = new TextDecoder().decode(leafBytes(changed));
    expect(leafOf(bytesOf(json))).toEqual(changed);
    for (const [of, by] of [
      ['"workNeeds"', '"wonders":3,"workNeeds"'],
      ['{"argentina":1000,', '{"andorra":5,"argentina":1000,'],
      ['"lockMs":604800000,', ''],
    ] as const) {
      expect(json).toContain(of);
      expect(() => leafOf(bytesOf(json.replace(of, by)))).toThrow(UnknownKind);
    }
    const spaced = json.replace('"n":7', '"n": 7');
    expect(() => leafOf(bytesOf(spaced))).toThrow('not in its canonical form');
  });

  test('of 1,500 stakes that end at once fits, and a longer one is refused', () => {
    const { amount: _amount, ...rest } = leaf;
    const ending = (stakes: number): Leaf => ({
      ...rest,
      kind: 'stakes-unbacked',
      ended: Array.from({ length: stakes }, (_, i) => 9_000_000 + i),
    });
    expect(leafBytes(ending(1500)).length).toBeLessThanOrEqual(MOST_LEAF_BYTES);
    expect(() => leafBytes(ending(9000))).toThrow('bytes');
    const longer = text.replace('"amount":"1', `"amount":"1${'0'.repeat(MOST_LEAF_BYTES)}`);
    expect(() => leafOf(bytesOf(longer))).toThrow('A leaf is too long.');
  });

  test('JSON of strings and whole numbers reads back, whatever they hold', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.maxSafeInteger(),
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        // −0 is 0.
        expect(JSON.parse(canonical(any))).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });

  test('the sorting of RFC 8785 §3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    const json = canonical(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(json).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
  });

  test.each([1.5, null, true, 2 ** 53, '\ud800', () => 0])('%s is not in any', (value) => {
    expect(() => canonical({ value })).toThrow('A leaf holds only');
  });
});

describe('a bundle', () => {
  test('is its entries, each behind its length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 })), (entries) => {
        expect(entriesOf(bundleOf(entries))).toEqual(entries);
      }),
    );
    expect([...bundleOf([new Uint8Array(258).fill(9)])].slice(0, 3)).toEqual([1, 2, 9]);
  });

  test('that is cut short is refused', () => {
    const bundle = bundleOf([Uint8Array.of(1, 2, 3)]);
    expect(() => entriesOf(bundle.subarray(0, 4))).toThrow('within an entry');
    expect(() => entriesOf(bundle.subarray(0, 1))).toThrow('within a length');
  });
});
