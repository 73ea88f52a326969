/**
 * Every attack for a moment, on the built server: it lives, refuses what it must, and keeps no memory. How long
 * others wait is measured by `npm run attack`, where nothing else runs.
 */
import { expect, test } from 'vitest';
import { ATTACKS } from './registry.ts';
import { table, wrongs } from './report.ts';
import { runAttacks } from './run.ts';

const ROW_MS = 1500;

test('no attack of one client gets through', { timeout: 900_000 }, async () => {
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
  const said: string[] = [];
  const outcomes = await runAttacks({
    attacks: ATTACKS,
    ms: ATTACKS.length * ROW_MS,
    say: (line) => said.push(line),
  });
  console.log(table(outcomes));
  const failed = outcomes.filter((outcome) => wrongs(outcome).length > 0);
  expect(failed.map((outcome) => [outcome.name, ...wrongs(outcome)])).toEqual([]);
});
