/**
 * The queue of commits. What waits goes in one transaction: under load each takes many, and without load a
 * commit goes at once, by itself. A few transactions run at a time, never two with the same wallet. One that
 * fails costs only the commands whose fault it was; the others go again, in the next.
 */
import type { Timestamp } from 'mongodb';
import { after, chance, monotonicNow, nextTurn, sleep } from '../../lib/machine.ts';
import { StoreUnavailable, VersionConflict } from '../store.ts';
import { Mixed, NotCarriedOut, Unfit, type CommitDocuments } from './commit-batch.ts';

/** Transactions of any size at a time. With more of them each is smaller, and costs both sides as much. */
const MOST_TRANSACTIONS = 2;
/** Transactions of one command each, beside those: of commands that were split from their batches. */
const MOST_SPLIT = 8;
/** Commands in a transaction. */
const MOST_COMMANDS = 64;
/** A transaction that is silent for longer no longer counts: its database may be about to be replaced. */
const PATIENCE_MS = 1000;
/** At most, between two attempts at a transaction that the database could not carry out. */
const PAUSE_MS = 50;

/** Where a commit is in the order of all. */
export interface Slot {
  readonly time: Timestamp;
  readonly ordinal: number;
}

/** Sends one transaction. Its errors: see attemptCommit. */
export type Attempt = (
  batch: readonly CommitDocuments[],
  deadline: number,
) => Promise<Timestamp | null>;

/** Time was up before the command was part of a transaction: it was not and won't be written. */
export class NeverSent extends StoreUnavailable {}

interface Waiting {
  readonly documents: CommitDocuments;
  readonly deadline: number;
  readonly resolve: (slot: Slot | null) => void;
  readonly reject: (error: unknown) => void;
  /** By itself, since its batch failed for a reason that may be its own. */
  isSplit: boolean;
  wasSent: boolean;
}

export class CommitQueue {
  readonly #attempt: Attempt;
  #waiting: Waiting[] = [];
  /** The wallets in the transactions under way, even in those that no longer count. */
  readonly #wallets = new Set<string>();
  readonly #running = { shared: 0, split: 0 };
  #isStarting = false;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /**
   * @param deadline by `monotonicNow()`: no attempt begins after it.
   * @returns null if the commit is durable, at a time that only the change stream tells.
   * @throws VersionConflict
   * @throws NeverSent
   * @throws StoreUnavailable the change may have been written or not.
   */
  async commit(documents: CommitDocuments, deadline: number): Promise<Slot | null> {
    return new Promise((resolve, reject) => {
      const flags = { isSplit: false, wasSent: false };
      this.#waiting.push({ documents, deadline, resolve, reject, ...flags });
      this.#start();
    });
  }

  /** In a moment: what a shared read has answered arrives together. */
  #start(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    nextTurn(() => {
      this.#isStarting = false;
      this.#sendAll();
    });
  }

  #sendAll(): void {
    this.#refuseLate();
    while (this.#running.split < MOST_SPLIT) {
      const batch = this.#take((one) => one.isSplit, 1);
      if (batch.length === 0) break;
      void this.#send(batch, 'split');
    }
    while (this.#running.shared < MOST_TRANSACTIONS) {
      const batch = this.#take((one) => !one.isSplit, MOST_COMMANDS);
      if (batch.length === 0) break;
      void this.#send(batch, 'shared');
    }
  }

  #refuseLate(): void {
    const now = monotonicNow();
    this.#waiting = this.#waiting.filter(({ deadline, wasSent, reject }) => {
      if (now <= deadline) return true;
      const late = 'MongoDB did not carry it out in time.';
      reject(wasSent ? new StoreUnavailable(late) : new NeverSent(late));
      return false;
    });
  }

  /** The next ones, oldest first, of wallets that no transaction has at the moment. */
  #take(isMeant: (one: Waiting) => boolean, most: number): readonly Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const { _id } = one.documents.player;
      if (batch.length < most && isMeant(one) && !this.#wallets.has(_id)) {
        this.#wallets.add(_id);
        batch.push(one);
      } else left.push(one);
    }
    if (batch.length > 0) this.#waiting = left;
    return batch;
  }

  /** Never rejects. */
  async #send(batch: readonly Waiting[], lane: 'shared' | 'split'): Promise<void> {
    this.#running[lane] += 1;
    let counts = true;
    const leave = () => {
      if (counts) this.#running[lane] -= 1;
      counts = false;
      this.#start();
    };
    const patience = after(PATIENCE_MS, leave);
    await this.#settle(batch);
    patience.stop();
    for (const { documents } of batch) this.#wallets.delete(documents.player._id);
    leave();
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      for (const one of batch) one.wasSent = true;
      const deadline = Math.max(...batch.map((one) => one.deadline));
      const time = await this.#attempt(
        batch.map(({ documents }) => documents),
        deadline,
      );
      for (const [ordinal, { resolve }] of batch.entries()) resolve(time && { time, ordinal });
      this.#refuseOvertaken(batch);
    } catch (error) {
      await this.#handle(error, batch);
    }
  }

  async #handle(error: unknown, batch: readonly Waiting[]): Promise<void> {
    if (error instanceof Unfit) {
      const unfit = ({ documents }: Waiting) => error.commands.has(documents);
      for (const one of batch.filter(unfit)) one.reject(conflictOf(one.documents, error));
      this.#goAgain(batch.filter((one) => !unfit(one)));
    } else if (error instanceof Mixed) {
      for (const one of batch) one.isSplit = true;
      this.#goAgain(batch);
    } else if (error instanceof NotCarriedOut) {
      await sleep(chance() * PAUSE_MS);
      const now = monotonicNow();
      for (const { deadline, reject } of batch) if (now > deadline) reject(error.cause);
      this.#goAgain(batch.filter(({ deadline }) => now <= deadline));
    } else for (const { reject } of batch) reject(error);
  }

  #goAgain(batch: readonly Waiting[]): void {
    this.#waiting = [...batch, ...this.#waiting];
  }

  /** What waits for a version that its player has left behind need not be sent. */
  #refuseOvertaken(batch: readonly Waiting[]): void {
    const versions = new Map(
      batch.map(({ documents }) => [documents.player._id, documents.expectedVersion]),
    );
    this.#waiting = this.#waiting.filter(({ documents, reject }) => {
      const left = versions.get(documents.player._id);
      if (left === undefined || documents.expectedVersion > left) return true;
      reject(conflictOf(documents));
      return false;
    });
  }
}

function conflictOf({ player, expectedVersion, receipt }: CommitDocuments, cause?: unknown) {
  const command = receipt ? ', or its command was carried out before' : '';
  return new VersionConflict(`${player._id} is not at version ${expectedVersion}${command}`, {
    cause,
  });
}
