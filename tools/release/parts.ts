/** The parts of a release that depend on nothing but what they are given. */
import { create } from 'tar';

/** Something to do before a release; the message says what. */
export class ReleaseRefused extends Error {}

/** CHANGELOG.md, with a heading for what is unreleased in it. @throws ReleaseRefused if nothing is. */
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
