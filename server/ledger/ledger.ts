/**
 * Reads the ledger, as far as its stored checkpoint says: nothing is served before it is stored.
 */
import { bundleOf } from '../../common/ledger/leaf.ts';
import { signerOf, toBase64, verifierText } from '../../common/ledger/note.ts';
import {
  HASH_BYTES,
  leafHash,
  sameHash,
  TILE_WIDTH,
  widthOf,
  type TileName,
} from '../../common/ledger/tree.ts';
import type { Address } from '../../common/values/address.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { isKnownEvent, type KnownEvent } from '../../common/values/stored-event.ts';
import { inSlices } from '../lib/in-slices.ts';
import { LruCache } from '../lib/lru-cache.ts';
import { pastRow } from '../store/kept/past.ts';
import type { CommitPosition } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import {
  commitLeaves,
  LedgerStopped,
  type LeafStore,
  type Versions,
  isKnownCommit,
} from './commit-leaves.ts';
import {
  headRow,
  Heads,
  leavesBefore,
  storedTiles,
  tileRow,
  type LedgerHead,
  type LedgerIdentity,
} from './ledger-rows.ts';

type LedgerStore = LeafStore & Pick<Store, 'rows'>;

/** Bundles of entries that are cached: some 128 kB each. */
const MOST_BUNDLES = 128;

export class Ledger {
  readonly #store: LedgerStore;
  readonly #identity: LedgerIdentity;
  readonly #heads: Heads;
  /**
   * By their tile, as far as its entries are the tree's: to make one takes 11 ms of the main thread
   * (bench/RESULTS.md).
   */
  readonly #bundles = new LruCache<string, readonly Uint8Array[]>(MOST_BUNDLES);

  constructor(store: LedgerStore, identity: LedgerIdentity) {
    this.#store = store;
    this.#identity = identity;
    this.#heads = new Heads(identity);
  }

  /** The signed checkpoint; null: there is none yet. @throws LedgerStopped, StoreUnavailable */
  async checkpoint(): Promise<string | null> {
    return (await this.#head())?.note ?? null;
  }

  /**
   * The key that signs the checkpoints, as a verifier of notes names it. @throws LedgerStopped,
   * StoreUnavailable
   */
  async key(): Promise<string> {
    const head = await this.#head();
    const { origin, seed } = this.#identity;
    return verifierText(signerOf(head?.origin ?? origin, seed));
  }

  /** A tile of hashes; null: the tree is not that large. @throws LedgerStopped, StoreUnavailable */
  async tile(name: TileName): Promise<Uint8Array | null> {
    const head = await this.#head();
    if (!head || name.width > widthOf(name, head.size)) return null;
    return this.#hashes(name);
  }

  /**
   * A bundle of entries: the leaves that a tile of level 0 has the hashes of. @throws
   * LedgerStopped, StoreUnavailable
   */
  async entries(index: number, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const head = await this.#head();
    const most = head ? widthOf({ level: 0, index }, head.size) : 0;
    if (!head || width > most) return null;
    const hashes = await this.#hashes({ level: 0, index, width: most });
    // All of them: then a part of another width is at hand, too.
    const key = `${index} ${toBase64(leafHash(hashes))}`;
    const entries = (await this.#bundles.get(key, () => this.#made(head, index, hashes))) ?? [];
    // The store may be restored.
    if (entries.length < most) this.#bundles.clear();
    if (entries.length < width) {
      throw new LedgerStopped(
        `The event of the leaf ${index * TILE_WIDTH + entries.length} is not what it was. Restore the store from a backup.`,
      );
    }
    return bundleOf(entries.slice(0, width));
  }

  /** Up to the first leaf whose hash is not the tree's. */
  async #made(head: LedgerHead, index: number, hashes: Uint8Array): Promise<Uint8Array[]> {
    const made: Uint8Array[] = [];
    if (index === 0 && leavesBefore(head) > 0) made.push(await this.#beginning());
    const limit = hashes.length / HASH_BYTES - made.length;
    if (limit > 0) {
      const after = (await this.#lastOf(index - 1))?.rev ?? REV_ZERO;
      const events = await this.#store.events({ after, limit, order: 'oldest-first' });
      const known = events.filter(isKnownCommit);
      const n = index * TILE_WIDTH + made.length;
      const { leaves } = await commitLeaves(
        this.#store,
        known,
        n,
        versionsSaid(known.filter(isKnownEvent)),
      );
      made.push(...leaves);
    }
    const found = await inSlices(made, leafHash);
    const hashAt = (i: number) => hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
    const wrong = found.findIndex((hash, i) => !sameHash(hash, hashAt(i)));
    return wrong < 0 ? made : made.slice(0, wrong);
  }

  /**
   * The number of the last leaf that is of a commit up to a rev: of its own, if a commit has it.
   * `unknown`: none is that early, or no commit that late is known; `behind`: its leaf is still to
   * come.
   * @param known the last rev of this process's board, which may lag behind the one that named a
   * rev.
   * @throws LedgerStopped, StoreUnavailable
   */
  async indexOf(rev: Rev, known: Rev): Promise<number | 'unknown' | 'behind'> {
    const head = await this.#head();
    const last = head?.upTo;
    if (!head || !last || rev > last.rev) {
      if (rev > known && rev > (await this.#newestRev())) return 'unknown';
      const after = last?.rev ?? REV_ZERO;
      const [next] = await this.#store.events({ after, limit: 1, order: 'oldest-first' });
      if (next && next.rev <= rev) return 'behind';
      return head && last ? head.size - 1 : 'unknown';
    }
    let low = 0;
    let high = Math.floor((head.size - 1) / TILE_WIDTH);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const end = await this.#lastOf(middle);
      if (end && end.rev >= rev) high = middle;
      else low = middle + 1;
    }
    const before = await this.#lastOf(low - 1);
    const after = before?.rev ?? REV_ZERO;
    const page = { after, limit: TILE_WIDTH, order: 'oldest-first' } as const;
    const events = await this.#store.events(page);
    const within = events.filter((event) => event.rev <= rev).length;
    const number = (before?.number ?? 0) + within;
    return number === 0 ? 'unknown' : leavesBefore(head) + number - 1;
  }

  async #newestRev(): Promise<Rev> {
    const [newest] = await this.#store.events({ limit: 1, order: 'newest-first' });
    return newest?.rev ?? REV_ZERO;
  }

  /** Of a tile that the tree has; as many as its width, at most. */
  async #hashes(name: TileName): Promise<Uint8Array> {
    return (await storedTiles(this.#store)(name)).subarray(0, name.width * HASH_BYTES);
  }

  async #head(): Promise<LedgerHead | null> {
    const row = await headRow(this.#store);
    return row && this.#heads.of(row);
  }

  /** The last commit in a tile of level 0; null: none is up to there. */
  async #lastOf(index: number): Promise<CommitPosition | null> {
    if (index < 0) return null;
    return (await tileRow(this.#store, { level: 0, index }))?.upTo ?? null;
  }

  async #beginning(): Promise<Uint8Array> {
    const row = await pastRow(this.#store, 'ledger-beginning');
    if (row) return new TextEncoder().encode(row.document);
    throw new LedgerStopped(
      'The leaf that this log begins with is missing. Restore the store from a backup.',
    );
  }
}

/** Before these events, as they say it: a wrong one shows in its leaf's hash. */
function versionsSaid(events: readonly KnownEvent[]): Versions {
  const versions: Versions = new Map();
  const seen = new Set<Address>();
  for (const { row, facts } of events) {
    if (!seen.has(row.wallet)) versions.set(row.wallet, facts.version - 1);
    seen.add(row.wallet);
  }
  return versions;
}
