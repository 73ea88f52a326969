/** Five minutes of faults on each store, from a printed seed. Each run is a process of its own with a disk to fill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testMongod } from '../test/mongo/test-mongo.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const MINUTES = 5;
const TIMEOUT = (MINUTES + 5) * 60_000;
const LAST_LINES = 60;

/** Fails with the end of the run's output: a long log may be cut, and the seed and the findings with it. */
async function expectNoDifference(...args: readonly string[]): Promise<void> {
  const all = ['--import', 'tsx', MAIN, '--minutes', String(MINUTES), ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
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

test('faults on the embedded store never make it differ from the model', { timeout: TIMEOUT }, () =>
  expectNoDifference(),
);

test.skipIf(mongod === null)(
  'faults under two processes on MongoDB never make them differ from the model',
  { timeout: TIMEOUT },
  () => expectNoDifference('--mongo'),
);
