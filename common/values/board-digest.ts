/**
 * [DIG1] The digest of the live ranking: what a screen compares with its own rows. Each row has a
 * hash, the first 8 bytes of SHA-256 over its text; the first halves of the hashes are summed
 * modulo 2³², and so are the last halves. So a row that comes, goes or changes costs one hash,
 * however many rows there are.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
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
  const hash = sha256(utf8ToBytes(text));
  const view = new DataView(hash.buffer, hash.byteOffset);
  return { first: view.getUint32(0), last: view.getUint32(4) };
}

export function addDigest(sum: DigestSum, row: DigestSum): DigestSum {
  return { first: (sum.first + row.first) >>> 0, last: (sum.last + row.last) >>> 0 };
}

/** 16 hexadecimal digits, as `tick` carries it. */
export function digestText({ first, last }: DigestSum): string {
  return first.toString(16).padStart(8, '0') + last.toString(16).padStart(8, '0');
}
