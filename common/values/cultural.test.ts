import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { written, writtenEnum } from './cultural.ts';
import { EVENT_KINDS, eventKindSchema } from './game-event.ts';
import { stakeSchema } from './stake.ts';

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

  test('its JSON Schema uses the written names', () => {
    expect(z.toJSONSchema(writtenEnum(['national', 'cultural']), { io: 'input' })).toMatchObject({
      enum: ['national', 'museum'],
    });
  });

  test('a stored stake of a cultural NFT has kind museum, and is read as cultural', () => {
    const stored = {
      id: 's1',
      wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      stakedAt: 1,
      playerVersion: 4,
      unstakeableAt: 2,
      state: { status: 'active' },
      kind: 'museum',
      contract: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      tokenId: '2',
      quantity: 1,
      imageUrl: '',
      culturalGdpBonus: 1200,
    };
    const stake = stakeSchema.parse(stored);
    expect(stake.kind).toBe('cultural');
    expect(z.encode(stakeSchema, stake)).toEqual(stored);
  });
});
