/** A test run fails, and names what failed, though none of its tests fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readOtherFailures } from '../test/reports.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test.each([
  ['rejecting.ts', /^Unhandled: Error: nobody listens/],
  [
    'failing-hook.ts',
    /^tools\/checks\/testing\/failing-hook\.ts › a group\nError: no set could be started/,
  ],
])('%s, whose tests do not fail, fails the run', async (suite, failure) => {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-failures-'));
  const file = join(folder, 'failures.json');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/checks/testing/run-suite.ts', `tools/checks/testing/${suite}`, file],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exit = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(output + errors).toMatch(/1 passed/);
  expect(await exit).toEqual([1, null]);
  expect(readOtherFailures(JSON.parse(await readFile(file, 'utf8')))).toEqual([
    expect.stringMatching(failure),
  ]);
  await rm(folder, { recursive: true });
});
