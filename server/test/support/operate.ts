/**
 * `npm run operate`, and what else operators run, as they start it: another process beside the
 * game's.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runnable } from '../../../tools/test/programs.ts';

export interface Operated {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type Env = Readonly<Record<string, string>>;
type Run = (name: string, env: Env, args: readonly string[]) => Promise<Operated>;

const programOf = (name: string) =>
  runnable(fileURLToPath(new URL(`../../${name}.ts`, import.meta.url)));

async function finished(
  nodeArgs: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid'>,
): Promise<Operated> {
  const child = spawn(process.execPath, nodeArgs, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, error };
}

/**
 * Runs it with exactly this environment.
 * @param name of its file in `server/`
 */
export const runProgram: Run = (name, env, args) => {
  const { file, execArgv } = programOf(name);
  return finished([...execArgv, file, ...args], { env });
};

export const operate = (env: Env, ...args: readonly string[]) => runProgram('operate', env, args);

/** Packages with native parts, which a bundle loads as it runs. */
const NATIVE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@libsql');

/** Runs programs as another user of the system, or says in `why` that this can't be done here. */
type AsOther =
  { readonly run: Run; readonly why: null; remove(): Promise<void> } | { readonly why: string };

/**
 * Only root can become another user. The checkout may lie where nobody else may enter, so that user
 * runs a copy of the bundle, in a folder of their own.
 */
export async function asOther(uid: number): Promise<AsOther> {
  if (process.getuid?.() !== 0) return { why: 'only root can become another user' };
  const cwd = await mkdtemp(join(tmpdir(), 'denaria-other-'));
  await chmod(cwd, 0o755);
  const remove = () => rm(cwd, { recursive: true, force: true });
  const { status, error } = spawnSync(process.execPath, ['--version'], { uid, cwd });
  if (status !== 0) {
    await remove();
    return { why: `another user can't start Node, or can't enter ${cwd}: ${String(error)}` };
  }
  const bundled = dirname(programOf('operate').file);
  await cp(bundled, cwd, { recursive: true });
  await cp(NATIVE, join(cwd, 'node_modules', '@libsql'), { recursive: true });
  // What was copied has the modes that this user's umask gave it.
  spawnSync('chmod', ['-R', 'a+rX', cwd]);
  return {
    why: null,
    remove,
    run: (name, env, args) =>
      finished([join(cwd, basename(programOf(name).file)), ...args], { env, cwd, uid }),
  };
}
