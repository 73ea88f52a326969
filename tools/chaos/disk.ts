/**
 * The disk of a server's embedded store: it can be slow, full, broken or without power. A library
 * that a C compiler makes (disk-shim.c) is loaded into the server; without one there are no such
 * faults.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../server/store/stored-form.ts';

const SHIM = join(import.meta.dirname, 'disk-shim.c');
const ALL_SYNCED = 2n ** 63n - 1n;

const { ENOSPC, EIO } = constants.errno;
const FAILURES = { none: 0, full: ENOSPC, broken: EIO } as const;

/** Whether this machine can have one. */
export function hasFaultyDisk(): boolean {
  const hasCompiler = spawnSync('cc', ['--version']).status === 0;
  if (process.platform === 'linux' && hasCompiler) return true;
  const why = 'The disk’s faults are for Linux, with a C compiler, `cc`.';
  if (process.env['CI']) throw new Error(why);
  console.log(why);
  return false;
}

export class Disk {
  /** What a server on it has in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly #stateFile: string;

  private constructor(library: string, stateFile: string) {
    this.env = { LD_PRELOAD: library, CHAOS_DISK_STATE: stateFile };
    this.#stateFile = stateFile;
    writeFileSync(stateFile, new BigInt64Array([ALL_SYNCED, 0n, 0n]));
  }

  /** @param scratch a folder for its files. */
  static make(scratch: string): Disk {
    const library = join(scratch, 'disk-shim.so');
    const options = ['-shared', '-fPIC', '-O1', '-o', library, SHIM, '-ldl'];
    const { status, stderr } = spawnSync('cc', options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return new Disk(library, join(scratch, 'disk-state'));
  }

  /** From now on, for servers that run as well. */
  set({ syncMs = 0, writes = 'none' }: { syncMs?: number; writes?: keyof typeof FAILURES }): void {
    const file = openSync(this.#stateFile, 'r+');
    try {
      // Behind what the server notes by itself.
      writeSync(file, new BigInt64Array([BigInt(syncMs), BigInt(FAILURES[writes])]), 0, 16, 8);
    } finally {
      closeSync(file);
    }
  }

  /** Whether something was written that a cut of the power would take. */
  get hasUnsynced(): boolean {
    return this.#unsynced !== ALL_SYNCED;
  }

  /**
   * After its server was killed: what had not been synced is gone. @returns how many bytes that
   * were.
   */
  cutPower(dataDir: string): number {
    const unsynced = this.#unsynced;
    const log = join(dataDir, `${DATABASE_FILE}-wal`);
    const { size = 0 } = statSync(log, { throwIfNoEntry: false }) ?? {};
    writeFileSync(this.#stateFile, new BigInt64Array([ALL_SYNCED, 0n, 0n]));
    if (unsynced >= size) return 0;
    truncateSync(log, Number(unsynced));
    return size - Number(unsynced);
  }

  get #unsynced(): bigint {
    return readFileSync(this.#stateFile).readBigInt64LE();
  }
}
