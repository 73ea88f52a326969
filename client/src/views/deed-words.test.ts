import { expect, test } from 'vitest';
import { EVENT_KINDS } from '../../../common/values/game-event.ts';
import { actOf, markText } from './deed-words.ts';

test('a deed is told with what it was done with, where that is known', () => {
  expect(actOf('dena-staked', { amount: '10000' })).toBe('staked 10,000 DENA');
  expect(actOf('dena-staked')).toBe('staked DENA');
  expect(actOf('national-staked', { quantity: 2 })).toBe('staked 2 national NFTs');
  expect(actOf('cultural-unstaked', { quantity: 1 })).toBe('took a cultural NFT back');
  expect(actOf('traded', { quantity: 60, resourceType: 'food' })).toBe('bought 60 food');
});

test('what the game does by itself is no deed', () => {
  expect(EVENT_KINDS.filter((kind) => actOf(kind) === null)).toEqual([
    'resources-settled',
    'holdings-verified',
    'name-checked',
  ]);
});

test('a mark tells the places and by what', () => {
  const mark = { kind: 'dena-staked', detail: { amount: '5000' }, delta: 500 } as const;
  expect(markText({ ...mark, places: 17 })).toBe('▲17 · 5,000 DENA');
  expect(markText({ ...mark, places: 0 })).toBe('5,000 DENA');
  expect(markText({ kind: 'stakes-unbacked', places: -3, delta: -500 })).toBe('▼3 · −$500');
  expect(markText({ kind: 'nation-chosen', places: 0, delta: 18_000 })).toBe('joined');
});
