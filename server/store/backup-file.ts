/**
 * A backup: a whole data set in one file, the same for both stores. A header of fixed size, then
 * each part's rows, compressed, as lines of JSON. The header names what follows it, and is written
 * last: a file that was cut short or altered is known before anything is restored from it.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { epochSchema } from '../../common/values/ids.ts';
import { wallNow } from '../lib/machine.ts';
import {
  canonicalRows,
  EXPIRY,
  lineOf,
  move,
  MoveRefused,
  PART_NAMES,
  type Archive,
  type ArchiveSource,
  type PartDigest,
  type PartName,
  type Parts,
  type Progress,
} from './archive.ts';
import { objectionToForm, STORED_FORM } from './stored-form.ts';

const FORMAT = 'denaria-backup-1';
/** How the file of any version begins. */
const ANY_FORMAT = '{"format":"denaria-backup-';
const HEADER_BYTES = 4096;
const BATCH = 1000;

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  form: z.int(),
  epoch: epochSchema,
  /** Machine time, ms. */
  at: z.int(),
  parts: z.array(
    z.strictObject({
      part: z.enum(PART_NAMES),
      bytes: z.int().positive(),
      /** SHA-256 of those bytes. */
      packed: z.string(),
      /** Of the rows, which does not depend on how they are packed. */
      count: z.int().nonnegative(),
      sha256: z.string(),
    }),
  ),
});
type Header = z.infer<typeof headerSchema>;
type HeldPart = Header['parts'][number] & { readonly start: number };

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/**
 * Writes a backup, which has its name only once it is whole and on the disk.
 * @throws MoveRefused if the file exists, or the source can't be read as of one moment.
 */
export async function writeBackup(
  source: ArchiveSource,
  path: string,
  progress: Progress,
): Promise<PartDigest> {
  const { epoch, state } = await source.state();
  if (state === 'incomplete') {
    throw new MoveRefused(
      `A move or a restore into ${source.name} has not finished. Repeat that one first.`,
    );
  }
  const draft = `${path}.unfinished`;
  // While it is there, nobody else writes a backup of this name.
  const file = await openNew(draft);
  try {
    if (existsSync(path)) {
      throw new MoveRefused(`${path} already exists. Name a new file: no backup is overwritten.`);
    }
    const at = wallNow();
    const parts: Header['parts'] = [];
    let start = HEADER_BYTES;
    for (const part of PART_NAMES) {
      const rows = canonicalRows(part, source, at);
      const written = await writePart(file, start, rows, (count) =>
        progress('copying', part, count),
      );
      parts.push({ part, ...written });
      start += written.bytes;
    }
    await file.write(headerText({ format: FORMAT, form: STORED_FORM, epoch, at, parts }), 0);
    await file.sync();
    await file.close();
    await rename(draft, path);
    await syncFolder(dirname(path));
    return digestIn(parts);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    const isOfFile = error instanceof Error && 'syscall' in error;
    throw isOfFile ? unwritable(path, error) : error;
  }
}

/** So that a new name outlives a power cut; not every system syncs folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function unwritable(path: string, cause: unknown): MoveRefused {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MoveRefused(
    `${path} can’t be written: ${reason}. Name a file in a folder that can be, with room.`,
    { cause },
  );
}

/** @throws MoveRefused */
async function openNew(path: string): Promise<FileHandle> {
  try {
    // Its owner's alone: it holds what the store holds.
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) {
      throw unwritable(path, cause);
    }
    throw new MoveRefused(
      `${path} exists: another backup is writing it, or one was killed. Delete it if none is running, or name another file.`,
      { cause },
    );
  }
}

async function writePart(
  file: FileHandle,
  start: number,
  rows: AsyncIterable<readonly Parts[PartName][]>,
  progress: (count: number) => void,
) {
  const hash = createHash('sha256');
  const packed = createHash('sha256');
  let count = 0;
  let bytes = 0;
  await pipeline(
    async function* lines() {
      for await (const batch of rows) {
        const text = batch.map(lineOf).join('');
        hash.update(text);
        count += batch.length;
        progress(count);
        yield text;
      }
    },
    createGzip({ level: 6 }),
    async function write(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        await file.write(chunk, 0, chunk.length, start + bytes);
        packed.update(chunk);
        bytes += chunk.length;
      }
    },
  );
  return { bytes, packed: packed.digest('hex'), count, sha256: hash.digest('hex') };
}

/** Two lines: the header, and its hash. */
function headerText(header: Header): string {
  const line = JSON.stringify(header);
  return `${line}\n${sha256(line)}\n`.padEnd(HEADER_BYTES);
}

/**
 * Opens a backup, after reading all of it.
 * @throws MoveRefused if any of it is missing or was altered, or it is of a form that is not read.
 */
export async function openBackup(path: string): Promise<ArchiveSource & { readonly at: number }> {
  const { header, size } = await readHeader(path);
  const objection = objectionToForm({
    place: path,
    form: header.form,
    elsewhere: 'Name another backup',
  });
  if (objection !== null) throw new MoveRefused(objection);
  let start = HEADER_BYTES;
  const parts = new Map<PartName, HeldPart>();
  for (const held of header.parts) {
    parts.set(held.part, { ...held, start });
    start += held.bytes;
  }
  if (size !== start || parts.size !== PART_NAMES.length) throw damaged(path);
  for (const held of parts.values()) await verify(path, held);
  return {
    name: path,
    at: header.at,
    async state() {
      const isEmpty = parts.get('events')?.count === 0;
      return { epoch: header.epoch, origin: null, state: 'complete', isEmpty };
    },
    async *read(part, aliveAt) {
      const held = parts.get(part);
      if (!held) throw damaged(path);
      const expiry = EXPIRY[part];
      for await (const rows of rowsOf<typeof part>(path, held)) {
        yield expiry === undefined ? rows : rows.filter((row) => Number(row[expiry]) > aliveAt);
      }
    },
    close: async () => undefined,
  };
}

/**
 * Puts a backup into a store that holds no game; an interrupted restore begins again.
 * @throws MoveRefused
 */
export async function restoreBackup(
  backup: ArchiveSource,
  target: Archive,
  progress: Progress,
): Promise<PartDigest> {
  const { state, isEmpty } = await target.state();
  if (state === 'complete' && !isEmpty) {
    throw new MoveRefused(
      `${target.name} already holds a game. Name an empty directory or database: nothing is overwritten.`,
    );
  }
  const { digest } = await move(backup, target, progress);
  return digest;
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
    if (!line.startsWith(`{"format":"${FORMAT}",`)) {
      throw new MoveRefused(`${path} was made by a newer Denaria. Restore it with that one.`);
    }
    const header = headerSchema.parse(JSON.parse(line));
    if (text !== headerText(header)) throw damaged(path);
    return { header, size };
  } catch (error) {
    throw error instanceof MoveRefused ? error : damaged(path, error);
  } finally {
    await file.close();
  }
}

/** @throws MoveRefused */
async function verify(path: string, held: HeldPart): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of packedBytes(path, held)) hash.update(chunk);
  if (hash.digest('hex') !== held.packed) throw damaged(path);
}

function packedBytes(path: string, { start, bytes }: HeldPart) {
  return createReadStream(path, { start, end: start + bytes - 1 });
}

async function* rowsOf<Name extends PartName>(
  path: string,
  held: HeldPart,
): AsyncGenerator<Parts[Name][]> {
  const source = packedBytes(path, held);
  const input = createGunzip();
  source.once('error', (error) => input.destroy(error));
  source.pipe(input);
  let batch: Parts[Name][] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its hash is that of the rows that were written
    batch.push(rowSchema.parse(JSON.parse(line)) as unknown as Parts[Name]);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function digestIn(parts: Header['parts']): PartDigest {
  return new Map(parts.map(({ part, count, sha256: hash }) => [part, { count, sha256: hash }]));
}

function damaged(path: string, cause?: unknown): MoveRefused {
  return new MoveRefused(
    `${path} is damaged: it was cut short or altered. Nothing was restored. Use another backup.`,
    { cause },
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
