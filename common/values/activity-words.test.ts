import { expect, test } from 'vitest';
import { ACTIVITY_KINDS, EVENT_KINDS } from './event-kinds.ts';
import type { EventDetail, EventKind } from './stored-event.ts';
import { actOf } from './activity-words.ts';

const act = (kind: EventKind, detail?: EventDetail) => actOf({ kind, nationId: 'italy', detail });

test('an action is described with its object, if known', () => {
  expect(act('dena-staked', { amount: '10000' })).toBe('staked 10,000 DENA');
  expect(act('dena-staked')).toBe('staked DENA');
  expect(act('national-staked', { quantity: 2 })).toBe('staked 2 national NFTs');
  expect(act('national-staked', { quantity: 1 })).toBe('staked a national NFT');
  expect(act('cultural-staked')).toBe('staked The Colosseum');
  expect(act('cultural-unstaked', { quantity: 1 })).toBe('unstaked 1 × The Colosseum');
  expect(act('traded', { quantity: 60, resourceType: 'food' })).toBe('bought 60 food');
  const given = { quantity: 60, resourceType: 'food' } as const;
  expect(act('contributed', given)).toBe('contributed 60 food');
  expect(act('contributed', { ...given, finished: [2] })).toBe(
    'finished the second storey of the Colosseum',
  );
});

test('the kinds that feeds ask for are those that there are words for', () => {
  expect(EVENT_KINDS.filter((kind) => act(kind) !== null)).toEqual(ACTIVITY_KINDS);
});
