/**
 * The one way in which a whole game is copied: read from a source of any form, made into the newest
 * one, written, read again, compared and audited. A move pipes a store into a store, a backup a
 * store into a file, a restore a file into a store, an upgrade a store into one of a newer form.
 */
import { hash } from 'node:crypto';
import { OperatorError } from '../lib/command.ts';
import { wallNow } from '../lib/machine.ts';
import {
  eventDocument,
  fromText,
  playerDocument,
  stakeDocument,
  type DocumentCodec,
} from './documents.ts';
import { formOf, newest } from './forms.ts';
import { STORED_FORM } from './stored-form.ts';
import {
  PART_NAMES,
  type Batch,
  type PartBatch,
  type PartName,
  type Source,
  type StreamRow,
  type Target,
} from './stream.ts';

/** A copy that is refused or failed: what is wrong, then what to do about it. */
export class MoveRefused extends OperatorError {
  override readonly name = 'MoveRefused';
}

/** What a part holds: the sum of its rows' SHA-256, in any order of rows. */
interface PartContents {
  readonly count: number;
  readonly sha256: string;
}
export type PartDigest = ReadonlyMap<PartName, PartContents>;

/** Called to report progress; `count` of a part's rows are done. */
export type Progress = (step: string, part: PartName, count: number) => void;

/** What expires within this time is copied, but not compared: it may be gone from one side. */
const EXPIRY_MARGIN_MS = 6 * 60 * 60_000;

export interface Piped {
  /** False: it had been moved there before, and nothing changed since. */
  readonly moved: boolean;
  readonly digest: PartDigest;
}

export interface PipeOptions {
  readonly progress: Progress;
  /** Looks at what was written, before it is finished. @throws MoveRefused */
  readonly audit?: () => Promise<void>;
}

/**
 * Copies the source into the target. May be repeated: an interrupted copy starts over, a complete
 * one changes nothing.
 * @throws MoveRefused
 */
export async function pipe(source: Source, target: Target, options: PipeOptions): Promise<Piped> {
  const { progress, audit } = options;
  const from = await source.state();
  const to = await target.state();
  if (from.state === 'incomplete') {
    throw new MoveRefused(
      `${source.name} is itself the target of a move or a restore that has not finished. Repeat that one first.`,
    );
  }
  if (from.epoch === to.epoch) {
    throw new MoveRefused(`${source.name} and ${target.name} are one data set. Name two.`);
  }
  const at = wallNow();
  const compared = at + EXPIRY_MARGIN_MS;
  const read = (form: number, place: Source, step: string) =>
    digestOf(canonical(form, place.stream(compared)), compared, (part, count) =>
      progress(step, part, count),
    );
  if (to.state === 'complete' && !to.isEmpty) {
    if (to.origin === from.epoch) {
      const ours = await read(from.form, source, 'reading again');
      if (ours.equals(await read(to.form, target, 'comparing'))) {
        return { moved: false, digest: ours.parts() };
      }
    }
    throw new MoveRefused(
      `${target.name} already holds another game, or this one with changes made after the move. Name an empty directory or database.`,
    );
  }
  await target.begin(from.epoch);
  const sent = await digestOf(
    throughTo(target, canonical(from.form, source.stream(at)), source.name),
    compared,
    (part, count) => progress('copying', part, count),
  );
  await target.flush();
  if (!sent.equals(await read(STORED_FORM, target, 'comparing'))) {
    throw new MoveRefused(
      `${target.name} does not hold what ${source.name} holds. Stop every Denaria that uses one of them, then begin again.`,
    );
  }
  await audit?.();
  await target.finish();
  return { moved: true, digest: sent.parts() };
}

async function digestOf(
  stream: AsyncIterable<PartBatch>,
  comparedFrom: number,
  onProgress: (part: PartName, count: number) => void,
): Promise<Digest> {
  const digest = new Digest(comparedFrom);
  for await (const batch of stream) {
    digest.add(batch);
    onProgress(batch.part, digest.countOf(batch.part));
  }
  return digest;
}

/** Writes each batch as it passes. @throws MoveRefused */
async function* throughTo(target: Target, stream: AsyncIterable<PartBatch>, from: string) {
  for await (const batch of stream) {
    await written(target, batch, from);
    yield batch;
  }
}

/** @throws MoveRefused */
async function written(target: Target, batch: PartBatch, from: string): Promise<void> {
  try {
    await target.write(batch);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MoveRefused(
      `The ${batch.part} of ${from} can't be written into ${target.name}: ${reason}. No server starts on what is there so far. Check that it can be written and has room, then begin again.`,
      { cause },
    );
  }
}

/**
 * Rows of the newest form, with documents as their codec writes them.
 * @throws UnreadableDocument
 */
async function* canonical(form: number, stream: AsyncIterable<Batch>): AsyncIterable<PartBatch> {
  for await (const { part, rows } of newest(form, stream)) {
    const rewrite = DOCUMENTS[part];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the forms' steps make rows of these parts
    yield { part, rows: rewrite ? rows.map(rewrite) : rows } as unknown as PartBatch;
  }
}

/** The parts whose documents the game reads. */
const DOCUMENTS: Readonly<Record<string, (row: StreamRow) => StreamRow>> = {
  players: ([wallet = '', text]) => [wallet, rewritten(playerDocument, String(text))],
  stakes: ([wallet = '', id = '', text]) => [wallet, id, rewritten(stakeDocument, String(text))],
  events: ([wallet = '', version = 0, text, rev = null]) => [
    wallet,
    version,
    rewritten(eventDocument, String(text)),
    rev,
  ],
};

/** The first columns of each part, which are the same in every store: revs are not. */
const SAME_COLUMNS: { readonly [Name in PartName]: number } = {
  players: 2,
  stakes: 3,
  events: 3,
  receipts: 5,
  rows: 5,
};

function rewritten<Value, Document>(codec: DocumentCodec<Value, Document>, text: string): string {
  return JSON.stringify(codec.encode(codec.decode(fromText(text))));
}

/** What was copied, whatever order a store keeps it in; the events' order counts. */
class Digest {
  readonly #comparedFrom: number;
  readonly #parts = new Map<PartName, { count: number; compared: number; sum: bigint }>(
    PART_NAMES.map((part) => [part, { count: 0, compared: 0, sum: 0n }]),
  );

  /** @param comparedFrom rows that expire earlier (machine time, ms) are only counted. */
  constructor(comparedFrom: number) {
    this.#comparedFrom = comparedFrom;
  }

  add({ part, rows }: PartBatch): void {
    const expiry = formOf(STORED_FORM).expiry[part];
    const contents = this.#of(part);
    for (const row of rows as readonly StreamRow[]) {
      contents.count += 1;
      const expiresAt = expiry === undefined ? null : row[expiry];
      if (typeof expiresAt === 'number' && expiresAt <= this.#comparedFrom) continue;
      contents.compared += 1;
      const same = row.slice(0, SAME_COLUMNS[part]);
      const line = JSON.stringify(part === 'events' ? [contents.count, ...same] : same);
      contents.sum += BigInt(`0x${hash('sha256', line)}`);
    }
    contents.sum = BigInt.asUintN(256, contents.sum);
  }

  countOf(part: PartName): number {
    return this.#of(part).count;
  }

  equals(other: Digest): boolean {
    return PART_NAMES.every((part) => {
      const [ours, theirs] = [this.#of(part), other.#of(part)];
      return ours.compared === theirs.compared && ours.sum === theirs.sum;
    });
  }

  parts(): PartDigest {
    return new Map(
      [...this.#parts].map(([part, { count, sum }]) => [
        part,
        { count, sha256: sum.toString(16).padStart(64, '0') },
      ]),
    );
  }

  #of(part: PartName) {
    const contents = this.#parts.get(part);
    if (contents) return contents;
    throw new Error(`${part} is no part of form ${STORED_FORM}`);
  }
}
