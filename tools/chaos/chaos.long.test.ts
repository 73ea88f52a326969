/**
 * Five minutes of faults on each store, from a new, printed seed each time; then half a minute of each seed
 * that found something. Each run is a process of its own with a disk of its own to fill.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { FACTS } from './model/facts.ts';
import { runChaos } from './run.ts';
import { SEEDS } from './seeds.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const MINUTES = 5;
const MINUTES_AGAIN = 0.5;
const TIMEOUT = (MINUTES + 5) * 60_000;

/** @returns its exit code; its output goes to this process's. */
async function chaos(args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return child.exitCode;
}

const mongod = await testMongod();

test(
  'faults on the embedded store never make it differ from the model',
  { timeout: TIMEOUT },
  async () => {
    expect(await chaos(['--minutes', String(MINUTES)])).toBe(0);
  },
);

test.skipIf(mongod === null)(
  'faults under two processes on MongoDB never make them differ from the model',
  { timeout: TIMEOUT },
  async () => {
    expect(await chaos(['--minutes', String(MINUTES), '--mongo'])).toBe(0);
  },
);

for (const { seed, args, found } of SEEDS) {
  test.skipIf(mongod === null && args.includes('--mongo'))(
    `seed ${seed}: ${found}`,
    { timeout: TIMEOUT },
    async () => {
      expect(
        await chaos(['--minutes', String(MINUTES_AGAIN), '--seed', String(seed), ...args]),
      ).toBe(0);
    },
  );
}

test('a model with another rule differs from the server', { timeout: TIMEOUT }, async () => {
  const { findings } = await runChaos({
    // One round.
    ms: 1,
    seed: 1,
    hasMongo: false,
    facts: { ...FACTS, denaPerDollar: 20n },
    say: (line) => console.log(line),
  });
  expect(findings.join('\n')).toMatch(/says that the GDP was \d+ after it; by the rules \d+/);
});
