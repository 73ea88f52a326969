/**
 * Five minutes of faults on each store, from a printed seed (tools/hunt-seed.ts); then half a minute of each seed
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

const LAST_LINES = 60;

/** Fails with the end of the run's output: a long log may be cut, and the seed and the findings with it. */
async function expectNoDifference(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output += text;
    });
  }
  await once(child, 'close');
  expect(child.exitCode, output.split('\n').slice(-LAST_LINES).join('\n')).toBe(0);
}

const mongod = await testMongod();

test(
  'faults on the embedded store never make it differ from the model',
  { timeout: TIMEOUT },
  async () => {
    await expectNoDifference(['--minutes', String(MINUTES)]);
  },
);

test.skipIf(mongod === null)(
  'faults under two processes on MongoDB never make them differ from the model',
  { timeout: TIMEOUT },
  async () => {
    await expectNoDifference(['--minutes', String(MINUTES), '--mongo']);
  },
);

for (const { seed, args, found } of SEEDS) {
  test.skipIf(mongod === null && args.includes('--mongo'))(
    `seed ${seed}: ${found}`,
    { timeout: TIMEOUT },
    async () => {
      await expectNoDifference([
        '--minutes',
        String(MINUTES_AGAIN),
        '--seed',
        String(seed),
        ...args,
      ]);
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
