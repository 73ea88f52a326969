/**
 * A disk that can be full, slow, broken or without power. The whole tool runs in its own mount namespace with a small
 * in-memory file system, which any user may create if the kernel allows user namespaces; a library that a C compiler
 * makes is loaded into the server. Where one of them is missing, there are no such faults.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE_FILE } from '../../server/store/stored-form.ts';

/** The variable that names the folder of the small disk. */
const DISK = 'CHAOS_DISK';
const SIZE = '192m';
const BLOCK = Buffer.alloc(1024 * 1024);
const SHIM = join(import.meta.dirname, 'disk-shim.c');
const ALL_SYNCED = 2n ** 63n - 1n;

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
    const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    const child = spawn('unshare', ['-rm', 'sh', '-c', mount, disk, ...self], {
      stdio: 'inherit',
      env: { ...process.env, [DISK]: disk },
    });
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

/** How the store of a server syncs: how long that takes, and what a cut of the power would leave. */
export class Syncing {
  readonly env: Readonly<Record<string, string>>;
  readonly #stateFile: string;
  readonly #state = new BigInt64Array([ALL_SYNCED, 0n]);

  private constructor(library: string, stateFile: string) {
    this.env = { LD_PRELOAD: library, CHAOS_DISK_STATE: stateFile };
    this.#stateFile = stateFile;
    writeFileSync(stateFile, this.#state);
  }

  /** @param scratch a folder for its files. @returns null if it can't be made here. */
  static make(scratch: string): Syncing | null {
    const library = join(scratch, 'disk-shim.so');
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SHIM, '-ldl']);
    return made.status === 0 ? new Syncing(library, join(scratch, 'disk-state')) : null;
  }

  set syncMs(ms: number) {
    const file = openSync(this.#stateFile, 'r+');
    try {
      writeSync(file, new BigInt64Array([BigInt(ms)]), 0, 8, 8);
    } finally {
      closeSync(file);
    }
  }

  /** After its server was killed: what had not been synced is gone. @returns how many bytes that were. */
  cutPower(dataDir: string): number {
    const unsynced = readFileSync(this.#stateFile).readBigInt64LE();
    const log = join(dataDir, `${DATABASE_FILE}-wal`);
    const { size = 0 } = statSync(log, { throwIfNoEntry: false }) ?? {};
    writeFileSync(this.#stateFile, this.#state);
    if (unsynced >= size) return 0;
    truncateSync(log, Number(unsynced));
    return size - Number(unsynced);
  }
}
