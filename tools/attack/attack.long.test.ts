/**
 * Runs every attack briefly against the built server: the server survives, refuses what it must and leaks no
 * memory. `npm run attack` measures the delay for other clients, on an otherwise idle machine.
 */
import { expect, test } from 'vitest';
import { attacksNamed } from './registry.ts';
import { table, wrongs } from './report.ts';
import { runAttacks } from './run.ts';

const ROW_MS = 1500;

test('no attack by a single client succeeds', { timeout: 900_000 }, async () => {
  const attacks = attacksNamed(undefined);
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  const said: string[] = [];
  const outcomes = await runAttacks({
    attacks,
    ms: attacks.length * ROW_MS,
    say: (line) => said.push(line),
  });
  console.log(table(outcomes));
  const failed = outcomes.filter((outcome) => wrongs(outcome).length > 0);
  expect(failed.map((outcome) => [outcome.name, ...wrongs(outcome)])).toEqual([]);
});
