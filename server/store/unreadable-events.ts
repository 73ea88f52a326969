/**
 * Events as they are read back, which may be of a newer version or damaged. One whose row can be read
 * counts with its row, whatever it was about; one whose row can't is passed by in histories, and ends
 * the feeds: the players say what it did.
 */
import { z } from 'zod';
import { boardRowSchema, type BoardRow } from '../../common/values/board-row.ts';
import type { EventDraft, GameEvent } from '../../common/values/game-event.ts';
import { instantSchema, type Rev } from '../../common/values/ids.ts';
import { eventDocument, UnreadableDocument } from './documents.ts';

/** An event in its place; null where not even its row can be read. */
export interface KeptEventAt {
  readonly rev: Rev;
  readonly event: GameEvent | null;
}

const rowOnlySchema = z.object({ at: instantSchema, row: boardRowSchema });

/** An event as far as it can be read, without its rev. */
export type ReadableEvent =
  | { readonly lost: null; readonly event: EventDraft }
  | {
      readonly lost: 'detail';
      readonly at: number;
      readonly row: BoardRow;
      readonly error: UnreadableDocument;
    }
  | { readonly lost: 'row'; readonly error: UnreadableDocument };

/** @param document what is kept; a function where reading it may itself throw UnreadableDocument */
export function readAsFar(document: () => unknown): ReadableEvent {
  let kept: unknown;
  try {
    kept = document();
    return { lost: null, event: eventDocument.decode(kept) };
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    const { data } = rowOnlySchema.safeParse(kept);
    return data ? { lost: 'detail', ...data, error } : { lost: 'row', error };
  }
}

/** `detail`: what it was about is lost. `row`: so is what it did. */
export type UnreadablePart = 'detail' | 'row';

export interface UnreadableEvent {
  /** Absent where it has none: its place among the events is damaged. */
  readonly rev?: Rev;
  /** The document's key, where the adapter tells it. */
  readonly key?: string;
  readonly part: UnreadablePart;
  readonly error: UnreadableDocument;
}

/** Of the newest, so that one that is read again and again counts once. */
const REMEMBERED = 10_000;

/** Events that a store met and could not read. */
export class UnreadableEvents {
  readonly #counts: Record<UnreadablePart, number> = { detail: 0, row: 0 };
  readonly #known = new Set<string>();
  readonly #listeners: ((found: UnreadableEvent) => void)[] = [];

  /** How many so far. */
  get counts(): Readonly<Record<UnreadablePart, number>> {
    return this.#counts;
  }

  /** The listener is told of each when it is met first. */
  listen(listener: (found: UnreadableEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** @param document what is kept; a function where reading it may itself throw UnreadableDocument */
  read(rev: Rev, document: () => unknown): KeptEventAt {
    const read = readAsFar(document);
    if (read.lost === null) return { rev, event: { ...read.event, rev } };
    this.note({ rev, part: read.lost, error: read.error });
    if (read.lost === 'row') return { rev, event: null };
    return { rev, event: { kind: 'unknown', at: read.at, row: read.row, rev } };
  }

  /** Counts what an adapter found by itself, once by its key. */
  note(found: UnreadableEvent): void {
    const known = found.key ?? found.rev ?? '';
    if (this.#known.has(known)) return;
    this.#known.add(known);
    if (this.#known.size > REMEMBERED) {
      for (const oldest of this.#known) {
        this.#known.delete(oldest);
        break;
      }
    }
    this.#counts[found.part] += 1;
    for (const listener of this.#listeners) listener(found);
  }
}
