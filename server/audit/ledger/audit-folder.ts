/**
 * The files that audits leave for later ones: bundles of leaves, and of each log the last
 * checkpoint and the key.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { entriesOf } from '../../../common/ledger/leaf.ts';
import { newId, offThread } from '../../lib/machine.ts';
import { Difference, Unfinished } from './difference.ts';

/** Where they are if no folder is named. @throws Unfinished if this user has no home. */
export function defaultFolder(): string {
  try {
    return join(homedir(), '.cache', 'denaria-audit');
  } catch (cause) {
    throw new Unfinished(
      'This user has no home folder. Name a folder that can be written with --keep.',
      {
        cause,
      },
    );
  }
}

export type SavedLog = Awaited<ReturnType<AuditFolder['log']>>;

export class AuditFolder {
  readonly #root: string;
  readonly #path: string;

  /** @param game whose logs they are, whatever those are named: all of them must agree. */
  constructor(root: string, game: string) {
    this.#root = root;
    this.#path = join(root, encodeURIComponent(game));
  }

  /** @throws Unfinished if nothing can be written there. */
  async log(origin: string) {
    const path = join(this.#path, encodeURIComponent(origin));
    try {
      await offThread(() => mkdir(path, { recursive: true }));
    } catch (cause) {
      throw new Unfinished(
        `Nothing can be kept in ${this.#root}. Name a folder that can be written with --keep.`,
        { cause },
      );
    }
    const write = async (name: string, content: Uint8Array | string) => {
      // Another audit may write the same.
      const written = join(path, `${name}.${newId()}.new`);
      await offThread(() => writeFile(written, content));
      await offThread(() => rename(written, join(path, name)));
    };
    return {
      /** @throws Difference if it was another one. */
      async learnKey(key: string): Promise<void> {
        const saved = await ifThere(join(path, 'key'));
        if (saved === null) await write('key', key);
        else if (saved.toString() !== key) {
          throw new Difference(
            `The key of ${origin} was ${saved.toString()} at an earlier audit, and is ${key} now: a log whose key changed is another log.`,
          );
        }
      },
      saveCheckpoint: (note: string) => write('checkpoint', note),
      saveEntries: (index: number, bundle: Uint8Array) => write(`entries-${index}`, bundle),
      /** Null: not there, or not readable. */
      async entries(index: number): Promise<Uint8Array[] | null> {
        const bundle = await ifThere(join(path, `entries-${index}`));
        try {
          return bundle && entriesOf(bundle);
        } catch {
          return null;
        }
      },
    };
  }

  /** The last checkpoint of every log of the game that was audited. */
  async checkpoints(): Promise<string[]> {
    const folders = await offThread(() => readdir(this.#path).catch(() => []));
    const notes = folders.map((name) => ifThere(join(this.#path, name, 'checkpoint')));
    return (await Promise.all(notes)).flatMap((note) => (note ? [note.toString()] : []));
  }
}

async function ifThere(path: string): Promise<Buffer | null> {
  return offThread(() => readFile(path).catch(() => null));
}
