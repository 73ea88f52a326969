/**
 * How `npm run operate` writes beside a running game: it appends acts, and sees which processes
 * have applied them. The game only reads them (kept/acts.ts).
 */
import { OperatorError, reasonOf } from '../lib/command.ts';
import type { EraValue, NextEra } from './era.ts';

/**
 * Under this name processes report how many acts they have applied: a topic of notices, a setting
 * in an embedded store.
 */
export const APPLIED = 'operation';

/** Which processes have applied which acts. */
export interface Appliers {
  /** Of each process that reports it, the number of the last act that it has applied. */
  readonly applied: readonly number[];
  /** How many more are known: they have reported nothing, or not for some seconds. */
  readonly others: number;
}

/** An act may be recorded or not: the store has not answered, or not as durably as it should. */
export class ActUnknown extends OperatorError {
  constructor(cause: unknown) {
    super(
      `It is not known whether the act was recorded: ${reasonOf(cause)}. Look whether it is in \`npm run operate -- log\` before you repeat it.`,
      { cause },
    );
  }
}

export interface ActLog {
  /**
   * Appends an act and returns its number, once it is durable. Two that append at the same time get
   * two numbers.
   * @throws StoreNotOpened if it can't be written now.
   * @throws ActUnknown if it may have been written.
   */
  append(document: string): Promise<number>;
  /** As the store's (store.ts). @throws StoreNotOpened it may be changed, now or later. */
  changeEra(next: NextEra): Promise<EraValue>;
  /** Milliseconds since 1970 by the clock that the processes follow. @throws StoreNotOpened */
  time(): Promise<number>;
  /** @throws StoreNotOpened */
  appliers(): Promise<Appliers>;
  close(): Promise<void>;
}
