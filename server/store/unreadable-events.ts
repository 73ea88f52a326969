/**
 * Events read back from the store may be of a newer version or damaged. If its row can be read, an
 * event counts with its row, whatever it was about; otherwise histories skip it and feeds end at
 * it: the players, and the era, show what it did.
 */
import { z } from 'zod';
import { boardRowSchema, type BoardRow } from '../../common/values/board-row.ts';
import type { Commit, EraEventDraft, EventDraft } from '../../common/values/stored-event.ts';
import { instantSchema, type Rev } from '../../common/values/ids.ts';
import { commitDocument, UnreadableDocument } from './documents.ts';

/** An event in its place; null if not even its row can be read. */
export interface EventAt {
  readonly rev: Rev;
  readonly event: Commit | null;
}

const rowOnlySchema = z.object({ at: instantSchema, row: boardRowSchema });

/** The readable part of an event, without its rev. */
type ReadableEvent =
  | { readonly lost: null; readonly event: EventDraft | EraEventDraft }
  | {
      readonly lost: 'detail';
      readonly at: number;
      readonly row: BoardRow;
      readonly error: UnreadableDocument;
    }
  | { readonly lost: 'row'; readonly error: UnreadableDocument };

/**
 * @param document the stored document; a function if reading it may itself throw UnreadableDocument
 */
function readAsFar(document: () => unknown): ReadableEvent {
  let found: unknown;
  try {
    found = document();
    return { lost: null, event: commitDocument.decode(found) };
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    const { data } = rowOnlySchema.safeParse(found);
    return data ? { lost: 'detail', ...data, error } : { lost: 'row', error };
  }
}

/** `detail`: what it was about is lost. `row`: so is what it did. */
type UnreadablePart = 'detail' | 'row';

interface UnreadableEvent {
  /** Absent if it has none: its place among the events is damaged. */
  readonly rev?: Rev;
  /** The document's key, if the adapter reports it. */
  readonly key?: string;
  readonly part: UnreadablePart;
  readonly error: UnreadableDocument;
}

/** The newest ones, so that one that is read repeatedly counts once. */
const REMEMBERED = 10_000;

/** Events that a store could not read. */
export class UnreadableEvents {
  readonly #counts: Record<UnreadablePart, number> = { detail: 0, row: 0 };
  readonly #known = new Set<string>();
  /** Of those whose row is lost; null: it has no place. */
  readonly #lost: (Rev | null)[] = [];
  readonly #listeners: ((found: UnreadableEvent) => void)[] = [];

  /** How many so far. */
  get counts(): Readonly<Record<UnreadablePart, number>> {
    return this.#counts;
  }

  /** Calls the listener for each when it is first encountered. */
  listen(listener: (found: UnreadableEvent) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Where a history that may leave nothing out has to end: the first event after a rev that was
   * skipped, as far as reads have come. One without a place may be anywhere, so it counts as the
   * next one. Null: none was skipped.
   */
  firstSkipped(after: Rev): Rev | null {
    let first: Rev | null = null;
    for (const rev of this.#lost) {
      if (rev === null) return after;
      if (rev > after && (first === null || rev < first)) first = rev;
    }
    return first;
  }

  /**
   * @param document the stored document; a function if reading it may itself throw
   * UnreadableDocument
   */
  read(rev: Rev, document: () => unknown): EventAt {
    const read = readAsFar(document);
    if (read.lost === null) return { rev, event: { ...read.event, rev } };
    this.note({ rev, part: read.lost, error: read.error });
    if (read.lost === 'row') return { rev, event: null };
    return { rev, event: { kind: 'unknown', at: read.at, row: read.row, rev } };
  }

  /** Counts what an adapter found by itself, once per key. */
  note(found: UnreadableEvent): void {
    const known = found.key ?? found.rev ?? '';
    if (this.#known.has(known)) return;
    this.#known.add(known);
    const [oldest = known] = this.#known;
    if (this.#known.size > REMEMBERED) this.#known.delete(oldest);
    this.#counts[found.part] += 1;
    if (found.part === 'row' && this.#lost.length < REMEMBERED) this.#lost.push(found.rev ?? null);
    for (const listener of this.#listeners) listener(found);
  }
}
