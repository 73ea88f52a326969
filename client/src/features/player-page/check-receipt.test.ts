import { expect, it, test } from 'vitest';
import { leafBytes, type Leaf } from '../../../../common/ledger/leaf.ts';
import { openLog, type Log } from '../../../../common/ledger/log-reader.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { LOCK_MS } from '../../../../common/rules/lock.ts';
import { ALICE, BOB, NOW, stakeId } from '../../../../common/testing/fixtures.ts';
import { logFiles } from '../../../../common/testing/log-files.ts';
import { written } from '../../../../common/values/cultural.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { revSchema, type Rev } from '../../../../common/values/ids.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { differenceFrom, isGdpLeaf, type GdpLeaf } from './check-receipt.ts';
import { findLeaves } from './find-leaves.ts';

const holdings = { block: 9, dena: '90000000000000000000000', national: 5, museum: 1 };

const ended = [2];

/** What follows is Alice's, who is of Italy; Bob is there as well. */
const LEAVES = (
  [
    { wallet: ALICE, version: 1, kind: 'nation-chosen', nation: 'italy', holdings, order: 1 },
    { wallet: BOB, version: 1, kind: 'nation-chosen', nation: 'china', holdings, order: 2 },
    { wallet: ALICE, version: 2, kind: 'dena-staked', amount: '10000000000000000000000', holdings },
    { wallet: ALICE, version: 3, kind: 'name-checked' },
    { wallet: ALICE, version: 4, kind: 'national-staked', token: '1', copies: 2, territory: 180, production: 45, holdings }, // prettier-ignore
    { wallet: BOB, version: 2, kind: 'dena-staked', amount: '5', holdings },
    {
      wallet: ALICE,
      version: 5,
      kind: 'museum-staked',
      token: '2',
      copies: 1,
      bonus: 1200,
      holdings,
    },
    { wallet: ALICE, version: 6, kind: 'dena-staked', amount: '19500000000000000000', holdings },
    { wallet: ALICE, version: 7, kind: 'dena-unstaked', ended },
  ] as const
).map((leaf, n): Leaf => ({ v: 1, n, at: momentOf(n), ...leaf }));

function momentOf(n: number): number {
  return NOW + n * 1000;
}

const when = (n: number) => ({
  stakeId: stakeId(`stake-${n}`),
  stakedAt: instantText(momentOf(n)),
  unstakeableAt: instantText(momentOf(n) + LOCK_MS),
});

type Shown = Pick<PlayerPageView, 'walletAddress' | 'nationId' | 'joinedAt' | 'receipt'>;

const PAGE: Shown = {
  walletAddress: ALICE,
  nationId: 'italy',
  joinedAt: instantText(NOW),
  receipt: {
    total: 18_000 + 16_200 + 1200 + 1,
    terms: [
      { term: 'starting', gdp: 18_000, parts: [] },
      {
        term: 'national',
        gdp: 16_200,
        parts: [{ ...when(4), quantity: 2, productionBonus: 0.45 }],
      },
      { term: 'cultural', gdp: 1200, parts: [{ ...when(6), quantity: 1, gdpBonus: 1200 }] },
      { term: 'dena', gdp: 1, parts: [{ ...when(7), amount: '19.5', gdpBonus: 1 }] },
    ],
  },
};

const own = (leaves: readonly Leaf[] = LEAVES): GdpLeaf[] =>
  leaves.filter(isGdpLeaf).filter(({ wallet }) => wallet === ALICE);

/** The page with something else in its JSON. */
function shown(from: string, to: string): Shown {
  const text = JSON.stringify(PAGE);
  expect(text).toContain(from);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the same form
  return JSON.parse(text.replace(from, to)) as Shown;
}

it('[GDP1] is what the leaves make it', () => {
  expect(differenceFrom(PAGE, own())).toBe(null);
});

test.each([
  ['an amount', '"amount":"19.5"', '"amount":"29.5"', /29.5 DENA of .* has 19.5 DENA/, 7],
  ['what DENA add', '"gdpBonus":1}', '"gdpBonus":2}', /19.5 DENA/, 7],
  ['copies', '"quantity":2', '"quantity":3', /3 NFTs at \+0.45x .* 2 NFTs/, 4],
  ['a production', '0.45', '0.46', /\+0.46x .* \+0.45x/, 4],
  ['a cultural bonus', '"gdpBonus":1200', '"gdpBonus":1300', /\$1,300 .* \$1,200/, 6],
  ['a moment', when(6).stakedAt, when(5).stakedAt, /1 NFT at/, 6],
  ['a lock', when(7).unstakeableAt, when(6).unstakeableAt, /19.5 DENA/, 7],
  ['a stake that ended', '[{"stakeId":"stake-7"', `[${JSON.stringify({ ...when(2), amount: '10000', gdpBonus: 1000 })},{"stakeId":"stake-7"`, /shows 10,000 DENA .* has 19.5 DENA/, 7], // prettier-ignore
  ['a term', '"gdp":16200', '"gdp":16201', /\$16,201 where the ledger adds up to \$16,200/, null],
  [
    'a total',
    '"total":35401',
    '"total":36401',
    /\$36,401 where the ledger adds up to \$35,401/,
    null,
  ],
  ['a nation', '"italy"', '"china"', /joined/, 0],
  ['when the player joined', instantText(NOW), instantText(NOW + 1), /joined/, 0],
])('another receipt: %s', (_, from, to, words, n) => {
  const difference = differenceFrom(shown(from, to), own());
  expect(difference?.words).toMatch(words);
  expect(difference?.n).toBe(n);
});

test('a stake more or less, other leaves', () => {
  const without = (version: number) => own().filter((leaf) => leaf.version !== version);
  const missing = differenceFrom(PAGE, without(6));
  expect(missing?.words).toContain('19.5 DENA of');
  expect(missing?.words).toContain('where the ledger has none');
  expect(differenceFrom(PAGE, without(7))).toMatchObject({ n: 2 });
  expect(differenceFrom(PAGE, without(2))?.words).toContain('had not begun');
  expect(differenceFrom(PAGE, without(1))).toMatchObject({ n: 2 });
  expect(differenceFrom(PAGE, own().reverse())).not.toBe(null);
  expect(differenceFrom(PAGE, [...own(), ...own()])?.words).toContain('out of order');
  expect(differenceFrom({ ...PAGE, walletAddress: BOB }, own())).not.toBe(null);
});

const revOf = (n: number): Rev => revSchema.parse((n + 1).toString(16).padStart(16, '0'));
const indexOf = (rev: Rev) => Promise.resolve(Number.parseInt(rev, 16) - 1);

/** As GET /api/events lists them. */
const EVENTS = own()
  .map(({ n, at, kind }) => ({
    id: revOf(n),
    at: instantText(at),
    kind: GDP_KINDS.find((one) => written(one) === kind) ?? 'nation-chosen',
  }))
  .reverse();

async function logOf(leaves: readonly Leaf[] = LEAVES): Promise<Log> {
  const log = await openLog(await logFiles(leaves.map((leaf, n) => leafBytes({ ...leaf, n }))), null); // prettier-ignore
  if (!log) throw new Error('there is no log');
  return log;
}

test('the leaves are found, with one request for those of a bundle', async () => {
  const asked: string[] = [];
  const found = await findLeaves(await logOf(), ALICE, EVENTS, (rev) => {
    asked.push(rev);
    return indexOf(rev);
  });
  expect(found).toEqual({ state: 'found', leaves: own() });
  expect(asked).toEqual([revOf(8)]);
  expect(await findLeaves(await logOf(), ALICE, [], indexOf)).toEqual({ state: 'found', leaves: [] }); // prettier-ignore
});

test('over several bundles', async () => {
  const settled = (n: number): Leaf => ({ v: 1, n, at: 0, kind: 'name-checked', wallet: BOB, version: n }); // prettier-ignore
  const between = Array.from({ length: 600 }, (_, n) => settled(n + 10));
  const leaves = [...LEAVES.slice(0, 5), ...between, ...LEAVES.slice(5)];
  const place = (rev: Rev) => indexOf(rev).then((n) => (n < 5 ? n : n + between.length));
  const found = await findLeaves(await logOf(leaves), ALICE, EVENTS, place);
  expect(found.state === 'found' && found.leaves.map(({ version }) => version)).toEqual([1, 2, 4, 5, 6, 7]); // prettier-ignore
});

test('a commit that the checkpoint does not have yet', async () => {
  const log = await logOf(LEAVES.slice(0, -1));
  expect(await findLeaves(log, ALICE, EVENTS, indexOf)).toEqual({ state: 'behind' });
  // One that the game does not show yet is none of this receipt.
  const newer = await findLeaves(await logOf(), ALICE, EVENTS.slice(1), indexOf);
  expect(newer).toEqual({ state: 'found', leaves: own().slice(0, -1) });
});

test.each([
  ['lists a commit that is not in the log', LEAVES.filter((_, n) => n !== 4)],
  ['leaves one out', [...LEAVES.slice(0, 4), ...LEAVES.slice(2, 3), ...LEAVES.slice(4)]],
  ['has one of another moment', LEAVES.map((leaf) => (leaf.n === 4 ? { ...leaf, at: 1 } : leaf))],
  ['has them in another order', [...LEAVES.slice(0, 6), ...LEAVES.slice(6).reverse()]],
  ['has one of another wallet', LEAVES.map((leaf) => (leaf.kind === 'dena-unstaked' ? { ...leaf, wallet: BOB } : leaf))], // prettier-ignore
])('a game that %s', async (_, leaves) => {
  const shift = leaves.length - LEAVES.length;
  const place = (rev: Rev) => indexOf(rev).then((n) => (n < 4 ? n : n + shift));
  const found = await findLeaves(await logOf(leaves), ALICE, EVENTS, place);
  expect(found.state).toBe('differ');
  expect(found.state === 'differ' && found.evidence.proof?.length).toBeGreaterThan(0);
});
