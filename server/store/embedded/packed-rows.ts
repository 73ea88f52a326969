/**
 * The players of a snapshot on their way from the worker to the board. The worker checks the JSON
 * text of each document, and reads from it only what the board shows; a text that it can't read
 * this way travels as it is, to be decoded by the schema. Columns are cheaper to send than objects.
 */
import { snapshotRow } from '../../../common/rules/ranking.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { playerSchema, type SeasonFigures } from '../../../common/values/player.ts';
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
  'season.week',
  'season.base',
  'season.best',
] as const;

/** One list per field, in the same order; `unpackRows` puts them together again. */
export interface PackedRows {
  /** One after the other, without anything between them: one text is cheaper to send than many. */
  readonly wallets: string;
  /** Of the players that have one, by place. */
  readonly names: readonly (readonly [at: number, name: string])[];
  /** For each player the position in `NATION_IDS`, then the values of `NUMBERS`. */
  readonly numbers: Float64Array;
  readonly heldWei: readonly bigint[];
  readonly spentWei: readonly bigint[];
}

/** `0x` and 40 digits. */
const WALLET_LENGTH = 42;
/** Numbers per player: the nation and `NUMBERS`. */
const WIDTH = 1 + NUMBERS.length;

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
const NUMBER_GROUPS = NUMBERS.map(groupOf);

const NATION_PLACES = new Map<string | undefined, number>(NATION_IDS.map((id, at) => [id, at]));

/**
 * @param text documents of players, separated by commas; at most `most` of them.
 * @returns null if one of them has another form than the one that is written today.
 */
export function packRows(text: string, most: number): PackedRows | null {
  const wallets: string[] = [];
  const names: (readonly [number, string])[] = [];
  const numbers = new Float64Array(most * WIDTH);
  const heldWei: bigint[] = [];
  const spentWei: bigint[] = [];
  let filled = 0;
  for (let at = 0; at < text.length; at = DOCUMENT.lastIndex + 1) {
    DOCUMENT.lastIndex = at;
    const found = DOCUMENT.exec(text);
    if (!found) return null;
    const isSeparated = DOCUMENT.lastIndex === text.length || text[DOCUMENT.lastIndex] === ',';
    if (!isSeparated || wallets.length === most) return null;
    const name = found[NAME];
    if (name !== undefined) names.push([wallets.length, name]);
    wallets.push(found[WALLET] ?? '');
    numbers[filled] = NATION_PLACES.get(found[NATION]) ?? 0;
    filled += 1;
    for (let n = 0; n < NUMBERS.length; n += 1) {
      numbers[filled] = numberIn(found[NUMBER_GROUPS[n] ?? 0] ?? '');
      filled += 1;
    }
    heldWei.push(weiOf(found[HELD]));
    spentWei.push(weiOf(found[SPENT]));
  }
  return {
    wallets: wallets.join(''),
    names,
    numbers: numbers.subarray(0, filled),
    heldWei,
    spentWei,
  };
}

export function unpackRows({ wallets, names, numbers, heldWei, spentWei }: PackedRows): BoardRow[] {
  // Copied out of it: parts of the text would keep all of it in memory.
  const bytes = Buffer.from(wallets, 'latin1');
  const nameAt = new Map(names);
  return heldWei.map((denaWei, n) => {
    const start = n * WALLET_LENGTH;
    const at = n * WIDTH;
    return snapshotRow({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern is the schema's
      wallet: bytes.toString('latin1', start, start + WALLET_LENGTH) as Address,
      name: nameAt.get(n) ?? null,
      nationId: NATION_IDS[numbers[at] ?? 0] ?? NATION_IDS[0],
      standing: { gdp: numbers[at + 1] ?? 0, culturalCount: numbers[at + 2] ?? 0 },
      gdpSince: numbers[at + 3] ?? 0,
      gdpOrder: numbers[at + 4] ?? 0,
      culturalSince: numbers[at + 5] ?? 0,
      culturalOrder: numbers[at + 6] ?? 0,
      resources: { units: unitsAt(numbers, at + 7) },
      contributed: unitsAt(numbers, at + 11),
      season: seasonAt(numbers, at + 15),
      holdings: { denaWei },
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

function seasonAt(numbers: Float64Array, at: number): SeasonFigures {
  return { week: numbers[at] ?? 0, base: numbers[at + 1] ?? 0, best: numbers[at + 2] ?? 0 };
}

function groupOf(path: string): number {
  const found = PATTERN.captured.get(path);
  if (found === undefined) throw new Error(`${path} is not captured`);
  return found;
}

/** Of at most 15 digits, so every step is exact. */
function numberIn(digits: string): number {
  let number = 0;
  for (let at = 0; at < digits.length; at += 1) number = number * 10 + digits.charCodeAt(at) - 48;
  return number;
}

/** Most players never spent anything. */
function weiOf(digits: string | undefined): bigint {
  return digits === undefined || digits === '0' ? 0n : BigInt(digits);
}
