/** What tells rules apart, for clients that hold some. */
import { hash } from 'node:crypto';
import type { Rules } from '../../../common/values/rules.ts';

const hashes = new WeakMap<Rules, string>();

/** Differs if the rules do. @param rules as their schema orders them. */
export function rulesHash(rules: Rules): string {
  const known = hashes.get(rules);
  if (known) return known;
  const made = hash('sha256', JSON.stringify(rules)).slice(0, 16);
  hashes.set(rules, made);
  return made;
}
