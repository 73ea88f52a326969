/**
 * What the ledger says of commits: leaves, made of their events alone, so that every process makes
 * the same ones at any time.
 */
import { leafBytes, type Leaf, type PlayerLeaf } from '../../common/ledger/leaf.ts';
import type { Address } from '../../common/values/address.ts';
import { parseDena } from '../../common/values/amount.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import {
  isKnownEvent,
  isOfPlayer,
  isWeekEnd,
  type Commit,
  type EraEvent,
  type EventDetail,
  type EventDraft,
  type KnownEvent,
} from '../../common/values/stored-event.ts';
import { weekId } from '../../common/values/week.ts';
import { inBatches } from '../lib/in-slices.ts';
import { yieldToLoop } from '../lib/machine.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';

export type LeafStore = Pick<Store, 'events'>;

/** The ledger can't go on: what is wrong, then what to do about it. Nothing is left out. */
export class LedgerStopped extends Error {
  override readonly name = 'LedgerStopped';
}

/** Leaves made in one turn of the event loop. */
const AT_ONCE = 16;
/** Events per read. */
const PAGE = 1000;

/** The version of each wallet's player after the last of its commits so far. */
export type Versions = Map<Address, number>;

/** A commit that can be read in full, as a leaf has to say all of it. */
export type KnownCommit = KnownEvent | EraEvent;

export function isKnownCommit(commit: Commit): commit is KnownCommit {
  return !isOfPlayer(commit) || isKnownEvent(commit);
}

/** Where a commit stands in the ledger, and among its player's. */
interface Place {
  readonly n: number;
  readonly version: number;
}

/** Leaves' bytes, and why the event after the last of them can't be one; null: all events are. */
interface MadeLeaves {
  readonly leaves: readonly Uint8Array[];
  readonly stopped: LedgerStopped | null;
}

/**
 * The leaves of these events, which follow each other in the feed.
 * @param n the first one's number.
 * @param versions as of right before them, for the wallets that it has; brought up to the last of
 * them.
 * @throws StoreUnavailable
 */
export async function commitLeaves(
  store: LeafStore,
  commits: readonly KnownCommit[],
  n: number,
  versions: Versions,
): Promise<MadeLeaves> {
  await learnVersions(store, commits.filter(isKnownEvent), versions);
  const leaves: Uint8Array[] = [];
  for (const [i, event] of commits.entries()) {
    // Commands come first.
    if (i % AT_ONCE === 0) await yieldToLoop();
    if (!isOfPlayer(event)) {
      leaves.push(leafBytes(eraLeaf(event, n + i)));
      continue;
    }
    const { wallet } = event.row;
    const version = (versions.get(wallet) ?? 0) + 1;
    // The most recent last.
    versions.delete(wallet);
    versions.set(wallet, version);
    try {
      leaves.push(commitLeaf(event, { n: n + i, version }));
    } catch (error) {
      return { leaves, stopped: stoppedBy(error) };
    }
  }
  return { leaves, stopped: null };
}

/** What stopped the ledger. @throws StoreUnavailable, which does not. */
export function stoppedBy(error: unknown): LedgerStopped {
  if (error instanceof LedgerStopped) return error;
  if (error instanceof StoreUnavailable) throw error;
  return new LedgerStopped('The ledger can’t go on: restore the store from a backup.', {
    cause: error,
  });
}

function eraLeaf(event: EraEvent, n: number): Leaf {
  const { at } = event;
  if (isWeekEnd(event)) return { v: 1, n, at, kind: event.kind, week: weekId(event.week) };
  return { v: 1, n, at, kind: 'rules', rules: event.rules };
}

function commitLeaf(event: KnownEvent, place: Place): Uint8Array {
  const { version } = place;
  const isFirst = event.kind === 'nation-chosen';
  if (event.facts.version !== version || isFirst !== (version === 1)) {
    throw stopAt(event, `it stands where commit ${version} of ${event.row.wallet} is due`);
  }
  try {
    return leafBytes(leafFrom(event, place));
  } catch (error) {
    if (error instanceof NoLeaf) throw stopAt(event, error.message);
    throw error;
  }
}

/** Finds the versions before the first event of each wallet. */
async function learnVersions(
  store: LeafStore,
  events: readonly KnownEvent[],
  versions: Versions,
): Promise<void> {
  const firsts = new Map<Address, KnownEvent>();
  for (const event of events) {
    const { wallet } = event.row;
    if (!versions.has(wallet) && !firsts.has(wallet)) firsts.set(wallet, event);
  }
  const unknown = [...firsts.values()].filter(({ kind }) => kind !== 'nation-chosen');
  await inBatches(unknown, async ({ row: { wallet }, rev }) => {
    versions.set(wallet, await versionBefore(store, wallet, rev));
  });
}

/** A wallet's nth event made its player's nth version: counted back to one that can be read. */
async function versionBefore(store: LeafStore, wallet: Address, rev: Rev): Promise<number> {
  let counted = 0;
  let before = rev;
  for (let limit = 1; ; limit = PAGE) {
    const page = await store.events({ wallet, before, limit, order: 'newest-first' });
    for (const event of page) {
      if (isKnownEvent(event)) return event.facts.version + counted;
      counted += 1;
    }
    if (page.length < limit) return counted;
    before = page.at(-1)?.rev ?? REV_ZERO;
  }
}

/** An event lacks what its leaf says: how, as the rest of a sentence. */
export class NoLeaf extends Error {
  override readonly name = 'NoLeaf';
}

/** @throws NoLeaf */
export function leafFrom(event: EventDraft, { n, version }: Place): PlayerLeaf {
  const { at, kind, gdpBefore, detail, row } = event;
  const { holdings: read, token, ended = [] } = event.facts;
  const common = { v: 1, n, at, wallet: row.wallet, version } as const;
  const { quantity = 0, resourceType } = detail;
  const holdings = read && {
    block: read.block,
    dena: row.denaBalanceWei.toString(),
    national: read.national,
    museum: read.cultural,
  };
  // [ORD1] The number of this commit, where it was first at something.
  const order = row.gdp === gdpBefore ? undefined : row.gdpOrder;
  switch (kind) {
    case 'nation-chosen':
      if (!holdings) break;
      return { ...common, kind, nation: row.nationId, holdings, order: row.gdpOrder };
    case 'dena-staked':
      if (!holdings) break;
      return { ...common, kind, amount: weiOf(detail), holdings, order };
    case 'national-staked': {
      const { territoryKm2: territory, productionHundredths: production } = token ?? {};
      if (!holdings || !token || territory === undefined || production === undefined) break;
      const traits = { territory, production };
      const copies = quantity;
      return { ...common, kind, token: token.id, copies, ...traits, holdings, order };
    }
    case 'cultural-staked': {
      if (!holdings || token?.culturalGdpBonus === undefined) break;
      const stake = { token: token.id, copies: quantity, bonus: token.culturalGdpBonus };
      return { ...common, kind: 'museum-staked', ...stake, holdings, order };
    }
    case 'dena-unstaked':
    case 'national-unstaked':
      return { ...common, kind, ended, order };
    case 'cultural-unstaked':
      return { ...common, kind: 'museum-unstaked', ended, order };
    case 'stakes-unbacked':
      if (!holdings) break;
      return { ...common, kind, ended, holdings, order };
    case 'traded':
      if (!holdings || !resourceType) break;
      return { ...common, kind, resource: resourceType, quantity, amount: weiOf(detail), holdings };
    case 'contributed':
      if (!resourceType) break;
      return { ...common, kind, resource: resourceType, quantity };
    case 'holdings-verified':
      if (!holdings) break;
      return { ...common, kind, holdings };
    case 'resources-settled':
    case 'name-checked':
      return { ...common, kind };
  }
  throw new NoLeaf('it lacks what its kind has');
}

/** @throws NoLeaf */
function weiOf({ amount = '' }: EventDetail): string {
  const wei = parseDena(amount);
  if (wei === null) throw new NoLeaf('it names no amount');
  return wei.toString();
}

/** Why the ledger ends before an event. */
export function stopAt({ rev }: { readonly rev: Rev }, why: string): LedgerStopped {
  return new LedgerStopped(
    `The event ${rev} can’t be a leaf: ${why}. Restore the store from a backup, or start the Denaria that wrote it.`,
  );
}
