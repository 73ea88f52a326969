/**
 * The record of the past, as rows of the store: the nations' totals at the end of minutes and
 * hours, rankings at moments, and how far the record has come. All of it is computed from the
 * events, in their order.
 *
 * A commit's moment here is the latest `at` of the events up to it: clocks of several processes
 * differ by a little, and a moment has all commits up to the first one that is dated after it.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import { boardRowSchema } from '../../common/values/board-row.ts';
import { instantSchema } from '../../common/values/ids.ts';
import { byNation, NATION_IDS } from '../../common/values/nations.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { rowBefore } from '../leaderboard/earlier-board.ts';
import { offThread } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import type { PastRow } from '../store/kept/past.ts';
import type { CommitPosition } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

const totalsSchema = z.record(
  z.enum(NATION_IDS),
  z.object({ gdp: z.int().nonnegative(), players: z.int().nonnegative() }),
);
/** Each nation's total in dollars, and its players. */
export type Totals = Readonly<z.infer<typeof totalsSchema>>;

const stateSchema = z.object({
  /** The moment of the last commit in the record. */
  at: instantSchema,
  /** The moment of the first one. */
  begunAt: instantSchema,
  totals: totalsSchema,
  /** The moment of the last ranking, and the commits since. */
  rankingAt: instantSchema,
  sinceRanking: z.int().nonnegative(),
});
export type RecordState = Readonly<z.infer<typeof stateSchema>> & {
  /** The last commit in the record; null: none yet. */
  readonly upTo: CommitPosition | null;
};

const rankingSchema = z.object({
  count: z.int().nonnegative(),
  totals: totalsSchema,
  rows: z.array(boardRowSchema).readonly(),
  candidates: z.record(
    z.enum(NATION_IDS),
    z.object({ first: z.array(boardRowSchema).readonly(), areAll: z.boolean() }),
  ),
});
/** Compiled, since every read of a past ranking parses some 1400 rows. */
const rankingReader = z.compile(rankingSchema);
/** The ranking right after a commit: the first rows and candidates [PRE1], in order. */
export type StoredRanking = Readonly<z.infer<typeof rankingSchema>> & {
  readonly at: number;
  /** Null: before the first commit. */
  readonly upTo: CommitPosition | null;
};

export const NOTHING_YET: RecordState = {
  at: 0,
  begunAt: 0,
  totals: byNation(() => ({ gdp: 0, players: 0 })),
  rankingAt: 0,
  sinceRanking: 0,
  upTo: null,
};

export const EMPTY_RANKING: StoredRanking = {
  at: 0,
  upTo: null,
  count: 0,
  totals: NOTHING_YET.totals,
  rows: [],
  candidates: byNation(() => ({ first: [], areAll: true })),
};

export function stateRow({ upTo, ...state }: RecordState): PastRow {
  return { kind: 'state', at: 0, upTo, document: JSON.stringify(stateSchema.encode(state)) };
}

/** What a row says; null if it is damaged, or was written by a newer version. */
export async function readableRow<Value>(
  log: Pick<Log, 'warn'>,
  row: PastRow,
  read: () => Value | Promise<Value>,
): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    log.warn({ err: error, kind: row.kind, at: row.at }, 'a row of the past can’t be read');
    return null;
  }
}

/** @throws Error if it can't be read. */
export function stateOf({ upTo, document }: PastRow): RecordState {
  return { ...stateSchema.parse(JSON.parse(document)), upTo };
}

/**
 * The player's GDP before an event; null for a new one. An event that this version can't read in
 * full is compared with the wallet's row before. @throws StoreUnavailable
 */
export async function gdpBefore(
  event: StoredEvent,
  store: Pick<Store, 'events'>,
): Promise<number | null> {
  if (event.kind === 'nation-chosen') return null;
  if (event.kind !== 'unknown') return event.gdpBefore;
  return (await rowBefore(event, store))?.gdp ?? null;
}

/** The totals right after an event. @throws StoreUnavailable */
export async function totalsAfter(
  totals: Totals,
  event: StoredEvent,
  store: Pick<Store, 'events'>,
): Promise<Totals> {
  const { nationId, gdp } = event.row;
  const before = await gdpBefore(event, store);
  const { [nationId]: total } = totals;
  return {
    ...totals,
    [nationId]: {
      gdp: total.gdp + gdp - (before ?? 0),
      players: total.players + (before === null ? 1 : 0),
    },
  };
}

/** The last totals within the minute or hour that begins at `at`. */
export function pointRow(kind: 'minute' | 'hour', at: number, totals: Totals): PastRow {
  return { kind, at, upTo: null, document: JSON.stringify(totalsSchema.encode(totals)) };
}

/** @throws Error if it can't be read. */
export function totalsOf({ document }: PastRow): Totals {
  return totalsSchema.parse(JSON.parse(document));
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** A candidate is often one of the first rows too: the window reaches back over all of them. */
const COMPRESSION = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

/** Some 60 kB for 1000 rows. */
export async function rankingRow({ at, upTo, ...ranking }: StoredRanking): Promise<PastRow> {
  const document = await compressed(rankingSchema.encode(ranking));
  return { kind: 'ranking', at, upTo, document };
}

/** @throws Error if it can't be read. */
export async function rankingOf({ at, upTo, document }: PastRow): Promise<StoredRanking> {
  return { ...rankingReader.parse(await decompressed(document)), at, upTo };
}

/** A row's document: compressed JSON. */
export async function compressed(value: unknown): Promise<string> {
  const bytes = await offThread(() => compress(JSON.stringify(value), COMPRESSION));
  return bytes.toString('base64');
}

/** @throws Error if it can't be read. */
export async function decompressed(document: string): Promise<unknown> {
  const bytes = await offThread(() => decompress(Buffer.from(document, 'base64')));
  return JSON.parse(bytes.toString());
}
