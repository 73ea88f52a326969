/** A test fails if a process that it started crashed, even if nothing else showed it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { Child } from './processes.ts';

async function run(program: string): Promise<Child> {
  const folder = await newDataFolder();
  onTestFinished(() => removeDataFolder(folder));
  const module = join(folder, 'program.mjs');
  await writeFile(module, program);
  return Child.start(module, { isQuiet: true, until: /serves at (\S+)/ });
}

test('a process that crashes on an unhandled rejection has ended by itself, with its last output', async () => {
  const child = await run(`
    console.log('serves at http://127.0.0.1:1');
    setTimeout(() => Promise.reject(new Error('nobody listens')), 10);
    setTimeout(() => undefined, 60_000);`);
  expect(await child.exit).toBe(1);
  expect(child.endedByItself()).toBe(true);
  await expect.poll(() => child.output()).toContain('nobody listens');
});

test('one that is told to end has not', async () => {
  const child = await run(`
    console.log('serves at http://127.0.0.1:1');
    setTimeout(() => undefined, 60_000);`);
  await child.end();
  expect(child.endedByItself()).toBe(false);
});

test('one that ends before it serves does not start, and says why', async () => {
  await expect(run(`throw new Error('no port')`)).rejects.toThrow(/ended with 1[\s\S]*no port/);
});
