/**
 * The ledger's leaves: what each commit did, in one canonical form (docs/ledger.md). A leaf says
 * what the rules need and the leaves before it don't say, and nothing that depends on where the
 * game is kept.
 */
import { z } from 'zod';
import { addressSchema } from '../values/address.ts';
import { instantSchema } from '../values/ids.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { orderSchema } from '../values/order.ts';
import { resourceTypeSchema } from '../values/resources.ts';
import { rulesSchema } from '../values/rules.ts';

/** An entry of a bundle has a length of two bytes. */
export const MOST_LEAF_BYTES = 65_535;

const count = z.int().nonnegative();
const version = z.int().positive();
/** A uint256 in decimal digits: wei, or a token's id. */
const uint = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);

const holdings = z.strictObject({ block: count, dena: uint, national: count, museum: count });

/** [ORD1] Of a commit that changed the GDP. */
const order = orderSchema.optional();
/** Stakes, each named by the version of its player that began it. */
const ended = z.array(version).min(1);

const any = { v: z.literal(1), n: count, at: instantSchema };
const ofPlayer = { ...any, wallet: addressSchema, version };

/** How a kind that began a stake names it: by its own `version`. */
const kinds = [
  z.strictObject({
    ...ofPlayer,
    kind: z.literal('nation-chosen'),
    nation: nationIdSchema,
    holdings,
    order: orderSchema,
  }),
  z.strictObject({ ...ofPlayer, kind: z.literal('dena-staked'), amount: uint, holdings, order }),
  z.strictObject({
    ...ofPlayer,
    kind: z.literal('national-staked'),
    token: uint,
    copies: z.int().positive(),
    territory: count,
    production: count,
    holdings,
    order,
  }),
  z.strictObject({
    ...ofPlayer,
    kind: z.literal('museum-staked'),
    token: uint,
    copies: z.int().positive(),
    bonus: count,
    holdings,
    order,
  }),
  z.strictObject({ ...ofPlayer, kind: z.literal('dena-unstaked'), ended, order }),
  z.strictObject({ ...ofPlayer, kind: z.literal('national-unstaked'), ended, order }),
  z.strictObject({ ...ofPlayer, kind: z.literal('museum-unstaked'), ended, order }),
  z.strictObject({ ...ofPlayer, kind: z.literal('stakes-unbacked'), ended, holdings, order }),
  z.strictObject({
    ...ofPlayer,
    kind: z.literal('traded'),
    resource: resourceTypeSchema,
    quantity: z.int().positive(),
    amount: uint,
    holdings,
  }),
  z.strictObject({
    ...ofPlayer,
    kind: z.literal('contributed'),
    resource: resourceTypeSchema,
    quantity: z.int().positive(),
  }),
  z.strictObject({ ...ofPlayer, kind: z.literal('resources-settled') }),
  z.strictObject({ ...ofPlayer, kind: z.literal('holdings-verified'), holdings }),
  z.strictObject({ ...ofPlayer, kind: z.literal('name-checked') }),
  /** [SEA1] Every leaf before it counts for the week or an earlier one, and none after it does. */
  z.strictObject({
    ...any,
    kind: z.literal('week-ended'),
    week: z.string().regex(/^\d{4}-W\d{2}$/),
  }),
  /** Leaves after it are decided by these rules, those before the first one by the specified. */
  z.strictObject({ ...any, kind: z.literal('rules'), rules: rulesSchema }),
  /** The first leaf of a log that goes on after another one could not. */
  z.strictObject({
    ...any,
    kind: z.literal('continued'),
    /** The log before: its origin, and the size and root (base64) of its last known checkpoint. */
    origin: z.string().min(1),
    size: z.int().positive(),
    root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
    /** How many of its commits this game still has; the others are missing. */
    kept: count,
    missing: count,
    why: z.string().min(1).max(1000),
  }),
] as const;

const leafSchema = z.discriminatedUnion('kind', [...kinds]);
/** What every leaf has, of whatever kind. */
const anySchema = z.looseObject({ ...any, kind: z.string() });
const KINDS: ReadonlySet<string> = new Set(kinds.map(({ shape }) => shape.kind.value));
export type Leaf = z.infer<typeof leafSchema>;
/** Of a player's commit. */
export type PlayerLeaf = Extract<Leaf, { readonly wallet: string }>;

/** What no leaf can be: not canonical, or not one of these. */
export class UnreadableLeaf extends Error {
  override readonly name = 'UnreadableLeaf';
}

/** A leaf of a kind that only a later version knows: what it did can't be told. */
export class UnknownKind extends UnreadableLeaf {
  readonly kind: string;

  constructor(kind: string) {
    super(`A leaf is of the kind ${kind}, which this version does not know.`);
    this.kind = kind;
  }
}

/**
 * A leaf's bytes: its RFC 8785 JSON in UTF-8. @throws Error if it is no leaf, or too long for one.
 */
export function leafBytes(leaf: Leaf): Uint8Array {
  const bytes = new TextEncoder().encode(canonical(leafSchema.parse(leaf)));
  if (bytes.length > MOST_LEAF_BYTES) {
    throw new UnreadableLeaf(`The leaf ${leaf.n} has ${bytes.length} bytes.`);
  }
  return bytes;
}

/** The leaf of these bytes, which must be exactly its own. @throws UnreadableLeaf, UnknownKind */
export function leafOf(bytes: Uint8Array): Leaf {
  if (bytes.length > MOST_LEAF_BYTES) throw new UnreadableLeaf('A leaf is too long.');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableLeaf('A leaf is not JSON in UTF-8.', { cause });
  }
  const { data, error } = leafSchema.safeParse(value);
  if (data && canonical(data) === text) return data;
  const { data: later } = anySchema.safeParse(value);
  // Rules of a later version may have other figures.
  if (later && (later.kind === 'rules' || !KINDS.has(later.kind)) && canonical(value) === text) {
    throw new UnknownKind(later.kind);
  }
  if (data) throw new UnreadableLeaf('A leaf is not in its canonical form.');
  throw new UnreadableLeaf('A leaf can’t be read.', { cause: error });
}

/** Half of a character: it has no bytes in UTF-8. */
const HALF = /\p{Surrogate}/u;

/** RFC 8785 of what leaves are made of. @throws Error for anything else. */
export function canonical(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return JSON.stringify(value);
  if (typeof value === 'string' && !HALF.test(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      // By UTF-16 code units, as the comparison of strings goes.
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([key, field]) => `${canonical(key)}:${canonical(field)}`).join(',')}}`;
  }
  throw new UnreadableLeaf('A leaf holds only strings, whole numbers, lists and objects.');
}

/**
 * Leaves as the bundle that a tile of entries is: each behind its length in two bytes, big-endian.
 */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bundle = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    bundle[at] = entry.length >>> 8;
    bundle[at + 1] = entry.length & 0xff;
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** The entries of a bundle. @throws UnreadableLeaf if it is cut short. */
export function entriesOf(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const [high = 0, low] = bundle.subarray(at, at + 2);
    if (low === undefined) throw new UnreadableLeaf('A bundle ends within a length.');
    const end = at + 2 + high * 256 + low;
    if (end > bundle.length) throw new UnreadableLeaf('A bundle ends within an entry.');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
