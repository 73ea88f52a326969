import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { written, writtenEnum } from './cultural.ts';
import { EVENT_KINDS, eventKindSchema } from './game-event.ts';

describe('the game’s cultural is stored and sent as museum', () => {
  test('every kind of event survives the round trip, and none is written as cultural', () => {
    const sent = EVENT_KINDS.map((kind) => z.encode(eventKindSchema, kind));
    expect(sent.map((kind) => eventKindSchema.parse(kind))).toEqual(EVENT_KINDS);
    expect(sent).toEqual(EVENT_KINDS.map((kind) => written(kind)));
    expect(sent.filter((kind) => kind.includes('cultural'))).toEqual([]);
    expect(sent).toContain('museum-staked');
    expect(sent).toContain('museum-unstaked');
  });

  test('the game’s own name is not a written one, nor the other way round', () => {
    const schema = writtenEnum(['national', 'cultural']);
    expect(schema.safeParse('cultural').success).toBe(false);
    expect(schema.parse('museum')).toBe('cultural');
    expect(schema.parse('national')).toBe('national');
    // @ts-expect-error -- a name of the other side
    expect(() => z.encode(schema, 'museum')).toThrow();
  });
});
