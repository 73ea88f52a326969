/** The stored documents: equal to the schemas' own encoding, and refused if damaged. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { walletOf } from '../../common/testing/fixtures.ts';
import { eraEventDraftSchema, eventDraftSchema } from '../../common/values/stored-event.ts';
import { playerSchema } from '../../common/values/player.ts';
import { stakeSchema } from '../../common/values/stake.ts';
import { weekBegins } from '../../common/values/week.ts';
import {
  assertWhole,
  commitDocument,
  eraEventDocument,
  eventDocument,
  playerDocument,
  stakeDocument,
  UnreadableDocument,
  type DocumentCodec,
} from './documents.ts';
import { stateAfter, story } from './testing/fixtures.ts';

const changes = story(walletOf(7), 'argentina');
const { player, stakes } = stateAfter(changes);
const ended = { kind: 'week-ended', week: 2900, at: weekBegins(2901) } as const;

/** There and back through JSON, and what zod itself would have written. */
function expectSame<S extends z.ZodType>(
  schema: S,
  codec: DocumentCodec<z.output<S>, z.input<S>>,
  value: z.output<S>,
): void {
  const document = codec.encode(value);
  expect(document).toEqual(z.encode(schema, value));
  expect(codec.decode(JSON.parse(JSON.stringify(document)))).toEqual(value);
}

describe('a document', () => {
  test('is what zod encodes, and is read back unchanged, for every kind', () => {
    expectSame(playerSchema, playerDocument, player);
    for (const stake of stakes) expectSame(stakeSchema, stakeDocument, stake);
    for (const { event } of changes) expectSame(eventDraftSchema, eventDocument, event);
    expectSame(eraEventDraftSchema, eraEventDocument, ended);
  });

  test('of a commit is read as what it is', () => {
    for (const event of [...changes.map((change) => change.event), ended]) {
      expect(commitDocument.decode(commitDocument.encode(event))).toEqual(event);
    }
    const other = { ...eraEventDocument.encode(ended), week: '2026-W99' };
    expect(() => commitDocument.decode(other)).toThrow('not a week');
  });

  test.each<[string, (document: Record<string, unknown>) => unknown]>([
    ['no object', () => null],
    ['nationId', (document) => ({ ...document, nationId: 'atlantis' })],
    ['spentWei', (document) => ({ ...document, spentWei: '1e18' })],
    ['wallet', (document) => ({ ...document, wallet: undefined })],
  ])('that is damaged is refused by name: %s', (field, damage) => {
    const damaged = damage({ ...playerDocument.encode(player) });
    expect(() => playerDocument.decode(damaged)).toThrow(UnreadableDocument);
    if (damaged) expect(() => playerDocument.decode(damaged)).toThrow(field);
  });
});

test('a change that is inconsistent is a bug, and is not written', () => {
  const [joined] = changes;
  const [other] = story(walletOf(8));
  if (!joined || !other) throw new Error('a story begins with joining');
  expect(() => assertWhole(joined, 4)).toThrow(/can't follow/);
  expect(() => assertWhole({ ...joined, event: other.event }, 0)).toThrow(/can't write for/);
});
