/** A test run with an unhandled rejection fails, though every test passes, and names the rejection. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readUnhandled } from '../test/reports.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('one unhandled rejection fails a run whose tests all pass', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-unhandled-'));
  const file = join(folder, 'unhandled.json');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/checks/testing/run-rejecting.ts', file],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exit = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(output + errors).toMatch(/1 passed/);
  expect(output + errors).toMatch(/Unhandled Rejection[\s\S]*nobody listens/);
  expect(await exit).toEqual([1, null]);
  expect(readUnhandled(JSON.parse(await readFile(file, 'utf8')))).toEqual([
    expect.stringMatching(/^Unhandled: Error: .*nobody listens/),
  ]);
  await rm(folder, { recursive: true });
});
