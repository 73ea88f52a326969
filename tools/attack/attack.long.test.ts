/**
 * Every attack, briefly: the servers survive, refuse what they must, free what they used and
 * lose nothing. `npm run attack` also measures the delay of others, on an otherwise idle machine.
 */
import { expect, test } from 'vitest';
import { attacksNamed } from './rows.ts';
import { huntSeed, runAttacks } from './run.ts';

const ROW_MS = 1500;

const isMutated = (name: string): boolean => name.startsWith('mutated');

test.each([
  ['row of the table', attacksNamed().filter((name) => !isMutated(name)), ROW_MS],
  ['mutated input', attacksNamed().filter(isMutated), 4 * ROW_MS],
])('no %s harms a server', { timeout: 900_000 }, async (_what, names, rowMs) => {
  const seed = huntSeed(undefined);
  console.log(`npm run attack -- --only mutated --seed ${seed}`);
  const ms = names.length * rowMs;
  const results = await runAttacks({ names, ms, seed, say: (line) => console.log(line) });
  const failed = results.filter(({ wrongs }) => wrongs.length > 0);
  expect(failed.map(({ name, wrongs }) => [name, ...wrongs])).toEqual([]);
});
