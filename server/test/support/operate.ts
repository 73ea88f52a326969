/** `npm run operate`, and what else operators run, as they start it: another process beside the game's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Operated {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type Env = Readonly<Record<string, string>>;

/**
 * Runs it with exactly this environment.
 * @param name of its file in `server/`
 * @param uid another user of the system
 */
export async function runProgram(
  name: string,
  env: Env,
  args: readonly string[],
  uid?: number,
): Promise<Operated> {
  const file = fileURLToPath(new URL(`../../${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
  });
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, error };
}

export const operate = (env: Env, ...args: readonly string[]) => runProgram('operate', env, args);
