/** The leaves of docs/vectors/ledger.json: a short history that the rules allow, and what is not a leaf. */
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { leafBytes, leafOf, MOST_LEAF_BYTES, type Leaf } from '../../common/ledger/leaf.ts';
import { toBase64 } from '../../common/ledger/note.ts';
import { EMPTY_ROOT, leafHash } from '../../common/ledger/tree.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { address } from '../../common/values/address.ts';
import { ORDER_BASE } from '../../common/values/order.ts';
import { LogReplay } from '../../server/audit/ledger/log-replay.ts';

const BEGUN_AT = 1_760_000_000_000;
const HOUR_MS = 60 * 60 * 1000;
const DENA = '3000000000000000000000';
const ITALIAN = { wallet: address('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') };
const AMERICAN = { wallet: address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8') };

type PartOf<One> = One extends Leaf ? Omit<One, 'v' | 'n'> : never;
/** `at` is ms after the first one. */
type LeafPart = PartOf<Leaf>;

const held = (block: number, dena = DENA) => ({ block, dena, national: 3, museum: 5 });
const heldNothing = (block: number) => ({ block, dena: '0', national: 0, museum: 0 });

/** A leaf of every kind. */
const HISTORY: readonly LeafPart[] = [
  {
    kind: 'continued',
    at: 0,
    origin: 'play.example/denaria',
    size: 9,
    root: toBase64(EMPTY_ROOT),
    kept: 7,
    missing: 2,
    why: 'The disk’s last hour was lost:\n\t"r\u00e9stor\u00e9" \\ \u000f \ud83c\uddee\ud83c\uddf9',
  },
  {
    kind: 'nation-chosen',
    at: 1000,
    ...ITALIAN,
    version: 1,
    nation: 'italy',
    holdings: heldNothing(18_999_998),
    order: ORDER_BASE,
  },
  {
    kind: 'dena-staked',
    at: 2000,
    ...ITALIAN,
    version: 2,
    amount: '1',
    holdings: held(18_999_999),
  },
  {
    kind: 'nation-chosen',
    at: 3000,
    ...AMERICAN,
    version: 1,
    nation: 'usa',
    holdings: heldNothing(19_000_000),
    order: ORDER_BASE + 1,
  },
  {
    kind: 'dena-staked',
    at: 4000,
    ...ITALIAN,
    version: 3,
    amount: '120500000000000000000',
    holdings: held(19_000_000),
    order: ORDER_BASE + 2,
  },
  {
    kind: 'national-staked',
    at: 5000,
    ...ITALIAN,
    version: 4,
    token: '2',
    copies: 2,
    territory: 350,
    production: 25,
    holdings: held(19_000_001),
    order: ORDER_BASE + 3,
  },
  {
    kind: 'museum-staked',
    at: 6000,
    ...ITALIAN,
    version: 5,
    token: '2',
    copies: 4,
    bonus: 1200,
    holdings: held(19_000_001),
    order: ORDER_BASE + 4,
  },
  {
    kind: 'traded',
    at: 7000,
    ...ITALIAN,
    version: 6,
    resource: 'oil',
    quantity: 50,
    amount: '2500000000000000000000',
    holdings: held(19_000_002),
  },
  { kind: 'contributed', at: 8000, ...ITALIAN, version: 7, resource: 'oil', quantity: 50 },
  { kind: 'resources-settled', at: HOUR_MS, ...AMERICAN, version: 2 },
  // Dated before the one that the log has before it.
  { kind: 'name-checked', at: HOUR_MS - 1, ...AMERICAN, version: 3 },
  {
    kind: 'holdings-verified',
    at: HOUR_MS + 1000,
    ...ITALIAN,
    version: 8,
    holdings: held(19_000_003, '2900000000000000000000'),
  },
  {
    kind: 'dena-unstaked',
    at: LOCK_MS + 4000,
    ...ITALIAN,
    version: 9,
    ended: [3],
    order: ORDER_BASE + 5,
  },
  {
    kind: 'national-unstaked',
    at: LOCK_MS + 5000,
    ...ITALIAN,
    version: 10,
    ended: [4],
    order: ORDER_BASE + 6,
  },
  {
    kind: 'museum-unstaked',
    at: LOCK_MS + 6000,
    ...ITALIAN,
    version: 11,
    ended: [5],
    order: ORDER_BASE + 7,
  },
  {
    kind: 'museum-staked',
    at: LOCK_MS + 7000,
    ...ITALIAN,
    version: 12,
    token: '2',
    copies: 1,
    bonus: 1200,
    holdings: held(19_000_004, '2900000000000000000000'),
    order: ORDER_BASE + 8,
  },
  {
    kind: 'stakes-unbacked',
    at: LOCK_MS + 8000,
    ...ITALIAN,
    version: 13,
    ended: [2, 12],
    holdings: heldNothing(19_000_005),
    order: ORDER_BASE + 9,
  },
];

/**
 * Each leaf's bytes, and its player's GDP after it; null: it is of none.
 * @throws Difference if the rules forbid the history.
 */
export function leafHistory() {
  const game = new LogReplay({ weeks: new Map(), known: 0, now: Infinity });
  return HISTORY.map((part, n) => {
    const leaf: Leaf = { v: 1, n, ...part, at: BEGUN_AT + part.at };
    game.take(leaf);
    const player = leaf.kind === 'continued' ? undefined : game.players.get(leaf.wallet);
    return { entry: leafBytes(leaf), gdp: player?.player.standing.gdp ?? null };
  });
}

/** Why a text is not a leaf, and how to make it of one that is: of the leaf `n`, with `from` replaced. */
const CHANGES: readonly (readonly [why: string, n: number, from: string, to: string])[] = [
  [
    'a wallet in lower case',
    1,
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  ],
  ['a wallet whose letters are not EIP-55', 1, '0xd8dA', '0xD8dA'],
  ['a wallet that is too short', 1, 'A96045"', 'A9604"'],
  ['a blank', 1, '"v":1', '"v": 1'],
  ['a line’s end behind it', 1, '45"}', '45"}\n'],
  ['fields that are not sorted', 1, '"v":1,"version":1', '"version":1,"v":1'],
  ['a field twice', 1, '"v":1', '"v":1,"v":1'],
  ['a field that no leaf has', 1, '"v":1', '"u":1,"v":1'],
  ['a field of another kind', 8, '"quantity":50', '"order":8796093022230,"quantity":50'],
  ['a field that is missing', 8, '"quantity":50,', ''],
  ['holdings that lack a figure', 2, '"museum":5,', ''],
  ['a field that is null', 2, '"v":1', '"order":null,"v":1'],
  ['another version of leaves', 1, '"v":1', '"v":2'],
  ['another kind', 9, 'resources-settled', 'resources-seized'],
  ['a number with a fraction', 1, '"n":1', '"n":1.0'],
  ['a number with an exponent', 1, '"n":1', '"n":1e0'],
  ['a number with a leading zero', 1, '"n":1', '"n":01'],
  ['a negative number', 1, '"n":1', '"n":-1'],
  ['negative zero', 1, '"n":1', '"n":-0'],
  ['a number above 2⁵³ − 1', 1, '"n":1', '"n":9007199254740992'],
  ['a version of 0', 1, '"version":1', '"version":0'],
  ['a number as a string', 1, '"n":1', '"n":"1"'],
  ['an amount as a number', 2, '"amount":"1"', '"amount":1'],
  ['an amount with a leading zero', 2, '"amount":"1"', '"amount":"01"'],
  ['a negative amount', 2, '"amount":"1"', '"amount":"-1"'],
  ['an amount with a fraction', 2, '"amount":"1"', '"amount":"1.0"'],
  ['an amount of no digits', 2, '"amount":"1"', '"amount":""'],
  ['no stake in a list of those that end', 12, '"ended":[3]', '"ended":[]'],
  ['a needless escape', 1, 'italy', String.raw`\u0069taly`],
  ['an escape in capital letters', 0, String.raw`\u000f`, String.raw`\u000F`],
  ['an escape that has a shorter form', 0, String.raw`\n`, String.raw`\u000a`],
  ['an escaped slash', 0, 'play.example/', String.raw`play.example\/`],
  ['half of a surrogate pair, escaped', 0, 'last hour', String.raw`\ud83c`],
  ['an end that is missing', 1, '45"}', '45"'],
];

/** What is not a leaf though it looks like one: as text where it is one, otherwise its bytes in hexadecimal digits. */
export function refusedLeaves(entries: readonly Uint8Array[]) {
  const entryOf = (n: number) => entries[n] ?? new Uint8Array();
  const texts = CHANGES.map(([why, n, from, to]) => {
    const text = new TextDecoder().decode(entryOf(n));
    return { why, text: text.replace(from, to), isChanged: text.includes(from) };
  });
  const first = entryOf(0);
  const at = first.length - '"}'.length;
  const withBytes = (bytes: readonly number[]) =>
    concatBytes(first.subarray(0, at), Uint8Array.from(bytes), first.subarray(at));
  const raw = [
    ['a byte order mark before it', concatBytes(Uint8Array.of(0xef, 0xbb, 0xbf), first)],
    ['half of a surrogate pair in UTF-8', withBytes([0xed, 0xa0, 0xbc])],
    ['a byte that UTF-8 never has', withBytes([0xff])],
    ['a list around it', concatBytes(utf8ToBytes('['), first, utf8ToBytes(']'))],
    ['no bytes', new Uint8Array()],
  ] as const;
  for (const { why, text, isChanged } of texts)
    expectRefused(why, isChanged ? utf8ToBytes(text) : first);
  for (const [why, bytes] of raw) expectRefused(why, bytes);
  return [
    ...texts.map(({ why, text }) => ({ why, text })),
    ...raw.map(([why, bytes]) => ({ why, bytes: bytesToHex(bytes) })),
  ];
}

/** The longest leaf, and how it is made: a log may have a long name. */
export function longestLeaf(entry: Uint8Array) {
  const text = new TextDecoder().decode(entry);
  const mark = 'play.example';
  const [before = '', after = ''] = text.split(mark);
  const repeat = MOST_LEAF_BYTES - utf8ToBytes(before + after).length;
  const longest = utf8ToBytes(before + 'x'.repeat(repeat) + after);
  leafOf(longest);
  expectRefused('one x more', utf8ToBytes(`${before}${'x'.repeat(repeat + 1)}${after}`));
  return {
    about: `The leaf 0 with x, ${repeat} times, in place of ${mark} is a leaf, and has this hash; with one x more it is none.`,
    replaced: mark,
    repeat,
    hash: bytesToHex(leafHash(longest)),
  };
}

function expectRefused(why: string, bytes: Uint8Array): void {
  try {
    leafOf(bytes);
  } catch {
    return;
  }
  throw new Error(`that is a leaf: ${why}`);
}
