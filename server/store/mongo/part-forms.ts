/** How the documents of each part of an archive become its rows, and back. */
import type { PartName, Parts } from '../archive.ts';
import { revOf } from '../pages.ts';
import {
  actKey,
  eventKey,
  keyParts,
  pastKey,
  receiptKey,
  refusalKey,
  stakeKey,
} from './collections.ts';

/** A document, under its key. */
export type Row = Readonly<Record<string, unknown>> & { readonly _id: string };

/** How a part's documents become rows, and back; `n`: the row's number in its part, from 1. */
interface Form<Name extends PartName> {
  readonly row: (document: Row) => Parts[Name];
  readonly document: (row: Parts[Name], n: number) => Row;
}

export const FORMS: { readonly [Name in PartName]: Form<Name> } = {
  players: {
    row: ({ _id, ...document }) => [_id, JSON.stringify(document)],
    document: ([wallet, text]) => ({ _id: wallet, ...documentOf(text) }),
  },
  stakes: {
    row: ({ _id, ...document }) => [...keyParts(_id), JSON.stringify(document)],
    document: ([wallet, id, text]) => ({ _id: stakeKey(wallet, id), ...documentOf(text) }),
  },
  events: {
    row({ _id, ...document }) {
      const [wallet, version] = keyParts(_id);
      return [wallet, Number(version), JSON.stringify(document)];
    },
    document: ([wallet, version, text], n) => ({
      _id: eventKey(wallet, version),
      ...documentOf(text),
      // Sorts before every cluster time: those began long after 1970.
      rev: revOf(n),
    }),
  },
  receipts: {
    row: ({ _id, fingerprint, answer, expiresAt }) => [
      ...keyParts(_id),
      String(fingerprint),
      String(answer),
      Number(expiresAt),
    ],
    document: ([wallet, commandId, fingerprint, answer, expiresAt]) => ({
      _id: receiptKey(wallet, commandId),
      fingerprint,
      answer,
      expiresAt: new Date(expiresAt),
    }),
  },
  settings: {
    row: ({ _id, value }) => [_id, String(value)],
    document: ([_id, value]) => ({ _id, value }),
  },
  sessions: {
    row: ({ _id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt, device }) => [
      _id,
      String(wallet),
      String(kind),
      String(network),
      Number(signedInAt),
      Number(lastUsedAt),
      Number(expiresAt),
      String(device),
    ],
    document: ([_id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt, device]) => ({
      _id,
      wallet,
      kind,
      network,
      signedInAt: new Date(signedInAt),
      lastUsedAt: new Date(lastUsedAt),
      expiresAt: new Date(expiresAt),
      device,
    }),
  },
  past: {
    row: ({ kind, at, number, document }) => [
      String(kind),
      Number(at),
      number === null ? null : Number(number),
      String(document),
    ],
    document: ([kind, at, number, document]) => ({
      _id: pastKey(kind, at),
      kind,
      at,
      rev: number === null ? null : revOf(number),
      number,
      document,
    }),
  },
  acts: {
    row: ({ number, document }) => [Number(number), String(document)],
    document: ([number, document]) => ({ _id: actKey(number), number, document }),
  },
  refusals: {
    row: ({ _id, count, expiresAt }) => [...keyParts(_id), Number(count), Number(expiresAt)],
    document: ([wallet, what, count, expiresAt]) => ({
      _id: refusalKey(wallet, what),
      count,
      expiresAt: new Date(expiresAt),
    }),
  },
};

function documentOf(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text);
}
