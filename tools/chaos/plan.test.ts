import { expect, test } from 'vitest';
import { FAULT_KINDS, MONGO_FAULTS, planRound } from './plan.ts';

const rounds = (seed: number, hasMongo: boolean, hasDisk = !hasMongo) =>
  Array.from({ length: 200 }, (_, round) => planRound(round, { seed, hasMongo, hasDisk }));
const kinds = (seed: number, hasMongo: boolean, hasDisk?: boolean) =>
  new Set(rounds(seed, hasMongo, hasDisk).flatMap(({ faults }) => faults.map(({ kind }) => kind)));

test('the same seed gives the same plan, another one another', () => {
  expect(rounds(7, true)).toEqual(rounds(7, true));
  expect(rounds(7, true)).not.toEqual(rounds(8, true));
});

test('every fault comes, each where there is something to break', () => {
  const all = [...FAULT_KINDS].toSorted();
  const ofMongo = new Set<string>(MONGO_FAULTS);
  expect([...kinds(1, false)].toSorted()).toEqual(all.filter((kind) => !ofMongo.has(kind)));
  expect([...kinds(1, true)].toSorted()).toEqual(all.filter((kind) => kind !== 'disk-full'));
  expect(kinds(1, false, false)).not.toContain('disk-full');
});
