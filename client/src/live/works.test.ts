import { expect, test } from 'vitest';
import type { NationWork } from '../../../common/protocol/works.ts';
import { eachResource } from '../../../common/values/resources.ts';
import { workOf } from '../../../common/values/works.ts';
import { liveWorks, type PushedWorks } from './works.ts';

const given = (wood: number) => workOf({ ...eachResource(() => 0), wood }, []);
const polled = (wood: number): NationWork[] => [
  { ...given(wood), nationId: 'italy', recent: null },
];
const pushed = (epoch: string, rev: string, wood: number): PushedWorks => ({
  italy: { epoch, rev, work: given(wood) },
});
const woodOf = (...all: Parameters<typeof liveWorks>) => {
  const stage = liveWorks(...all).italy?.stages[0];
  return stage?.have.wood;
};

test('of a polled and a pushed work the newer is shown, whichever arrived last', () => {
  const at = (rev: string) => ({ epoch: 'e', rev });
  expect(woodOf(polled(10), at('1'), pushed('e', '2', 20))).toBe(20);
  expect(woodOf(polled(30), at('3'), pushed('e', '2', 20))).toBe(30);
  expect(woodOf(polled(30), at('2'), pushed('e', '2', 20))).toBe(30);
  expect(woodOf(polled(30), undefined, pushed('e', '2', 20))).toBe(20);
  // Another data set is what was polled last.
  expect(woodOf(polled(5), { epoch: 'f', rev: '1' }, pushed('e', '2', 20))).toBe(5);
});

test('a nation that was neither polled nor pushed has no work', () => {
  const at = { epoch: 'e', rev: '1' };
  expect(Object.keys(liveWorks(polled(10), at, {}))).toEqual(['italy']);
  expect(Object.keys(liveWorks(null, undefined, pushed('e', '1', 20)))).toEqual(['italy']);
});
