/** How an audit of a public ledger ends before its end, and how two values are compared. */
import { OperatorError } from '../../lib/command.ts';

/**
 * What is claimed and what follows from the ledger differ: a sentence that a stranger understands.
 */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** The audit could not finish: why, then what to do about it. */
export class Unfinished extends OperatorError {
  override readonly name = 'Unfinished';
}

/** A schema of the protocol. */
interface Schema<Value> {
  safeParse(
    body: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: Unreadable };
}
interface Unreadable {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** What an answer says. @throws Difference if it can't be read as what is asked there. */
export function readAs<Value>(schema: Schema<Value>, path: string, body: unknown): Value {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.');
  throw new Difference(`${path} can’t be read: ${place || 'it'}: ${issue?.message}.`);
}

/**
 * Fields that don't follow from the ledger (names, ids of stakes, how far the chain was followed),
 * or that would take another replay of the past.
 */
const UNCLAIMED: ReadonlySet<string> = new Set([
  'name',
  'presidentName',
  'stakeId',
  'holdings',
  'change',
  'change24h',
  'growth',
  'recent',
  'history',
]);

/**
 * Where an answer first differs from what is due, in words; null: nowhere. Fields that only the
 * answer has are ignored, since a newer server may send more.
 */
export function firstDifference(served: unknown, due: unknown, at = ''): string | null {
  if (served === due) return null;
  if (!isObject(due) || !isObject(served)) return said(served, due, at);
  const given = new Map<string, unknown>(Object.entries(served));
  for (const [key, one] of Object.entries(due)) {
    if (UNCLAIMED.has(key)) continue;
    const value = given.get(key);
    // [WRK1] Right after its start, a server still looks up when stages were completed.
    if (key === 'completedAt' && value === null) continue;
    const name = Array.isArray(due) ? `[${key}]` : `.${key}`;
    const found = firstDifference(value, one, at === '' ? name.replace('.', '') : at + name);
    if (found !== null) return found;
  }
  if (!Array.isArray(due) || given.size === due.length) return null;
  return said(`${given.size} entries`, `${due.length}`, at);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function said(served: unknown, due: unknown, at: string): string {
  return `${at === '' ? 'it' : at} is ${text(served)}, the ledger comes to ${text(due)}`;
}

function text(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing');
}
