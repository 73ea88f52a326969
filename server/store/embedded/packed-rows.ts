/**
 * The players of a snapshot on their way from the worker to the board. The worker checks the JSON text of
 * each document, and reads from it only what the board shows; a text that it can't read this way travels as
 * it is, to be decoded by the schema. Columns are cheaper to send than objects.
 */
import { boardRow } from '../../../common/rules/ranking.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { playerSchema } from '../../../common/values/player.ts';
import type { ResourceUnits } from '../../../common/values/resources.ts';
import { jsonPattern } from '../json-pattern.ts';

/** The whole numbers that a row needs. */
const NUMBERS = [
  'standing.gdp',
  'standing.culturalCount',
  'gdpSince',
  'gdpOrder',
  'culturalSince',
  'culturalOrder',
  'resources.units.wood',
  'resources.units.oil',
  'resources.units.food',
  'resources.units.technology',
  'contributed.wood',
  'contributed.oil',
  'contributed.food',
  'contributed.technology',
] as const;

/** One list per field, in the same order; `unpackRows` puts them together again. */
export interface PackedRows {
  readonly wallets: readonly Address[];
  readonly names: readonly (string | null)[];
  /** Positions in `NATION_IDS`. */
  readonly nations: Uint8Array;
  /** For each player the values of `NUMBERS`. */
  readonly numbers: Float64Array;
  readonly heldWei: readonly bigint[];
  readonly spentWei: readonly bigint[];
}

const OTHERS = ['wallet', 'name', 'nationId', 'holdings.denaWei', 'spentWei'] as const;

const PATTERN = jsonPattern(playerSchema, [...OTHERS, ...NUMBERS]);
const DOCUMENT = new RegExp(PATTERN.source, 'y');

const [WALLET, NAME, NATION, HELD, SPENT] = [
  groupOf('wallet'),
  groupOf('name'),
  groupOf('nationId'),
  groupOf('holdings.denaWei'),
  groupOf('spentWei'),
];
const NUMBER_GROUPS = NUMBERS.map((path) => ({
  group: groupOf(path),
  absent: Number(PATTERN.captured.get(path)?.absent),
}));

const NATION_PLACES = new Map<string | undefined, number>(NATION_IDS.map((id, at) => [id, at]));

/**
 * @param text documents of players, separated by commas.
 * @returns null if one of them has another form than the one that is written today.
 */
export function packRows(text: string): PackedRows | null {
  const wallets: Address[] = [];
  const names: (string | null)[] = [];
  const nations: number[] = [];
  const numbers: number[] = [];
  const heldWei: bigint[] = [];
  const spentWei: bigint[] = [];
  for (let at = 0; at < text.length; at = DOCUMENT.lastIndex + 1) {
    DOCUMENT.lastIndex = at;
    const found = DOCUMENT.exec(text);
    if (!found) return null;
    const isSeparated = DOCUMENT.lastIndex === text.length || text[DOCUMENT.lastIndex] === ',';
    if (!isSeparated) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern is the schema's
    wallets.push(found[WALLET] as Address);
    names.push(found[NAME] ?? null);
    nations.push(NATION_PLACES.get(found[NATION]) ?? 0);
    for (const { group, absent } of NUMBER_GROUPS) numbers.push(Number(found[group] ?? absent));
    heldWei.push(weiOf(found[HELD]));
    spentWei.push(weiOf(found[SPENT]));
  }
  return {
    wallets,
    names,
    nations: Uint8Array.from(nations),
    numbers: Float64Array.from(numbers),
    heldWei,
    spentWei,
  };
}

export function unpackRows({
  wallets,
  names,
  nations,
  numbers,
  heldWei,
  spentWei,
}: PackedRows): BoardRow[] {
  return wallets.map((wallet, n) => {
    const at = n * NUMBERS.length;
    return boardRow({
      wallet,
      name: names[n] ?? null,
      nationId: NATION_IDS[nations[n] ?? 0] ?? NATION_IDS[0],
      standing: { gdp: numbers[at] ?? 0, culturalCount: numbers[at + 1] ?? 0 },
      gdpSince: numbers[at + 2] ?? 0,
      gdpOrder: numbers[at + 3] ?? 0,
      culturalSince: numbers[at + 4] ?? 0,
      culturalOrder: numbers[at + 5] ?? 0,
      resources: { units: unitsAt(numbers, at + 6) },
      contributed: unitsAt(numbers, at + 10),
      holdings: { denaWei: heldWei[n] ?? 0n },
      spentWei: spentWei[n] ?? 0n,
    });
  });
}

/** The four units that begin there. */
function unitsAt(numbers: Float64Array, at: number): ResourceUnits {
  return {
    wood: numbers[at] ?? 0,
    oil: numbers[at + 1] ?? 0,
    food: numbers[at + 2] ?? 0,
    technology: numbers[at + 3] ?? 0,
  };
}

function groupOf(path: string): number {
  const found = PATTERN.captured.get(path);
  if (!found) throw new Error(`${path} is not captured`);
  return found.group;
}

/** Most players never spent anything. */
function weiOf(digits: string | undefined): bigint {
  return digits === undefined || digits === '0' ? 0n : BigInt(digits);
}
