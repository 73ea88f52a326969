/** A stopped process: it neither answers nor closes its connections. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resolves when every thread of the process has stopped. On a busy machine a SIGSTOP takes effect
 * late: running threads continue, and answer, until the thread that received it is scheduled.
 */
export async function pauseProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!(await stateOf(pid)).startsWith('T')) await sleep(1);
}

export function resumeProcess(pid: number): void {
  process.kill(pid, 'SIGCONT');
}

/** The state letter that `ps` prints; not every Linux has ps, every one has /proc. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-o', 'state=', '-p', String(pid)])).stdout.trim();
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2);
}
