/** `npm run operate` as an operator starts it: another process beside the game's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../operate.ts', import.meta.url));

export interface Operated {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type Env = Readonly<Record<string, string>>;

/** Runs it with exactly this environment. */
export const operate = (env: Env, ...args: readonly string[]) => operateAs(undefined, env, ...args);

/** The same as another user of the system. */
export async function operateAs(
  uid: number | undefined,
  env: Env,
  ...args: readonly string[]
): Promise<Operated> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
  });
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, error };
}
