/**
 * [DIG1] The digest of the live ranking: what a screen compares with its own rows. Each row has a hash, the first 8
 * bytes of SHA-256 over its text; the first halves of the hashes are summed modulo 2³², and so are the last halves.
 * So a row that comes, goes or changes costs one hash, however many rows there are.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Address } from './address.ts';
import type { NationId } from './nations.ts';
import type { ResourceUnits } from './resources.ts';

/** What the digest covers of a row, as it is sent. */
export interface DigestedRow {
  readonly walletAddress: Address;
  readonly nationId: NationId;
  readonly gdp: number;
  readonly gdpOrder: number;
  readonly culturalOrder: number;
  readonly denaHoldings: string;
  readonly resources: ResourceUnits;
}

/** A row's hash, and a sum of them: two unsigned 32-bit numbers. */
export interface DigestSum {
  readonly first: number;
  readonly last: number;
}

/** One of each for all rows: a page hashes a thousand when it opens, and to make these anew takes as long as to hash. */
const encoder = new TextEncoder();
const fresh = sha256.create();
const hasher = sha256.create();
const hash = new Uint8Array(sha256.outputLen);
const words = new DataView(hash.buffer);

export const EMPTY_DIGEST: DigestSum = { first: 0, last: 0 };

export function rowDigest(row: DigestedRow): DigestSum {
  const { wood, oil, food, technology } = row.resources;
  const text = [
    row.walletAddress,
    row.nationId,
    row.gdp,
    row.gdpOrder,
    row.culturalOrder,
    row.denaHoldings,
    wood,
    oil,
    food,
    technology,
  ].join('\t');
  // oxlint-disable-next-line eslint/no-underscore-dangle -- in the package's types; its `clone` makes another hasher
  fresh._cloneInto(hasher).update(encoder.encode(text)).digestInto(hash);
  return { first: words.getUint32(0), last: words.getUint32(4) };
}

export function addDigest(sum: DigestSum, row: DigestSum): DigestSum {
  return { first: (sum.first + row.first) >>> 0, last: (sum.last + row.last) >>> 0 };
}

export function subtractDigest(sum: DigestSum, row: DigestSum): DigestSum {
  return { first: (sum.first - row.first) >>> 0, last: (sum.last - row.last) >>> 0 };
}

/** 16 hexadecimal digits, as `tick` carries it. */
export function digestText({ first, last }: DigestSum): string {
  return first.toString(16).padStart(8, '0') + last.toString(16).padStart(8, '0');
}
