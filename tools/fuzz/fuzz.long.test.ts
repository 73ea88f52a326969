/** Half a minute of fuzzing, from the printed seed. */
import { expect, test } from 'vitest';
import { huntSeed } from '../hunt-seed.ts';
import { runFuzz } from './run.ts';

test('whatever is sent, nothing breaks and nothing is lost', { timeout: 300_000 }, async () => {
  const seed = huntSeed(undefined);
  console.log(`npm run fuzz -- --seed ${seed}`);
  const findings = await runFuzz({
    ms: 30_000,
    seed,
    say: (line) => console.log(line),
  });
  expect(findings).toEqual([]);
});
