/**
 * A closed week as rows of the record [SEA1]: a summary, the first entries with their names, and of
 * every ranked player the score and the place, 16 bytes each. None of them ever changes.
 */
import { z } from 'zod';
import {
  seasonDetailSchema,
  seasonEntrySchema,
  type SeasonEntry,
} from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { byNation } from '../../common/values/nations.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { Racer, WeekNow } from '../leaderboard/week-list.ts';
import { yieldToLoop } from '../lib/machine.ts';
import { readAllPast, type PastRow, type PastSource } from '../store/kept/past.ts';
import type { CommitPosition } from '../store/rows.ts';
import { compressed, decompressed } from './record.ts';

const summarySchema = z.object({
  week: z.int().nonnegative(),
  players: z.int().nonnegative(),
  gained: z.object(byNation(() => z.int().nonnegative())),
  best: seasonDetailSchema.shape.best,
  presidents: seasonDetailSchema.shape.presidents,
  /** How many rows its places are in: a power of two. */
  parts: z.int().positive(),
});
export type ClosedWeek = Readonly<z.infer<typeof summarySchema>> & {
  /** The last commit that counts for it. */
  readonly upTo: CommitPosition;
  readonly isLost?: true;
};

const entriesSchema = z.array(seasonEntrySchema).readonly();

export async function closedWeekRows(now: WeekNow, upTo: CommitPosition): Promise<PastRow[]> {
  const { entries, list, ...rest } = now;
  const places = await packPlaces(list.slice(list.size, 0));
  const at = weekBegins(now.week);
  const summary = summarySchema.encode({ ...rest, best: [...rest.best], parts: places.length });
  return [
    { kind: 'season', at, upTo, document: JSON.stringify(summary) },
    { kind: 'season-entries', at, upTo, document: await compressed(entries) },
    ...places.map((bytes, part): PastRow => ({
      kind: 'season-places',
      at: at + part,
      upTo: null,
      document: bytes.toString('base64'),
    })),
  ];
}

/** A closed week of which nothing but its end can be read. */
export function lostWeek({ at, upTo }: PastRow): ClosedWeek {
  return {
    week: weekAt(at),
    players: 0,
    gained: byNation(() => 0),
    best: [],
    presidents: [],
    parts: 1,
    upTo: upTo ?? { rev: REV_ZERO, number: 0 },
    isLost: true,
  };
}

/** @throws Error if it can't be read. */
export function closedWeekOf({ upTo, document }: PastRow): ClosedWeek {
  if (!upTo) throw new Error('a closed week names its last commit');
  return { ...summarySchema.parse(JSON.parse(document)), upTo };
}

/** The rows of the closed weeks from a moment on, oldest first. @throws StoreUnavailable */
export function closings(store: PastSource, from = 0): Promise<PastRow[]> {
  return readAllPast(store, { kind: 'season', from });
}

/** Of each closed week the last commit that counts. */
export function closingRevs(rows: readonly PastRow[]): Map<number, Rev> {
  return new Map(rows.flatMap(({ at, upTo }) => (upTo ? [[weekAt(at), upTo.rev] as const] : [])));
}

/** @throws Error if it can't be read. */
export async function entriesOf({ document }: PastRow): Promise<readonly SeasonEntry[]> {
  return entriesSchema.parse(await decompressed(document));
}

/**
 * The last 8 bytes of the address, the score (5 bytes), the place (3): big-endian, in the order of
 * these bytes.
 */
const PLACE_BYTES = 16;
const KEY_BYTES = 8;
/** A part holds about as many. */
const PART_PLACES = 4096;

/** Parts by the first bits of the key, each in the order of keys. */
export async function packPlaces(
  racers: readonly Pick<Racer, 'wallet' | 'gdp'>[],
): Promise<Buffer[]> {
  let parts = 1;
  while (racers.length > parts * PART_PLACES) parts *= 2;
  const placesOf = Array.from({ length: parts }, (): number[] => []);
  for (const [place, { wallet }] of racers.entries()) placesOf[partOf(wallet, parts)]?.push(place);
  const packed: Buffer[] = [];
  for (const places of placesOf) {
    await yieldToLoop();
    const keyed = places.flatMap((place) => {
      const racer = racers[place];
      return racer ? { key: keyOf(racer.wallet), place, score: racer.gdp } : [];
    });
    keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
    const part = Buffer.alloc(keyed.length * PLACE_BYTES);
    for (const [n, { key, place, score }] of keyed.entries()) {
      const at = n * PLACE_BYTES;
      part.write(key, at, 'hex');
      part.writeUIntBE(score, at + KEY_BYTES, 5);
      part.writeUIntBE(place + 1, at + KEY_BYTES + 5, 3);
    }
    packed.push(part);
  }
  return packed;
}

/** @throws Error if it can't be read. */
export function placesOf({ document }: PastRow): Buffer {
  const part = Buffer.from(document, 'base64');
  if (part.length % PLACE_BYTES !== 0) throw new Error('a part of places is cut short');
  return part;
}

/** Which part has a player's place. */
export function partOf(wallet: Address, parts: number): number {
  return Math.floor((Number.parseInt(keyOf(wallet).slice(0, 8), 16) / 2 ** 32) * parts);
}

/** A player's score and place; null if they were not ranked. */
export function placeIn(part: Buffer, wallet: Address): Place | null {
  const key = Buffer.from(keyOf(wallet), 'hex');
  let low = 0;
  let high = part.length / PLACE_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * PLACE_BYTES;
    const order = part.compare(key, 0, KEY_BYTES, at, at + KEY_BYTES);
    if (order === 0) return placeAt(part, at);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

interface Place {
  readonly rank: number;
  readonly gained: number;
}

function placeAt(part: Buffer, at: number): Place {
  const gained = part.readUIntBE(at + KEY_BYTES, 5);
  return { gained, rank: part.readUIntBE(at + KEY_BYTES + 5, 3) };
}

/** Two players that share it may be shown one another's place: 2⁶⁴ tries for a given one. */
function keyOf(wallet: Address): string {
  return wallet.slice(-2 * KEY_BYTES).toLowerCase();
}
