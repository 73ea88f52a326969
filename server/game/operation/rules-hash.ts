/** What tells rules apart, for clients that hold some. */
import { hash } from 'node:crypto';
import { rulesSchema, type Rules } from '../../../common/values/rules.ts';

const hashes = new WeakMap<Rules, string>();

/** Differs if the rules do. */
export function rulesHash(rules: Rules): string {
  const known = hashes.get(rules);
  if (known) return known;
  // As their schema orders them, and without what it lacks.
  const made = hash('sha256', JSON.stringify(rulesSchema.parse(rules))).slice(0, 16);
  hashes.set(rules, made);
  return made;
}
