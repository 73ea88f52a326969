/**
 * The forms that are read, oldest first: each says which parts its stream has, and what its rows
 * become in the next form. A released form's step never changes; the newest form has none.
 */
import { numberKey } from './rows.ts';
import { FIRST_FORM, STORED_FORM } from './stored-form.ts';
import { PART_NAMES, type Batch, type StreamRow } from './stream.ts';

interface Form {
  readonly parts: readonly string[];
  /** Where a row says until when it counts, in ms of machine time. */
  readonly expiry: Readonly<Record<string, number>>;
  /** Rows of the next form, of rows of one part. */
  next?(batch: Batch): Batch;
}

export const FORMS: Readonly<Record<number, Form>> = {
  8: {
    parts: [
      'players',
      'stakes',
      'events',
      'receipts',
      'settings',
      'sessions',
      'past',
      'acts',
      'refusals',
    ],
    expiry: { receipts: 4, sessions: 6, refusals: 3 },
    next: ({ part, rows }) =>
      part in KEYED_IN_8
        ? { part: 'rows', rows: rows.map((row) => KEYED_IN_8[part]?.(row) ?? row) }
        : { part, rows },
  },
  9: { parts: PART_NAMES, expiry: { receipts: 4, rows: 4 } },
};

/** Form 9 keeps under kinds and keys what form 8 had in tables of their own. */
const KEYED_IN_8: Readonly<Record<string, (row: StreamRow) => StreamRow>> = {
  settings: ([name = '', value = '']) => ['setting', name, null, value, null],
  sessions: ([id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt = null, device]) => {
    const document = { kind, network, device, signedInAt, lastUsedAt, expiresAt };
    return ['session', `${wallet}:${id}`, null, JSON.stringify(document), expiresAt];
  },
  past: ([kind = '', at, number = null, document = '']) => [
    kind,
    numberKey(Number(at)),
    number,
    document,
    null,
  ],
  acts: ([number, document = '']) => ['act', numberKey(Number(number)), null, document, null],
  refusals: ([wallet, what, count, expiresAt = null]) => [
    'refusal',
    `${wallet}:${what}`,
    null,
    String(count),
    expiresAt,
  ],
};

/** The same game in the newest form. */
export async function* newest(form: number, stream: AsyncIterable<Batch>): AsyncIterable<Batch> {
  for await (const batch of stream) {
    let made = batch;
    for (let at = form; at < STORED_FORM; at += 1) made = FORMS[at]?.next?.(made) ?? made;
    yield made;
  }
}

/** The description of a form that is read. */
export function formOf(number: number): Form {
  const form = number >= FIRST_FORM ? FORMS[number] : undefined;
  if (form) return form;
  throw new Error(`form ${number} is not read`);
}
