/** The acts of operators. */
import { describe, expect } from 'vitest';
import type { StoreContract } from './contract.ts';

export function actsAreRead({ name, storeTest }: StoreContract): void {
  describe(`${name}: acts of operators`, () => {
    storeTest(
      'are read by all that has the store open, in order, and only those after a number',
      async ({ opened: { store, act } }) => {
        expect(await store.acts(0)).toEqual([]);
        const documents = Array.from({ length: 12 }, (_, n) => `{"n":${n}} 🇮🇹`);
        for (const [n, document] of documents.entries()) expect(await act(document)).toBe(n + 1);
        const rows = documents.map((document, n) => ({ number: n + 1, document }));
        expect(await store.acts(0)).toEqual(rows);
        expect(await store.acts(9)).toEqual(rows.slice(9));
        expect(await store.acts(12)).toEqual([]);
      },
    );

    storeTest(
      'of several operators at once get a number each, without gaps',
      async ({ opened: { store, act } }) => {
        const documents = Array.from({ length: 8 }, (_, n) => `act ${n}`);
        const numbers = await Promise.all(documents.map(act));
        expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        const rows = await store.acts(0);
        expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        for (const [n, document] of documents.entries()) {
          expect(rows.find((row) => row.number === numbers[n])?.document).toBe(document);
        }
      },
    );
  });
}
