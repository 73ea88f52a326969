/** A test run with an unhandled rejection fails, though every test passes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

test('one unhandled rejection fails a run whose tests all pass', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/checks/testing/run-rejecting.ts'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exit = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(output + errors).toMatch(/1 passed/);
  expect(output + errors).toMatch(/Unhandled Rejection[\s\S]*nobody listens/);
  expect(await exit).toEqual([1, null]);
});
