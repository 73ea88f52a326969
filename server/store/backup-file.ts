/**
 * A backup: a whole data set in one file, the same for both stores. A header of fixed size, then
 * each part's rows, compressed, as lines of JSON. The header names what follows it, and is written
 * last: a file that was cut short or altered is known before anything is restored from it.
 */
import { createHash, hash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { epochSchema } from '../../common/values/ids.ts';
import { reasonOf, whileOpen } from '../lib/command.ts';
import { deferRejection } from '../lib/deadline.ts';
import { newId, wallNow } from '../lib/machine.ts';
import { expiryOf, formOf } from './forms.ts';
import { MoveRefused, pipe, type PartDigest, type Progress } from './pipe.ts';
import { objectionToReading, STORED_FORM } from './stored-form.ts';
import type { Batch, Source, StreamRow, Target } from './stream.ts';

/** Of form 9 and later; 1.0.0 wrote 'denaria-backup-1', and refuses this one as newer. */
const FORMAT = 'denaria-backup-2';
const FORMATS = ['denaria-backup-1', FORMAT] as const;
/** How the file of any version begins. */
const ANY_FORMAT = '{"format":"denaria-backup-';
const HEADER_BYTES = 4096;
const BATCH = 1000;
const gzipped = promisify(gzip);

const headerSchema = z.object({
  format: z.enum(FORMATS),
  form: z.int(),
  epoch: epochSchema,
  /** Machine time, ms. */
  at: z.int(),
  /** In the order of their form; those without rows may be left out. */
  parts: z.array(
    z.object({
      part: z.string(),
      bytes: z.int().positive(),
      /** SHA-256 of those bytes. */
      packed: z.string(),
      /** Rows. */
      count: z.int().nonnegative(),
    }),
  ),
});

/** Where a part is in the file. */
interface PartPlace {
  readonly part: string;
  readonly start: number;
  readonly bytes: number;
}

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** The file was cut short or altered. */
export class BackupDamaged extends MoveRefused {}

/**
 * Writes a backup, which has its name only once it is whole and on the disk.
 * @throws MoveRefused if the file exists, or the source can't be read as of one moment.
 */
export async function writeBackup(
  source: Source,
  path: string,
  progress: Progress,
): Promise<PartDigest> {
  const fill = (target: Target) => pipe(source, target, { progress });
  return (await whileOpen(await openBackupTarget(path), fill)).digest;
}

async function openBackupTarget(path: string): Promise<Target> {
  const draft = `${path}.unfinished`;
  // While it is there, nobody else writes a backup of this name.
  const file = await openNew(draft);
  const parts: DraftPart[] = [];
  let epoch = epochSchema.parse(newId());
  let writing = Promise.resolve();
  let isThere = false;
  return {
    name: path,
    async state() {
      if (existsSync(path)) {
        throw new MoveRefused(`${path} already exists. Name a new file: no backup is overwritten.`);
      }
      return { epoch, origin: null, state: 'incomplete', isEmpty: true, form: STORED_FORM };
    },
    async begin(origin) {
      epoch = origin;
      await file.appendFile(' '.repeat(HEADER_BYTES));
    },
    async write({ part, rows }) {
      await writing;
      // While these are compressed, the next ones are read.
      writing = deferRejection(append(file, partOf(parts, part), rows));
    },
    flush: () => writing,
    stream: (aliveAt) => streamOf(draft, STORED_FORM, parts, aliveAt),
    async finish() {
      const packed = parts.map(({ part, bytes, sha256, count }) => ({
        part,
        bytes,
        packed: sha256.digest('hex'),
        count,
      }));
      const header = { format: FORMAT, form: STORED_FORM, epoch, at: wallNow(), parts: packed };
      await file.write(padded(JSON.stringify(header)), 0);
      await file.sync();
      await file.close();
      await rename(draft, path);
      isThere = true;
      await syncFolder(dirname(path));
    },
    async close() {
      if (isThere) return;
      await Promise.allSettled([writing]);
      await file.close();
      await rm(draft, { force: true });
    },
  };
}

/** What was written of a part so far. */
interface DraftPart extends PartPlace {
  bytes: number;
  count: number;
  readonly sha256: Hash;
}

/** The last part; another one begins where it ends. */
function partOf(parts: DraftPart[], part: string): DraftPart {
  const last = parts.at(-1);
  if (last?.part === part) return last;
  const start = last ? last.start + last.bytes : HEADER_BYTES;
  const begun = { part, start, bytes: 0, count: 0, sha256: createHash('sha256') };
  parts.push(begun);
  return begun;
}

/** Each batch is compressed by itself: gzip's files may follow one another in one. */
async function append(
  file: FileHandle,
  part: DraftPart,
  rows: readonly StreamRow[],
): Promise<void> {
  const packed = await gzipped(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await file.appendFile(packed);
  part.sha256.update(packed);
  part.bytes += packed.length;
  part.count += rows.length;
}

/** So that a new name outlives a power cut; not every system syncs folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** @throws MoveRefused */
async function openNew(path: string): Promise<FileHandle> {
  try {
    // Only its owner may read it: it holds what the store holds.
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new MoveRefused(
      isThere
        ? `${path} exists: another backup is writing it, or one was killed. Delete it if none is running, or name another file.`
        : `${path} can’t be written: ${reasonOf(cause)}. Name a file in a folder that can be, with room.`,
      { cause },
    );
  }
}

/** Two lines: the header, and its hash. */
function padded(line: string): string {
  return `${line}\n${hash('sha256', line)}\n`.padEnd(HEADER_BYTES);
}

/**
 * Opens a backup of any form that is read, after reading all of it.
 * @throws MoveRefused if any of it is missing or was altered, or it is of another form.
 */
export async function openBackup(path: string): Promise<Source & { readonly at: number }> {
  const { header, size } = await readHeader(path);
  const { form, epoch, at } = header;
  const objection = objectionToReading({ place: path, form, otherPlace: 'Name another backup' });
  if (objection !== null) throw new MoveRefused(objection);
  let start = HEADER_BYTES;
  const parts = header.parts.map((part) => {
    const placed = { ...part, start };
    start += part.bytes;
    return placed;
  });
  const known = formOf(form).parts;
  const isKnown = parts.every(({ part }) => known.includes(part));
  if (size !== start || !isKnown) throw damaged(path);
  for (const place of parts) {
    const sha256 = createHash('sha256');
    for await (const chunk of packedBytes(path, place)) sha256.update(chunk);
    if (sha256.digest('hex') !== place.packed) throw damaged(path);
  }
  return {
    name: path,
    at,
    async state() {
      const isEmpty = !parts.some(({ part, count }) => part === 'events' && count > 0);
      return { epoch, origin: null, state: 'complete', isEmpty, form };
    },
    stream: (aliveAt) => streamOf(path, form, parts, aliveAt),
    close: async () => undefined,
  };
}

async function* streamOf(
  path: string,
  form: number,
  parts: readonly PartPlace[],
  aliveAt: number,
): AsyncGenerator<Batch> {
  try {
    for (const place of parts) {
      const { part } = place;
      for await (const batch of rowsOf(path, place)) {
        const rows = batch.filter((row) => expiryOf(form, part, row) > aliveAt);
        if (rows.length > 0) yield { part, rows };
      }
    }
  } catch (cause) {
    throw new BackupDamaged(`${path} was altered while it was read. Use another backup.`, {
      cause,
    });
  }
}

/** @throws MoveRefused */
async function readHeader(path: string) {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (cause) {
    throw new MoveRefused(`${path} can’t be read. Name the file of a backup.`, { cause });
  }
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = buffer.toString();
    const [line = ''] = text.split('\n');
    if (!line.startsWith(ANY_FORMAT)) {
      throw new MoveRefused(`${path} is not a backup, or one that was never finished.`);
    }
    if (!FORMATS.some((format) => line.startsWith(`{"format":"${format}",`))) {
      throw new MoveRefused(`${path} was made by a newer Denaria. Restore it with that one.`);
    }
    if (text !== padded(line)) throw damaged(path);
    return { header: headerSchema.parse(JSON.parse(line)), size };
  } catch (error) {
    throw error instanceof MoveRefused ? error : damaged(path, error);
  } finally {
    await file.close();
  }
}

function packedBytes(path: string, { start, bytes }: PartPlace) {
  return createReadStream(path, { start, end: start + bytes - 1 });
}

async function* rowsOf(path: string, stored: PartPlace): AsyncGenerator<StreamRow[]> {
  const source = packedBytes(path, stored);
  const input = createGunzip();
  source.once('error', (error) => input.destroy(error));
  source.pipe(input);
  let batch: StreamRow[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    batch.push(rowSchema.parse(JSON.parse(line)));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function damaged(path: string, cause?: unknown): BackupDamaged {
  return new BackupDamaged(
    `${path} is damaged: it was cut short or altered. Nothing was restored. Use another backup.`,
    { cause },
  );
}
