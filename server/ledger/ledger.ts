/** Reads the ledger, as far as its stored checkpoint says: nothing is served before it is stored. */
import { bundleOf } from '../../common/ledger/leaf.ts';
import { signerOf, verifierText } from '../../common/ledger/note.ts';
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
import type { PastPlace, Store } from '../store/store.ts';
import { commitLeaves, LedgerStopped, type LeafStore, type Versions } from './commit-leaves.ts';
import {
  headOf,
  headRow,
  leavesBefore,
  signerFor,
  tileBytes,
  tileRow,
  type LedgerHead,
  type LedgerIdentity,
} from './ledger-rows.ts';

type LedgerStore = LeafStore & Pick<Store, 'past'>;

export class Ledger {
  readonly #store: LedgerStore;
  readonly #identity: LedgerIdentity;

  constructor(store: LedgerStore, identity: LedgerIdentity) {
    this.#store = store;
    this.#identity = identity;
  }

  /** The signed checkpoint; null: there is none yet. @throws LedgerStopped, StoreUnavailable */
  async checkpoint(): Promise<string | null> {
    return (await this.#head())?.note ?? null;
  }

  /** The key that signs the checkpoints, as a verifier of notes names it. @throws LedgerStopped, StoreUnavailable */
  async key(): Promise<string> {
    const head = await this.#head();
    const { origin, seed } = this.#identity;
    return verifierText(head ? signerFor(head, this.#identity) : signerOf(origin, seed));
  }

  /** A tile of hashes; null: the tree is not that large. @throws LedgerStopped, StoreUnavailable */
  async tile(name: TileName): Promise<Uint8Array | null> {
    const head = await this.#head();
    if (!head || name.width > widthOf(name, head.size)) return null;
    const row = await tileRow(this.#store, name);
    return row && tileBytes(row).subarray(0, name.width * HASH_BYTES);
  }

  /** A bundle of entries: the leaves that a tile of level 0 has the hashes of. @throws LedgerStopped, StoreUnavailable */
  async entries(index: number, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const head = await this.#head();
    const hashes = await this.tile({ level: 0, index, width });
    if (!head || !hashes) return null;
    const entries: Uint8Array[] = [];
    if (index === 0 && leavesBefore(head) > 0) entries.push(await this.#beginning());
    const before = await this.#lastOf(index - 1);
    const limit = width - entries.length;
    const after = before?.rev ?? REV_ZERO;
    if (limit > 0) {
      const events = await this.#store.events({ after, limit, order: 'oldest-first' });
      const n = index * TILE_WIDTH + entries.length;
      const known = events.filter(isKnownEvent);
      const { leaves } = await commitLeaves(this.#store, known, n, versionsSaid(known));
      entries.push(...leaves);
    }
    for (const [i, entry] of Array.from({ length: width }, (_, at) => entries[at]).entries()) {
      const hash = hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
      if (entry && sameHash(leafHash(entry), hash)) continue;
      throw new LedgerStopped(
        `The event of the leaf ${index * TILE_WIDTH + i} is not what it was. Restore the store from a backup.`,
      );
    }
    return bundleOf(entries);
  }

  /**
   * The number of the last leaf that is of a commit up to a rev: of its own, if a commit has it.
   * `unknown`: none is that early, or no commit that late is known; `behind`: its leaf is still to come.
   * @param known the last rev of which this process knows. @throws LedgerStopped, StoreUnavailable
   */
  async indexOf(rev: Rev, known: Rev): Promise<number | 'unknown' | 'behind'> {
    const head = await this.#head();
    const last = head?.upTo;
    if (!head || !last || rev > last.rev) {
      const after = last?.rev ?? REV_ZERO;
      const [next] = await this.#store.events({ after, limit: 1, order: 'oldest-first' });
      if (next && next.rev <= rev) return rev <= known ? 'behind' : 'unknown';
      return head && last && rev <= known ? head.size - 1 : 'unknown';
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

  async #head(): Promise<LedgerHead | null> {
    const row = await headRow(this.#store);
    return row && headOf(row, this.#identity);
  }

  /** The last commit in a tile of level 0; null: none is up to there. */
  async #lastOf(index: number): Promise<PastPlace | null> {
    if (index < 0) return null;
    return (await tileRow(this.#store, { level: 0, index }))?.upTo ?? null;
  }

  async #beginning(): Promise<Uint8Array> {
    const query = { kind: 'ledger-beginning', limit: 1, order: 'oldest-first' } as const;
    const [row] = await this.#store.past(query);
    if (row) return new TextEncoder().encode(row.document);
    throw new LedgerStopped(
      'The leaf that this log begins with is missing. Restore the store from a backup.',
    );
  }
}

/** Before these events, as far as they say it: a wrong one shows in its leaf's hash. */
function versionsSaid(events: readonly KnownEvent[]): Versions {
  const versions: Versions = new Map();
  const seen = new Set<Address>();
  for (const { row, facts } of events) {
    if (facts && !seen.has(row.wallet)) versions.set(row.wallet, facts.version - 1);
    seen.add(row.wallet);
  }
  return versions;
}
