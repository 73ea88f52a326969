/** The fast reader of documents reads the same as the driver's. */
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { playerDocument } from '../documents.ts';
import { stateAfter, story } from '../testing/fixtures.ts';
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

test('players equal what was written, and none needs the driver’s reader', () => {
  const reader = new AlikeDocuments(() => {
    throw new Error('a player has a value of another type');
  });
  const nameless = [1, 2, 3].map((n) => stateAfter(story(walletOf(n)).slice(0, n * 2)).player);
  const players = nameless.flatMap((player) => [player, { ...player, name: 'marco.eth' }]);
  for (const player of players) {
    const document = { _id: player.wallet, ...playerDocument.encode(player) };
    expect(playerDocument.decode(reader.read(BSON.serialize(document)))).toEqual(player);
  }
});
