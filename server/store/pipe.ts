/**
 * The one way in which a whole game is copied: read from a source of any form, made into the newest
 * one, written, read again, compared and audited. A move pipes a store into a store, a backup a
 * store into a file, a restore a file into a store, an upgrade a store into one of a newer form.
 */
import { hash } from 'node:crypto';
import { OperatorError, reasonOf } from '../lib/command.ts';
import { wallNow } from '../lib/machine.ts';
import {
  commitDocument,
  fromText,
  playerDocument,
  stakeDocument,
  type DocumentCodec,
} from './documents.ts';
import { expiryOf, newest } from './forms.ts';
import { STORED_FORM } from './stored-form.ts';
import {
  PART_NAMES,
  SAME_COLUMNS,
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

const NAME_EMPTY = 'Name an empty directory or database: nothing is overwritten.';

/** What expires within this time is copied, but not compared: it may be gone from one side. */
const EXPIRY_MARGIN_MS = 6 * 60 * 60_000;

export interface Piped {
  /** False: it had been moved there before, and nothing changed since. */
  readonly moved: boolean;
  readonly digest: PartDigest;
}

interface PipeOptions {
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
    throw new MoveRefused(`${target.name} already holds this game. ${NAME_EMPTY}`);
  }
  const at = wallNow();
  const compared = at + EXPIRY_MARGIN_MS;
  const digestOf = async (step: string, stream: AsyncIterable<PartBatch>) => {
    const digest = new Digest(compared);
    for await (const batch of stream) {
      digest.add(batch);
      progress(step, batch.part, digest.countOf(batch.part));
    }
    return digest;
  };
  const lasting = (form: number, place: Source) => canonical(form, place.stream(compared));
  if (to.state === 'complete' && !to.isEmpty) {
    if (to.origin === from.epoch) {
      const ours = await digestOf('reading again', lasting(from.form, source));
      const theirs = await digestOf('comparing', lasting(to.form, target));
      if (ours.equals(theirs)) return { moved: false, digest: ours.parts() };
    }
    throw new MoveRefused(
      `${target.name} already holds another game, or this one with changes made since. ${NAME_EMPTY}`,
    );
  }
  const write = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (cause) {
      throw cause instanceof OperatorError ? cause : notWritten(what, source, target, cause);
    }
  };
  await write('game', () => target.begin(from.epoch));
  const copied = async function* copying() {
    for await (const batch of canonical(from.form, source.stream(at))) {
      await write(batch.part, () => target.write(batch));
      yield batch;
    }
  };
  const sent = await digestOf('copying', copied());
  await write('game', () => target.flush());
  if (!sent.equals(await digestOf('comparing', lasting(STORED_FORM, target)))) {
    throw new MoveRefused(
      `${target.name} does not hold what ${source.name} holds. Stop every Denaria that uses one of them, then begin again.`,
    );
  }
  await audit?.();
  await source.assertUnchanged?.();
  await write('game', () => target.finish());
  return { moved: true, digest: sent.parts() };
}

function notWritten(what: string, from: Source, to: Target, cause: unknown): MoveRefused {
  return new MoveRefused(
    `The ${what} of ${from.name} can't be written into ${to.name}: ${reasonOf(cause)}. No server starts on what is there so far. Check that it can be written and has room, then begin again.`,
    { cause },
  );
}

/** Rows of the newest form; documents as their codecs write them. @throws UnreadableDocument */
async function* canonical(form: number, stream: AsyncIterable<Batch>): AsyncIterable<PartBatch> {
  for await (const { part, rows } of newest(form, stream)) {
    const rewrite = DOCUMENTS[part];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the forms' steps make rows of these parts
    yield { part, rows: rewrite ? rows.map(rewrite) : rows } as unknown as PartBatch;
  }
}

/** The parts whose documents the game reads, with the column that has them. */
const DOCUMENTS: Readonly<Record<string, (row: StreamRow) => StreamRow>> = {
  players: rewriting(1, playerDocument),
  stakes: rewriting(2, stakeDocument),
  events: rewriting(2, commitDocument),
};

function rewriting<Value, Document>(column: number, codec: DocumentCodec<Value, Document>) {
  return (row: StreamRow): StreamRow => {
    const value = codec.decode(fromText(String(row[column])));
    return row.with(column, JSON.stringify(codec.encode(value)));
  };
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
    const contents = this.#of(part);
    for (const row of rows as readonly StreamRow[]) {
      contents.count += 1;
      if (expiryOf(STORED_FORM, part, row) <= this.#comparedFrom) continue;
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
