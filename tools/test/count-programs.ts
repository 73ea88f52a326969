/** Counts the processes that tests start (counts.ts), once in each process or thread of vitest. */
import { subscribe } from 'node:diagnostics_channel';
import { count } from './counts.ts';

const COUNTING = Symbol.for('denaria.counting-programs');

// vitest runs its setup for each file.
if (!(COUNTING in globalThis)) {
  Object.assign(globalThis, { [COUNTING]: true });
  subscribe('child_process', () => count('program'));
}
