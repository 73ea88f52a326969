/** The fast reader of documents reads the same as the driver's. */
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { AlikeDocuments } from './fast-bson.ts';

/** Documents with few names, so that many have the same or almost the same shape. */
const names = fc.constantFrom('a', 'ab', 'abc', 'ключ');
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 3 }),
    tie('document'),
  ),
  document: fc.dictionary(names, tie('value'), { noNullPrototype: true }),
}));

test('documents of any shape, one after the other, equal what the driver reads', () => {
  fc.assert(
    fc.property(fc.array(values.document, { maxLength: 10 }), (documents) => {
      const reader = new AlikeDocuments();
      for (const document of documents) {
        const bytes = BSON.serialize(Object(document));
        expect(reader.read(bytes)).toEqual(BSON.deserialize(bytes));
      }
    }),
  );
});
