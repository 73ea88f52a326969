/** A process that is there and does nothing: neither an answer nor an end of its connections. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resolves when every thread of the process stands still. On a busy machine a SIGSTOP takes its time:
 * the threads that run go on, and answer, until the one that it was dealt to comes round.
 */
export async function pauseProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!(await stateOf(pid)).startsWith('T')) await sleep(1);
}

export function resumeProcess(pid: number): void {
  process.kill(pid, 'SIGCONT');
}

/** As `ps` writes it; not every Linux has ps, every one has /proc. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-o', 'state=', '-p', String(pid)])).stdout.trim();
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2);
}
