/**
 * The forms that are read, oldest first: each says which parts its stream has, and what its rows
 * become in the next form. A released form's step never changes; the newest form has none.
 */
import { z } from 'zod';
import { NATION_IDS } from '../../common/values/nations.ts';
import { eachResource, resourceUnitsSchema } from '../../common/values/resources.ts';
import { fromText } from './documents.ts';
import { numberKey } from './rows.ts';
import { STORED_FORM } from './stored-form.ts';
import { PART_NAMES, type Batch, type StreamRow } from './stream.ts';

interface Form {
  readonly parts: readonly string[];
  /** Of a part's rows, the column with the time until which they count, in ms of machine time. */
  readonly expiry: Readonly<Record<string, number>>;
}

interface OlderForm extends Form {
  /** Rows of the next form, of rows of one part. */
  next(batch: Batch): Batch;
}

const NEWEST: Form = { parts: PART_NAMES, expiry: { receipts: 4, rows: 4 } };

const OLDER: Readonly<Record<number, OlderForm>> = {
  8: {
    parts: [
      'players',
      'stakes',
      'events',
      'receipts',
      'settings',
      'sessions',
      'past',
      'acts',
      'refusals',
    ],
    expiry: { receipts: 4, sessions: 6, refusals: 3 },
    next({ part, rows }) {
      const keyed = KEYED_IN_8[part];
      if (keyed) {
        const lasting = part === 'settings' ? settingsOf8(rows) : rows;
        return { part: 'rows', rows: lasting.map(keyed) };
      }
      const made = MADE_OF_8[part];
      return { part, rows: made ? rows.map(made) : rows };
    },
  },
};

const trailOf8Schema = z.array(
  z.object({
    number: z.number(),
    hash: z.string(),
    at: z.number(),
    wallets: z.array(z.string()),
  }),
);

const numbersOf8Schema = z.array(z.tuple([z.string(), z.number()]));
const gapOf8Schema = z.object({ from: z.number(), to: z.number(), isCompared: z.boolean() });

/** Of how far the chain was followed, form 9 keeps one setting in place of five. */
function settingsOf8(rows: readonly StreamRow[]): StreamRow[] {
  const texts = new Map(rows.map(([name, value]) => [name, String(value)]));
  const valueOf = (name: string): unknown => JSON.parse(texts.get(`chain.${name}`) ?? 'null');
  return rows.flatMap((row) => {
    const [name] = row;
    if (name !== 'chain.trail') return GONE_IN_9.has(name) ? [] : [row];
    const trail = trailOf8Schema.parse(valueOf('trail'));
    const waiting = new Map(numbersOf8Schema.parse(valueOf('unverified') ?? []));
    const gap = gapOf8Schema.nullable().parse(valueOf('gap'));
    const moved = trail.flatMap(({ number, wallets }) => wallets.map((w) => [w, number] as const));
    const blocks = new Map([...waiting, ...moved]);
    const { number, hash, at } = trail.at(-1) ?? {};
    const progress = {
      newest: number === undefined ? null : { number, hash, at },
      named: [...blocks].map(([wallet, block]) => [wallet, block, waiting.get(wallet) ?? null]),
      droppedTo: 0,
      // By then each player without stakes will have been compared.
      gap: gap && { ...gap, untilRound: 97 },
      condition: 'ok',
    };
    return [['chain.looked', JSON.stringify(progress)]];
  });
}

const GONE_IN_9: ReadonlySet<unknown> = new Set(
  ['unverified', 'gap', 'condition', 'comparison'].map((name) => `chain.${name}`),
);

/** What form 8's nations gave to those who joined. */
const STARTING_GDP_8 = { usa: 25_000, italy: 18_000, argentina: 15_000, china: 22_000 };

/** In form 9 a unit has so many times as many fractions (common/rules/accrual.ts). */
const FRACTIONS_OF_8 = 25;

const playerOf8Schema = z.looseObject({
  nationId: z.enum(NATION_IDS),
  resources: z.looseObject({ carry: resourceUnitsSchema }),
});

const MADE_OF_8: Readonly<Record<string, (row: StreamRow) => StreamRow>> = {
  players: ([wallet = '', text = '']) => {
    const { data: player } = playerOf8Schema.safeParse(fromText(String(text)));
    // The pipe refuses one that can't be read.
    if (!player) return [wallet, text];
    const startingGdp = STARTING_GDP_8[player.nationId];
    const carry = eachResource((type) => player.resources.carry[type] * FRACTIONS_OF_8);
    const resources = { ...player.resources, carry };
    return [wallet, JSON.stringify({ ...player, startingGdp, resources })];
  },
  /** A backup of form 8 has no revs, a MongoDB does. */
  events: ([wallet = '', version = 0, document = '', rev = null]) => [
    wallet,
    version,
    document,
    rev,
  ],
};

/** Form 9 keeps under kinds and keys what form 8 had in tables of their own. */
const KEYED_IN_8: Readonly<Record<string, (row: StreamRow) => StreamRow>> = {
  settings: ([name = '', value = '']) => ['setting', name, null, value, null, null],
  sessions: ([id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt = null, device]) => {
    const document = { kind, network, device, signedInAt, lastUsedAt, expiresAt };
    return ['session', `${wallet}:${id}`, null, JSON.stringify(document), expiresAt, null];
  },
  past: ([kind = '', at, number = null, document = '', rev = null]) => [
    kind,
    numberKey(Number(at)),
    number,
    document,
    null,
    rev,
  ],
  acts: ([number, document = '']) => ['act', numberKey(Number(number)), null, document, null, null],
  refusals: ([wallet, what, count, expiresAt = null]) => [
    'refusal',
    `${wallet}:${what}`,
    null,
    String(count),
    expiresAt,
    null,
  ],
};

/** The same game in the newest form. */
export async function* newest(form: number, stream: AsyncIterable<Batch>): AsyncIterable<Batch> {
  for await (const batch of stream) {
    let made = batch;
    for (let at = form; at < STORED_FORM; at += 1) made = olderForm(at).next(made);
    yield made;
  }
}

/** The description of a form that is read. */
export function formOf(number: number): Form {
  return number === STORED_FORM ? NEWEST : olderForm(number);
}

/** Until when a row of a form counts, ms of machine time. */
export function expiryOf(form: number, part: string, row: StreamRow): number {
  const column = formOf(form).expiry[part];
  const expiresAt = column === undefined ? null : row[column];
  return typeof expiresAt === 'number' ? expiresAt : Infinity;
}

function olderForm(number: number): OlderForm {
  const form = OLDER[number];
  if (form) return form;
  throw new Error(`form ${number} is not read`);
}
