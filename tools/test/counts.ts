/**
 * What a run of the tests counts exactly, from all its processes: a line each in a file that run.ts
 * names and adds up.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type Counted = 'program' | 'mongod' | 'waitedMs';

/** Outside a run, as for a file run by itself, nothing is counted. */
export function count(what: Counted, amount = 1): void {
  const file = process.env['DENARIA_COUNTS'];
  if (file !== undefined) appendFileSync(file, `${what} ${amount}\n`);
}

/**
 * Lets time pass where nothing can be observed: that something does not happen, or that real time
 * is the subject. Everything else polls. Tests wait in no other way: the sum is in their budget.
 */
export async function wait(ms: number): Promise<void> {
  count('waitedMs', ms);
  await sleep(ms);
}
