import { expect, test } from 'vitest';
import { planRound } from './plan.ts';

const EMBEDDED = { hasMongo: false, hasDisk: true, hasLoss: true };
const MONGO = { hasMongo: true, hasDisk: false, hasLoss: false };

const rounds = (seed: number, where = MONGO) =>
  Array.from({ length: 200 }, (_, round) => planRound(round, { seed, ...where }));
const kinds = (where: typeof MONGO) =>
  new Set(rounds(1, where).flatMap(({ faults }) => faults.map(({ kind }) => kind)));

test('the same seed gives the same plan, another seed another', () => {
  expect(rounds(7)).toEqual(rounds(7));
  expect(rounds(7)).not.toEqual(rounds(8));
});

test('every fault occurs, if there is something to break', () => {
  const [embedded, mongo] = [[...kinds(EMBEDDED)], [...kinds(MONGO)]];
  expect(embedded.filter((kind) => kind.startsWith('mongo-'))).toEqual([]);
  expect(embedded).toEqual(expect.arrayContaining(['disk-full', 'store-lost']));
  expect(mongo).not.toEqual(expect.arrayContaining(['disk-full']));
  expect(mongo).not.toEqual(expect.arrayContaining(['store-lost']));
  expect(new Set([...embedded, ...mongo]).size).toBe(20);
});
