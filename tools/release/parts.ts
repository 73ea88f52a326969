/** What a release is made with. */
import { spawnSync } from 'node:child_process';
import { create } from 'tar';
import { ROOT } from '../checks/files.ts';

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Something to do before a release; the message says what. */
export class ReleaseRefused extends Error {}

/**
 * CHANGELOG.md, with a heading for what is unreleased in it. @throws ReleaseRefused if nothing is.
 */
export function named(changes: string, version: string, at: Date): string {
  if (changes.includes(`\n## ${version} (`)) return changes;
  if (!changes.includes('\n## Unreleased\n')) {
    throw new ReleaseRefused(`CHANGELOG.md has no heading '## Unreleased': write what is new.`);
  }
  const heading = `\n## ${version} (${at.toISOString().slice(0, 10)})\n`;
  return changes.replace('\n## Unreleased\n', heading);
}

/** Packs files of a folder. The same files give the same bytes, no matter who made them or when. */
export async function archive(of: {
  readonly folder: string;
  readonly files: readonly string[];
  /** Under which they lie in the archive. */
  readonly prefix: string;
  /** Said of every file. */
  readonly at: Date;
  readonly to: string;
}): Promise<void> {
  const { folder: cwd, files, prefix, at: mtime, to: file } = of;
  // `portable` leaves out users, groups and the machine's own times.
  const options = { file, cwd, gzip: { level: 9 }, portable: true, mtime, prefix };
  await create(options, files.toSorted());
}

/**
 * Runs a program to its end. @returns its output if it is quiet; otherwise it is printed. @throws
 * Error if it fails.
 */
export function run(
  program: string,
  args: readonly string[],
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): string {
  const stdio = ['ignore', isQuiet ? 'pipe' : 'inherit', 'inherit'] as const;
  const { status, stdout } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: [...stdio],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
  return stdout ?? '';
}
