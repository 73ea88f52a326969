/**
 * The queue of commits. All that are queued share one transaction: under load each takes many, and
 * without load a commit goes at once, by itself. A few transactions run at a time, never two with
 * the same wallet. One that fails costs only the commands whose fault it was; the others go again,
 * in the next.
 */
import type { Timestamp } from 'mongodb';
import { within } from '../../lib/deadline.ts';
import { Batcher, type AnswerOf } from '../../lib/batcher.ts';
import { chance, monotonicNow, sleep } from '../../lib/machine.ts';
import { StoreUnavailable, VersionConflict } from '../store.ts';
import { Mixed, NotCarriedOut, Unfit, type CommitDocuments } from './commit-batch.ts';

/**
 * A transaction that is silent for longer no longer counts: its database may be about to be
 * replaced.
 */
const PATIENCE_MS = 1000;
/** With more transactions at a time each is smaller, and costs both sides as much. */
const SHARED = { atOnce: 2, most: 64, patienceMs: PATIENCE_MS } as const;
/**
 * Transactions of one command each, beside those: of commands that were split from their batches.
 */
const SPLIT = { atOnce: 8, most: 1, patienceMs: PATIENCE_MS } as const;
/** At most, between two attempts at a transaction that the database could not carry out. */
const PAUSE_MS = 50;

/** Where a commit is in the order of all. */
interface Slot {
  readonly time: Timestamp;
  readonly ordinal: number;
}

/** Sends one transaction. Its errors: see attemptCommit. */
type Attempt = (batch: readonly CommitDocuments[], deadline: number) => Promise<Timestamp | null>;

/** Time was up before the command was part of a transaction: it was not and won't be written. */
export class NeverSent extends StoreUnavailable {}

const LATE = 'MongoDB did not carry it out in time.';

interface Command {
  readonly documents: CommitDocuments;
  readonly deadline: number;
}

/**
 * What became of a command in a transaction; null: it is durable, at a time that only the stream
 * reports.
 */
type Outcome = Slot | null | 'not sent' | 'again' | 'again, by itself';

export class CommitQueue {
  readonly #attempt: Attempt;
  readonly #shared = new Batcher<Command, Outcome>((batch) => this.#send(batch), SHARED);
  readonly #split = new Batcher<Command, Outcome>((batch) => this.#send(batch), SPLIT);
  /**
   * By wallet: resolves when none of its commits is under way, to the newest version that they left
   * behind.
   */
  readonly #overtaken = new Map<string, Promise<number>>();

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /**
   * @param deadline by `monotonicNow()`: no attempt begins after it.
   * @returns null if the commit is durable, at a time that only the change stream reports.
   * @throws VersionConflict
   * @throws NeverSent
   * @throws StoreUnavailable the change may have been written or not.
   */
  async commit(documents: CommitDocuments, deadline: number): Promise<Slot | null> {
    const { player, expectedVersion } = documents;
    const before = this.#overtaken.get(player._id);
    const committing = this.#commit({ documents, deadline }, before);
    const left = committing.then(
      () => expectedVersion,
      () => NONE,
    );
    const overtaken = Promise.all([before ?? NONE, left]).then((each) => {
      if (this.#overtaken.get(player._id) === overtaken) this.#overtaken.delete(player._id);
      return Math.max(...each);
    });
    this.#overtaken.set(player._id, overtaken);
    return committing;
  }

  async #commit(command: Command, before: Promise<number> | undefined): Promise<Slot | null> {
    const { documents, deadline } = command;
    if (before) {
      const overtaken = await within(deadline - monotonicNow(), before, () => new NeverSent(LATE));
      // One for a version that its player has left behind need not be sent.
      if (documents.expectedVersion <= overtaken) throw conflictOf(documents);
    }
    let lane = this.#shared;
    for (let wasSent = false; ; wasSent = true) {
      const outcome = await lane.add(command);
      if (outcome === 'not sent') throw wasSent ? new StoreUnavailable(LATE) : new NeverSent(LATE);
      if (outcome === 'again, by itself') lane = this.#split;
      else if (outcome !== 'again') return outcome;
    }
  }

  /** One transaction of those that are still in time. */
  async #send(commands: readonly Command[]): Promise<readonly AnswerOf<Outcome>[]> {
    const now = monotonicNow();
    const batch = commands.filter(({ deadline }) => now <= deadline);
    const outcomeOf = await this.#outcomes(batch);
    return commands.map(
      (command) => () => (batch.includes(command) ? outcomeOf(command) : 'not sent'),
    );
  }

  async #outcomes(batch: readonly Command[]): Promise<(command: Command) => Outcome> {
    if (batch.length === 0) return () => 'not sent';
    try {
      const time = await this.#attempt(
        batch.map(({ documents }) => documents),
        Math.max(...batch.map(({ deadline }) => deadline)),
      );
      return (command) => time && { time, ordinal: batch.indexOf(command) };
    } catch (error) {
      if (error instanceof Mixed) return () => 'again, by itself';
      if (error instanceof NotCarriedOut) await sleep(chance() * PAUSE_MS);
      const now = monotonicNow();
      return ({ documents, deadline }) => {
        if (error instanceof Unfit && error.commands.has(documents)) {
          throw conflictOf(documents, error);
        }
        if (error instanceof Unfit) return 'again';
        if (!(error instanceof NotCarriedOut)) throw error;
        if (now > deadline) throw error.cause;
        return 'again';
      };
    }
  }
}

/** Below every version. */
const NONE = -1;

function conflictOf({ player, expectedVersion, receipt }: CommitDocuments, cause?: unknown) {
  const command = receipt ? ', or its command was carried out before' : '';
  return new VersionConflict(`${player._id} is not at version ${expectedVersion}${command}`, {
    cause,
  });
}
