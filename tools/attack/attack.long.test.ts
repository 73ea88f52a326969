/**
 * Every attack, briefly: the servers survive, refuse what they must, give back what they held and
 * lose nothing. `npm run attack` also measures the delay of others, on an otherwise idle machine.
 */
import { expect, test } from 'vitest';
import { huntSeed } from '../hunt-seed.ts';
import { attacksNamed } from './rows.ts';
import { runAttacks } from './run.ts';

const ROW_MS = 1500;

test.each(['', 'mutated'])('no attack “%s” succeeds', { timeout: 900_000 }, async (only) => {
  const names = attacksNamed(only).filter((name) => only !== '' || !name.startsWith('mutated'));
  const seed = huntSeed(undefined);
  const ms = names.length * (only === '' ? ROW_MS : 4 * ROW_MS);
  console.log(`npm run attack -- --only mutated --seed ${seed}`);
  const results = await runAttacks({ names, ms, seed, say: (line) => console.log(line) });
  const failed = results.filter(({ wrongs }) => wrongs.length > 0);
  expect(failed.map(({ name, wrongs }) => [name, ...wrongs])).toEqual([]);
});
