/** How the documents of each part become the rows of a stream (../stream.ts), and back. */
import { revOf } from '../pages.ts';
import type { PartName, Parts } from '../stream.ts';
import {
  eventKey,
  keyParts,
  receiptKey,
  rowKey,
  stakeKey,
  type StoredDocument,
} from './collections.ts';
import { ROWS_OF_8 } from './form-8.ts';

/** The parts that are as they were in form 8. */
const { players, stakes, events, receipts } = ROWS_OF_8;

export const ROWS: { readonly [Name in PartName]: (document: StoredDocument) => Parts[Name] } = {
  players,
  stakes,
  events,
  receipts,
  rows: ({ _id, number, document, expiresAt, rev }) => [
    ...keyParts(_id),
    number === undefined ? null : Number(number),
    String(document),
    expiresAt === undefined ? null : Number(expiresAt),
    typeof rev === 'string' ? rev : null,
  ],
};

/** `n`: the row's number in its part, from 1. */
const DOCUMENTS: { readonly [Name in PartName]: (row: Parts[Name], n: number) => StoredDocument } =
  {
    players: ([wallet, text]) => ({ _id: wallet, ...documentOf(text) }),
    stakes: ([wallet, id, text]) => ({ _id: stakeKey(wallet, id), ...documentOf(text) }),
    events: ([wallet, version, text, rev], n) => ({
      _id: eventKey(wallet, version),
      ...documentOf(text),
      // A number sorts before every cluster time: those began long after 1970.
      rev: rev ?? revOf(n),
    }),
    receipts: ([wallet, commandId, fingerprint, answer, expiresAt]) => ({
      _id: receiptKey(wallet, commandId),
      fingerprint,
      answer,
      expiresAt: new Date(expiresAt),
    }),
    rows: ([kind, key, number, document, expiresAt, rev]) => ({
      _id: rowKey(kind, key),
      document,
      ...(number !== null && { rev: rev ?? revOf(number), number }),
      ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
    }),
  };

/** @param before how many rows of the part came before these. */
export function documentsFrom<Name extends PartName>(
  part: Name,
  rows: readonly Parts[Name][],
  before: number,
): StoredDocument[] {
  return rows.map((row, n) => DOCUMENTS[part](row, before + n + 1));
}

function documentOf(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text);
}
