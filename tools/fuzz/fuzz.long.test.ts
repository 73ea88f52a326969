/** Half a minute of fuzzing, from a new, printed seed each time. */
import { expect, test } from 'vitest';
import { TARGETS } from './registry.ts';
import { runFuzz } from './run.ts';

test('whatever is sent, nothing breaks and nothing is lost', { timeout: 300_000 }, async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`npm run fuzz -- --seed ${seed}`);
  const findings = await runFuzz({
    targets: TARGETS,
    ms: 30_000,
    seed,
    say: (line) => console.log(line),
  });
  expect(findings).toEqual([]);
});
