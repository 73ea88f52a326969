/** Runs a program to its end. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../checks/files.ts';

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Its output if it is quiet; otherwise it is printed. @throws Error if it fails. */
export function run(
  program: string,
  args: readonly string[],
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): string {
  const stdio = ['ignore', isQuiet ? 'pipe' : 'inherit', 'inherit'] as const;
  const { status, stdout } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: [...stdio],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
  return stdout ?? '';
}
