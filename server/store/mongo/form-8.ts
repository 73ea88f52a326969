/**
 * Form 8 as release 1.0.0 stored it: how the documents of its parts become the rows of a stream
 * (../forms.ts). It never changes.
 */
import type { StreamRow } from '../stream.ts';
import { keyParts, type StoredDocument } from './collections.ts';

export const ROWS_OF_8 = {
  players: ({ _id, ...document }) => [_id, JSON.stringify(document)] as const,
  stakes: ({ _id, ...document }) => [...keyParts(_id), JSON.stringify(document)] as const,
  events: ({ _id, ...document }) => {
    const [wallet, version] = keyParts(_id);
    return [wallet, Number(version), JSON.stringify(document), String(document['rev'])] as const;
  },
  receipts: ({ _id, fingerprint, answer, expiresAt }) =>
    [...keyParts(_id), String(fingerprint), String(answer), Number(expiresAt)] as const,
  settings: ({ _id, value }) => [_id, String(value)],
  sessions: ({ _id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt, device }) => [
    _id,
    String(wallet),
    String(kind),
    String(network),
    Number(signedInAt),
    Number(lastUsedAt),
    Number(expiresAt),
    String(device),
  ],
  past: ({ kind, at, number, document, rev }) => [
    String(kind),
    Number(at),
    number === null ? null : Number(number),
    String(document),
    typeof rev === 'string' ? rev : null,
  ],
  acts: ({ number, document }) => [Number(number), String(document)],
  refusals: ({ _id, count, expiresAt }) => [...keyParts(_id), Number(count), Number(expiresAt)],
} satisfies Readonly<Record<string, (document: StoredDocument) => StreamRow>>;
