import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTo, typedDecimal, typedQuantity } from './typed-number.ts';

const number = (decimal: string) => ({ is: 'number', decimal });

describe('a typed figure', () => {
  it.each([
    ['10,000', '10000'],
    ['1,234,567.5', '1234567.5'],
    [' 12.50 ', '12.50'],
    ['.5', '0.5'],
    ['007', '7'],
    ['\u00a0250\u00a0', '250'],
  ])('%j is understood as %s', (text, decimal) => {
    expect(typedDecimal(text)).toEqual(number(decimal));
  });

  it.each([
    ['-5', /minus/],
    ['−5', /minus/],
    ['1,00', /groups by three/],
    ['0,500', /groups by three/],
    ['1234,567', /groups by three/],
    ['1.234,5', /groups by three/],
    ['1e3', /such as/],
    ['0x10', /such as/],
    ['٣', /such as/],
  ])('%j is refused', (text, words) => {
    expect(typedDecimal(text)).toEqual({ is: 'problem', words: expect.stringMatching(words) });
  });

  it('may be followed by its unit, if one is accepted', () => {
    expect(typedDecimal('10,000 DENA', 'DENA')).toEqual(number('10000'));
    expect(typedDecimal('1.5dena', 'DENA')).toEqual(number('1.5'));
    expect(typedDecimal('DENA', 'DENA')).toEqual({ is: 'empty' });
    expect(typedDecimal('10,000 DENA').is).toBe('problem');
  });

  it('keeps its value with or without separators', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.stringMatching(/^\d{0,9}$/),
        (n, f) => {
          const decimal = f ? `${n}.${f}` : `${n}`;
          expect(typedDecimal(decimal)).toEqual(number(decimal));
          expect(typedDecimal(`${n.toLocaleString('en-US')}${f && `.${f}`}`)).toEqual(
            number(decimal),
          );
        },
      ),
    );
  });

  it('never becomes another number: the parsed value has exactly the typed digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.,e ]{0,12}$/), (text) => {
        const typed = typedDecimal(text);
        if (typed.is !== 'number') return;
        const digits = (it: string) =>
          it
            .replaceAll(/[^\d.]/g, '')
            .replace(/^0+/, '')
            .replace(/\.$/, '');
        expect(digits(typed.decimal)).toBe(digits(text));
      }),
    );
  });
});

describe('a quantity between two bounds', () => {
  const trade = { min: 0, max: 1000, step: 10 };
  const copies = { min: 1, max: 3, step: 1 };

  it.each([
    ['134', trade, 130],
    ['57', trade, 60],
    ['5,000', trade, 1000],
    ['9'.repeat(400), trade, 1000],
    ['12.5', trade, 10],
    ['1e9', trade, 1000],
    ['-10', trade, 0],
    ['abc', trade, 0],
    ['', trade, 0],
    ['0', copies, 1],
    ['-3', copies, 1],
    ['2.6', copies, 3],
    ['2,6', copies, 1],
    ['9', copies, 3],
    ['9', { min: 1, max: 1, step: 1 }, 1],
  ])('[VAL8, VAL9] %j is the nearest that can be chosen', (text, steps, value) => {
    expect(typedQuantity(text, steps)).toBe(value);
  });

  it('never leaves its bounds nor its steps', () => {
    const steps = fc.record({
      min: fc.integer({ min: 0, max: 50 }),
      max: fc.integer({ min: 0, max: 5000 }),
      step: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.double(), steps, (value, { min, max, step }) => {
        const taken = stepTo(value, { min, max, step });
        expect(taken).toBeGreaterThanOrEqual(min);
        expect(taken).toBeLessThanOrEqual(Math.max(min, max));
        expect((taken - min) % step).toBe(0);
      }),
    );
  });
});
