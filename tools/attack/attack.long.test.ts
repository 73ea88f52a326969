/**
 * Runs every attack briefly against the built server: the server survives, refuses what it must and leaks no
 * memory. `npm run attack` measures the delay for other clients, on an otherwise idle machine.
 */
import { expect, test } from 'vitest';
import { attacksNamed } from './registry.ts';
import { wrongs } from './report.ts';
import { runAttacks } from './run.ts';

const ROW_MS = 1500;

test('no attack by a single client succeeds', { timeout: 900_000 }, async () => {
  const names = attacksNamed();
  const measured = await runAttacks({
    names,
    ms: names.length * ROW_MS,
    say: (line) => console.log(line),
  });
  const failed = measured.filter((one) => wrongs(one).length > 0);
  expect(failed.map((one) => [one.name, ...wrongs(one)])).toEqual([]);
});
