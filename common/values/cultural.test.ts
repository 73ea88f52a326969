import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { written } from './cultural.ts';
import { EVENT_KINDS } from './event-kinds.ts';
import { eventKindSchema } from './stored-event.ts';

describe('the game’s cultural is stored and sent as museum', () => {
  test('every kind of event survives the round trip, and none is written as cultural', () => {
    const sent = EVENT_KINDS.map((kind) => z.encode(eventKindSchema, kind));
    expect(sent.map((kind) => eventKindSchema.parse(kind))).toEqual(EVENT_KINDS);
    expect(sent).toEqual(EVENT_KINDS.map((kind) => written(kind)));
    expect(sent.filter((kind) => kind.includes('cultural'))).toEqual([]);
    expect(sent).toContain('museum-staked');
    expect(sent).toContain('museum-unstaked');
  });
});
