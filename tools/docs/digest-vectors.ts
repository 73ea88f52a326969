/** docs/vectors/digest.json: rows of the ranking and the digest over them [DIG1]. */
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  type DigestedRow,
  type DigestSum,
} from '../../common/values/board-digest.ts';
import { address } from '../../common/values/address.ts';
import { MAX_GDP } from '../../common/values/max-gdp.ts';
import { NATION_IDS } from '../../common/values/nations.ts';

const ADA: DigestedRow = {
  walletAddress: address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
  nationId: 'italy',
  gdp: 25_500,
  gdpOrder: 8_796_093_022_211,
  culturalOrder: 8_796_093_022_208,
  denaHoldings: '100000',
  resources: { wood: 0, oil: 0, food: 0, technology: 0 },
};
const BEN: DigestedRow = {
  ...ADA,
  walletAddress: address('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'),
  nationId: 'usa',
  gdp: 25_000,
  gdpOrder: 8_796_093_022_209,
  culturalOrder: 8_796_093_022_209,
};

function digestOf(rows: readonly DigestedRow[]): string {
  return digestText(rows.map(rowDigest).reduce(addDigest, EMPTY_DIGEST));
}

const HALF = 2 ** 32;
/** Of the sums of these rows' halves: whether each is above 2³² − 1. */
function carries(...rows: readonly DigestedRow[]) {
  const sum = (half: keyof DigestSum) => rows.reduce((all, row) => all + rowDigest(row)[half], 0);
  return { first: sum('first') >= HALF, last: sum('last') >= HALF };
}

/** Ada's row with the least wood with which it and Ben's carry like this. */
function carrying(first: boolean, last: boolean): DigestedRow {
  for (let wood = 0; ; wood += 1) {
    const row = { ...ADA, resources: { ...ADA.resources, wood } };
    const found = carries(row, BEN);
    if (found.first === first && found.last === last) return row;
  }
}

/** The nth row of the large ranking; `about` says the same in words. */
function numbered(n: number): DigestedRow {
  return {
    walletAddress: address(`0x${String(n).padStart(40, '0')}`),
    nationId: NATION_IDS[n % NATION_IDS.length] ?? 'usa',
    gdp: 100_000 - n,
    gdpOrder: n,
    culturalOrder: 0,
    denaHoldings: `${n}.5`,
    resources: { wood: n, oil: 0, food: 0, technology: 0 },
  };
}

export function digestVectors(): string {
  const full = {
    rank: 1,
    nationName: 'Italy',
    flag: '🇮🇹',
    name: 'ada.eth',
    gdpSince: '2026-01-01T00:00:00.000Z',
    presidentWallet: BEN.walletAddress,
    presidentStakedCount: 7,
  };
  const large = Array.from({ length: LIVE_ROWS + 1 }, (_, i) => numbered(i + 1));
  const digested = (why: string, rows: readonly DigestedRow[]) => ({
    why,
    rows,
    digest: digestOf(rows),
  });
  const vectors = {
    about:
      'Made by npm run docs; [DIG1] in docs/protocol.md says how a digest is made. `rows` are as GET /api/leaderboard sends them, of which most have only the fields that count.',
    digests: [
      digested('no rows', []),
      digested('one row', [ADA]),
      digested('two rows', [ADA, BEN]),
      digested('the order of the rows doesn’t matter', [BEN, ADA]),
      digested('nor do names, ranks and presidents', [{ ...ADA, ...full }, BEN]),
      digested('the first halves are together above 2³² − 1', [carrying(true, false), BEN]),
      digested('the last halves are: nothing is carried to the first ones', [
        carrying(false, true),
        BEN,
      ]),
      digested('both are', [carrying(true, true), BEN]),
      digested('large and small numbers, as they are sent', [
        {
          ...BEN,
          gdp: MAX_GDP,
          gdpOrder: Number.MAX_SAFE_INTEGER,
          culturalOrder: 0,
          denaHoldings: '123456789012.000000000000000001',
          resources: { wood: 1_000_000, oil: 0, food: 10, technology: 99 },
        },
      ]),
    ],
    large: {
      about: `A ranking of ${large.length} rows, best first. Row n, from 1: walletAddress 0x and n in 40 decimal digits, with leading zeros; nationId by the remainder of n / 4: 0 usa, 1 italy, 2 argentina, 3 china; gdp 100000 − n; gdpOrder n; culturalOrder 0; denaHoldings n and .5, so 1.5 for the first; wood n, the other resources 0. Only the first ${LIVE_ROWS} rows count.`,
      rows: large.length,
      digest: digestOf(large.slice(0, LIVE_ROWS)),
    },
  };
  return `${JSON.stringify(vectors, null, 2)}\n`;
}
