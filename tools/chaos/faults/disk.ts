/**
 * A disk that can be full. The whole tool runs in its own mount namespace with a small in-memory file system,
 * which any user may create if the kernel allows user namespaces. Elsewhere there is no full disk.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The variable that names the folder of the small disk. */
const DISK = 'CHAOS_DISK';
const SIZE = '192m';
const BLOCK = Buffer.alloc(1024 * 1024);

/**
 * Runs this same command again with a small disk.
 * @returns its exit code; null if this is already the run with the disk, or if there can be none.
 */
export async function againOnSmallDisk(): Promise<number | null> {
  if (smallDisk() !== null || process.platform !== 'linux') return null;
  const probe = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  if (probe.status !== 0) return null;
  const disk = mkdtempSync(join(tmpdir(), 'denaria-chaos-disk-'));
  try {
    const mount = `mount -t tmpfs -o size=${SIZE},mode=700 tmpfs "$0" && exec "$@"`;
    const child = spawn(
      'unshare',
      [
        '-rm',
        'sh',
        '-c',
        mount,
        disk,
        process.execPath,
        ...process.execArgv,
        ...process.argv.slice(1),
      ],
      { stdio: 'inherit', env: { ...process.env, [DISK]: disk } },
    );
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    rmSync(disk, { recursive: true, force: true });
  }
}

/** The folder on the small disk; null if there is none. */
export function smallDisk(): string | null {
  return process.env[DISK] ?? null;
}

/** Whether this machine can forbid a process to write. */
export function canForbidWrites(): boolean {
  return spawnSync('prlimit', ['--version']).status === 0;
}

/** From now on every write of this process to a file fails (EFBIG): a disk error, not a full disk. */
export async function forbidWrites(pid: number): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), '--fsize=0']);
}

/** Fills a disk to its last byte. */
export function fill(disk: string): void {
  const file = openSync(join(disk, 'ballast'), 'a');
  try {
    for (let size = BLOCK.length; size >= 1;) {
      try {
        const written = writeSync(file, BLOCK, 0, size);
        if (written < size) size = Math.floor(size / 2);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

export function free(disk: string): void {
  rmSync(join(disk, 'ballast'), { force: true });
}
