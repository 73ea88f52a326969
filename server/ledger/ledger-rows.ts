/**
 * The ledger as rows of the store: its checkpoint, which only a larger one replaces, and the tiles
 * of hashes. All that a step changes is one write. Entries are not stored: they are made of
 * the events again (commit-leaves.ts).
 */
import {
  BadNote,
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
  signerOf,
  signNote,
  type Checkpoint,
} from '../../common/ledger/note.ts';
import {
  grown,
  leafHash,
  rootOf,
  sameHash,
  TILE_WIDTH,
  withTiles,
  type Hash,
  type ReadTile,
  type TileName,
} from '../../common/ledger/tree.ts';
import { inSlices } from '../lib/in-slices.ts';
import { pastRow, type PastRow } from '../store/kept/past.ts';
import { LEDGER_LEVELS, type PastKind, type CommitPosition } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { LedgerStopped } from './commit-leaves.ts';

/** Who signs, and the origin of the first log; later ones are `ORIGIN/2` and so on. */
export interface LedgerIdentity {
  readonly origin: string;
  /** RFC 8032's private key: 32 bytes. */
  readonly seed: Uint8Array;
}

/** A stored checkpoint. */
export interface LedgerHead extends Checkpoint {
  /** As it is served: signed. */
  readonly note: string;
  /** The last commit in it; null: none. */
  readonly upTo: CommitPosition | null;
}

/** How many leaves come before the first commit's. */
export function leavesBefore({ size, upTo }: Pick<LedgerHead, 'size' | 'upTo'>): number {
  return size - (upTo?.number ?? 0);
}

/** The row of the checkpoint; null: there is none yet. @throws StoreUnavailable */
export function headRow(store: Pick<Store, 'rows'>): Promise<PastRow | null> {
  return pastRow(store, 'ledger-checkpoint');
}

/** Where a log stands among those of an origin, from 1; null: it is of another one. */
export function numberOfLog(origin: string, first: string): number | null {
  if (origin === first) return 1;
  const [, digits] = /^\/([1-9][0-9]{0,8})$/.exec(origin.slice(first.length)) ?? [];
  return origin.startsWith(first) && digits !== undefined && digits !== '1' ? Number(digits) : null;
}

/** What a row of the checkpoint says, read once: to verify a signature takes 2 ms. */
export class Heads {
  readonly #identity: LedgerIdentity;
  #last: { readonly row: PastRow; readonly head: LedgerHead } | null = null;

  constructor(identity: LedgerIdentity) {
    this.#identity = identity;
  }

  /** @throws LedgerStopped if it is not this server's own. */
  of(row: PastRow): LedgerHead {
    if (this.#last?.row.document !== row.document) {
      this.#last = { row, head: headOf(row, this.#identity) };
    }
    return { ...this.#last.head, upTo: row.upTo };
  }
}

function headOf({ document: note, upTo }: PastRow, identity: LedgerIdentity): LedgerHead {
  const stop = (why: string, cause?: unknown) =>
    new LedgerStopped(
      `The stored checkpoint ${why}. Set the LEDGER_KEY and PUBLIC_ORIGIN that it was made with, or begin a new log with npm run ledger -- continue.`,
      { cause },
    );
  try {
    const { origin } = parseCheckpoint(note);
    if (numberOfLog(origin, identity.origin) === null) throw stop(`is of ${origin}`);
    const checkpoint = openCheckpoint(note, signerOf(origin, identity.seed));
    return { ...checkpoint, note, upTo };
  } catch (cause) {
    if (cause instanceof BadNote) throw stop(`is not signed by this key`, cause);
    throw cause;
  }
}

function signedCheckpoint(checkpoint: Checkpoint, { seed }: LedgerIdentity): string {
  return signNote(checkpointText(checkpoint), signerOf(checkpoint.origin, seed));
}

function tileKind(level: number): PastKind {
  const known = LEDGER_LEVELS.find((one) => one === level);
  if (known === undefined) throw new Error(`no tree has a level ${level}`);
  return `ledger-tile-${known}`;
}

/** The row of a tile; null: there is none. @throws StoreUnavailable */
export function tileRow(
  store: Pick<Store, 'rows'>,
  { level, index }: Pick<TileName, 'level' | 'index'>,
): Promise<PastRow | null> {
  return pastRow(store, tileKind(level), index);
}

/** What a stored tree's tiles are read with. @throws LedgerStopped */
export function storedTiles(store: Pick<Store, 'rows'>): ReadTile {
  return async (tile) => {
    const row = await tileRow(store, tile);
    if (row) return new Uint8Array(Buffer.from(row.document, 'base64'));
    throw new LedgerStopped(
      `The tile ${tile.index} of level ${tile.level} of the ledger is missing. Restore the store from a backup.`,
    );
  };
}

/** A leaf to be, as its bytes, and the commit that it is of; null: of none. */
export interface Added {
  readonly leaf: Uint8Array;
  readonly upTo: CommitPosition | null;
}

/**
 * The rows that change when leaves are added to a tree, its checkpoint the last.
 * @throws LedgerStopped, above all if the tree is not the one that its checkpoint was signed for;
 * StoreUnavailable
 */
export async function rowsWith(
  store: Pick<Store, 'rows'>,
  head: Pick<LedgerHead, 'origin' | 'size' | 'root'>,
  added: readonly Added[],
  identity: LedgerIdentity,
): Promise<PastRow[]> {
  const hashes = await inSlices(added, ({ leaf }): Hash => leafHash(leaf));
  const stored = storedTiles(store);
  if (!sameHash(await rootOf({ size: head.size, tile: stored }), head.root)) {
    throw new LedgerStopped(
      'The stored tiles of the ledger have another root than its checkpoint. Restore the store from a backup.',
    );
  }
  const { size, tiles } = await grown({ size: head.size, tile: stored }, hashes);
  const root = await rootOf({ size, tile: withTiles(stored, tiles) });
  const rows = tiles.map(({ level, index, width, bytes }): PastRow => {
    // Where the entries of the next tile begin.
    const last = level === 0 ? added[index * TILE_WIDTH + width - 1 - head.size] : undefined;
    const document = Buffer.from(bytes).toString('base64');
    return { kind: tileKind(level), at: index, upTo: last?.upTo ?? null, document };
  });
  const document = signedCheckpoint({ origin: head.origin, size, root }, identity);
  const upTo = added.at(-1)?.upTo ?? null;
  return [...rows, { kind: 'ledger-checkpoint', at: 0, upTo, document }];
}
