import { expect, test } from 'vitest';
import { DISK_FAULTS, FAULT_KINDS, LOSS_FAULTS, MONGO_FAULTS, planRound } from './plan.ts';

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
  const without = (...left: readonly string[]) => new Set(FAULT_KINDS.filter((kind) => !left.includes(kind))); // prettier-ignore
  expect(kinds(EMBEDDED)).toEqual(without(...MONGO_FAULTS));
  expect(kinds(MONGO)).toEqual(without(...DISK_FAULTS, ...LOSS_FAULTS));
});
