/**
 * Handles a chain whose parent was killed before it could end it. A record beside the state tells the next
 * start which process that is. Process ids are reused, so the process behind the id is checked first.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { LocalChainError } from './local-chain-error.ts';

const END_MS = 5000;
const LOOK_MS = 20;

const recordSchema = z.object({
  pid: z.int().positive(),
  /** The development server that started it. */
  parentPid: z.int().positive(),
});

/** Records which process runs on the state. */
export async function recordChain(recordFile: string, pid: number): Promise<void> {
  await writeFile(recordFile, JSON.stringify({ pid, parentPid: process.pid }));
}

export async function forgetChain(recordFile: string): Promise<void> {
  await rm(recordFile, { force: true });
}

/**
 * Ends the chain that an earlier run left behind on this state, after its state is saved.
 * @returns whether there was one.
 * @throws Error if the development server that started it still runs.
 */
export async function endChainLeftBehind(recordFile: string, stateFile: string): Promise<boolean> {
  const record = await readRecord(recordFile);
  if (!record) return false;
  const isOurs = async () => {
    const seen = await lookUp(record.pid);
    // No other process is called anvil and has this file in its command line.
    return seen?.command.includes('anvil') && seen.command.includes(stateFile) ? seen : null;
  };
  const seen = await isOurs();
  if (!seen) return false;
  // An orphan's parent is no longer the process that started it.
  if (seen.parentPid === record.parentPid) {
    throw new LocalChainError(
      `Another development server (process ${record.parentPid}) runs on this data. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  signal(record.pid, 'SIGTERM');
  const giveUpAt = performance.now() + END_MS;
  while (await isOurs()) {
    if (performance.now() > giveUpAt) signal(record.pid, 'SIGKILL');
    await sleep(LOOK_MS);
  }
  return true;
}

/** The process may end by itself at any moment. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function readRecord(recordFile: string): Promise<z.infer<typeof recordSchema> | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordFile, 'utf8')));
  } catch {
    // Missing or incompletely written: no information.
    return null;
  }
}

interface Seen {
  readonly parentPid: number;
  readonly command: string;
}

/** The process with that id; null if there is none, or no way to look it up. */
async function lookUp(pid: number): Promise<Seen | null> {
  switch (process.platform) {
    case 'linux':
      return lookUpInProc(pid);
    case 'win32':
      return null;
    default:
      return lookUpByPs(pid);
  }
}

async function lookUpInProc(pid: number): Promise<Seen | null> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // proc(5): pid (name) state ppid …; the name may contain anything, including brackets.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : { parentPid: Number(parent), command };
  } catch {
    // The process is gone.
    return null;
  }
}

async function lookUpByPs(pid: number): Promise<Seen | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', [
      '-ww',
      '-o',
      'ppid=,command=',
      '-p',
      String(pid),
    ]);
    const match = /^\s*([0-9]+)\s+(.*)$/s.exec(stdout);
    return match ? { parentPid: Number(match[1]), command: match[2] ?? '' } : null;
  } catch {
    // ps exits with 1 if there is no such process.
    return null;
  }
}
