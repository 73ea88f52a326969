/** Refusals of reads of the past. */
import type { NotKnown } from '../past/past.ts';
import { Problem } from './problem.ts';

/** @throws Problem (400) for a moment that is still to come. */
export function momentOf(at: number, now: number): number {
  if (at <= now) return at;
  const moment = new Date(now).toISOString();
  throw new Problem('bad-request', `That is in the future: ask for a moment up to now, ${moment}.`);
}

export function unknownPast(unknown: NotKnown): Problem {
  if (unknown.why === 'not-recorded') {
    const sentence = 'The record of the past is being written. Try again in a few seconds.';
    return new Problem('not-recorded', sentence, { 'Retry-After': '5' });
  }
  const { begunAt } = unknown;
  return new Problem(
    'before-the-game',
    begunAt === null
      ? 'The game has not begun: nobody has joined yet.'
      : `The game began at ${new Date(begunAt).toISOString()}: ask for that moment or a later one.`,
  );
}
