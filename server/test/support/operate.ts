/**
 * `npm run operate`, and what else operators run, as they start it: another process beside the
 * game's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runnable } from '../../../tools/test/programs.ts';

export interface Operated {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type Env = Readonly<Record<string, string>>;

/**
 * Runs it with exactly this environment.
 * @param name of its file in `server/`
 */
export async function runProgram(
  name: string,
  env: Env,
  args: readonly string[],
): Promise<Operated> {
  const program = runnable(fileURLToPath(new URL(`../../${name}.ts`, import.meta.url)));
  const child = spawn(process.execPath, [...program.execArgv, program.file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, error };
}

export const operate = (env: Env, ...args: readonly string[]) => runProgram('operate', env, args);
