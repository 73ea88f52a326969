/**
 * Writes the ledger behind the commits: every step adds the leaves of the events since the last
 * one, which are durable, and signs the checkpoint in the same write. One process does it at a
 * time: a write is refused if the checkpoint is not the one that was read.
 */
import { toBase64 } from '../../common/ledger/note.ts';
import { EMPTY_ROOT } from '../../common/ledger/tree.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { Commit } from '../../common/values/stored-event.ts';
import { every, type Loop } from '../lib/loop.ts';
import { monotonicNow } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { writePast } from '../store/kept/past.ts';
import type { Store } from '../store/store.ts';
import {
  commitLeaves,
  isKnownCommit,
  type KnownCommit,
  type LedgerStopped,
  stopAt,
  stoppedBy,
  type LeafStore,
  type Versions,
} from './commit-leaves.ts';
import {
  headRow,
  Heads,
  leavesBefore,
  rowsWith,
  type Added,
  type LedgerHead,
  type LedgerIdentity,
} from './ledger-rows.ts';

/** A checkpoint is signed at most so often. */
const STEP_MS = 2000;
/**
 * Events per read, and reads per write: the tree of a game that had no key so far grows in several.
 */
const PAGE = 1000;
const PAGES = 4;
/** Players whose versions are remembered, some 100 bytes each. */
const MOST_VERSIONS = 100_000;
/** Between two checkpoints in the log, for witnesses to keep. */
const LOGGED_MS = 60 * 60_000;

type WriterStore = LeafStore & Pick<Store, 'rows' | 'write' | 'unreadable'>;

export interface LedgerParts {
  readonly store: WriterStore;
  readonly identity: LedgerIdentity;
  readonly lease: { isHeld(): boolean };
}

/** A checkpoint for people to keep; the root in base64. */
interface KnownCheckpoint {
  readonly size: number;
  readonly root: string;
}

export class LedgerWriter {
  readonly #parts: LedgerParts;
  readonly #heads: Heads;
  /** After the leaf of this number; of none while they are ahead of what is written. */
  #versions: { readonly size: number; readonly of: Versions } = { size: 0, of: new Map() };
  #known: KnownCheckpoint | null = null;
  #stopped: LedgerStopped | null = null;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#heads = new Heads(parts.identity);
  }

  /** The stored checkpoint, as of the last step; null: there is none. */
  get checkpoint(): KnownCheckpoint | null {
    return this.#known;
  }

  /** How many leaves that one has. */
  get size(): number {
    return this.#known?.size ?? 0;
  }

  /** Why it can't go on; null: it can. */
  get stopped(): LedgerStopped | null {
    return this.#stopped;
  }

  /** Adds what was committed, up to a limit. One call at a time. @throws StoreUnavailable */
  async step(): Promise<void> {
    const { lease, store, identity } = this.#parts;
    const row = await headRow(store);
    try {
      const head = row ? this.#heads.of(row) : newLog(identity);
      if (row) this.#note(head);
      if (!lease.isHeld()) {
        this.#stopped = null;
        return;
      }
      const { added, versions, stopped } = await this.#next(head);
      if (added.length > 0) {
        const rows = await rowsWith(store, head, added, identity);
        const expected = row?.document ?? null;
        const write = { head: 'ledger-checkpoint', expected, rows, forget: null } as const;
        // Another process was faster: the next step goes on from there.
        if (!(await writePast(store, write))) return;
        const written = rows.at(-1);
        if (written) this.#note(this.#heads.of(written));
      }
      this.#stopped = stopped;
      // One that is stopped has counted the commit that stops it, too.
      if (stopped) return;
      this.#remember(head.size + added.length, versions);
    } catch (error) {
      this.#stopped = stoppedBy(error);
    }
  }

  #note({ size, root }: LedgerHead): void {
    if (this.#known?.size === size) return;
    this.#known = { size, root: toBase64(root) };
  }

  #remember(size: number, versions: Versions): void {
    // Those that are gone are read again.
    for (const wallet of versions.keys()) {
      if (versions.size <= MOST_VERSIONS) break;
      versions.delete(wallet);
    }
    this.#versions = { size, of: versions };
  }

  /**
   * The next leaves, up to the first commit that can't be one. @throws LedgerStopped,
   * StoreUnavailable
   */
  async #next(head: LedgerHead) {
    const { store } = this.#parts;
    const isKnown = this.#versions.size === head.size;
    const versions: Versions = isKnown ? this.#versions.of : new Map();
    // They are counted on; what a write that fails has counted would count twice.
    this.#versions = { size: -1, of: new Map() };
    const added: Added[] = [];
    let stopped: LedgerStopped | null = null;
    let after = head.upTo?.rev ?? REV_ZERO;
    let number = head.upTo?.number ?? 0;
    const offset = leavesBefore(head);
    for (let page = 0; page < PAGES && !stopped; page += 1) {
      const events = await store.events({ after, limit: PAGE, order: 'oldest-first' });
      const readable = this.#readable(after, events);
      const made = await commitLeaves(store, readable.events, number + offset, versions);
      for (const [i, leaf] of made.leaves.entries()) {
        after = readable.events[i]?.rev ?? after;
        number += 1;
        added.push({ leaf, upTo: { rev: after, number } });
      }
      stopped = made.stopped ?? readable.stopped;
      if (events.length < PAGE) break;
    }
    return { added, versions, stopped };
  }

  /** The events of a page before the first that can't be read, and why that one can't. */
  #readable(
    after: Rev,
    page: readonly Commit[],
  ): { readonly events: readonly KnownCommit[]; readonly stopped: LedgerStopped | null } {
    const skipped = this.#parts.store.unreadable.firstSkipped(after);
    const events: KnownCommit[] = [];
    const why = 'it can’t be read';
    for (const event of page) {
      if (skipped !== null && event.rev > skipped) {
        return { events, stopped: stopAt({ rev: skipped }, why) };
      }
      if (!isKnownCommit(event)) return { events, stopped: stopAt(event, why) };
      events.push(event);
    }
    const isNext = skipped !== null && page.length < PAGE;
    return { events, stopped: isNext ? stopAt({ rev: skipped }, why) : null };
  }
}

/** Before the first leaf. */
function newLog({ origin }: LedgerIdentity): LedgerHead {
  return { origin, size: 0, root: EMPTY_ROOT, note: '', upTo: null };
}

/** Writes it in the background. If it is stopped, it logs that once, and keeps trying. */
export function keepLedger(writer: LedgerWriter, log: Log): Loop {
  let said = '';
  let logAfter = 0;
  const look = async () => {
    await writer.step();
    const { stopped, checkpoint } = writer;
    if (stopped && stopped.message !== said) {
      log.error({ err: stopped }, 'the ledger is stopped, and grows no more');
    }
    said = stopped?.message ?? '';
    if (checkpoint && monotonicNow() >= logAfter) {
      logAfter = monotonicNow() + LOGGED_MS;
      log.info(checkpoint, 'the ledger’s checkpoint');
    }
  };
  return every(STEP_MS, look, (error) => log.warn({ err: error }, 'the ledger fell behind'));
}
