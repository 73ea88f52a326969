/** What tells rules apart, for clients that hold some. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { rulesSchema, type Rules } from './rules.ts';

const hashes = new WeakMap<Rules, string>();

/** 16 hexadecimal digits, which differ if the rules do. */
export function rulesHash(rules: Rules): string {
  const known = hashes.get(rules);
  if (known) return known;
  // As their schema orders them, and without what it lacks.
  const text = JSON.stringify(rulesSchema.parse(rules));
  const made = bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16);
  hashes.set(rules, made);
  return made;
}
