/**
 * What the ledger says of commits: leaves, made of their events alone, so that every process makes the same ones at any
 * time. Events of before the ledger lack the versions of players and the traits of stakes: those are counted, and read
 * from the stakes, which keep them for good.
 */
import { leafBytes, type Leaf } from '../../common/ledger/leaf.ts';
import { factsOf, tokenFacts } from '../../common/rules/decision.ts';
import type { Address } from '../../common/values/address.ts';
import { parseDena } from '../../common/values/amount.ts';
import { REV_ZERO, type Rev, type StakeId } from '../../common/values/ids.ts';
import type { Stake } from '../../common/values/stake.ts';
import {
  isKnownEvent,
  type EventFacts,
  type KnownEvent,
} from '../../common/values/stored-event.ts';
import { turn } from '../lib/machine.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';

export type LeafStore = Pick<Store, 'events' | 'load'>;

/** The ledger can't go on: what is wrong, then what to do about it. Nothing is left out. */
export class LedgerStopped extends Error {
  override readonly name = 'LedgerStopped';
}

/** Reads at a time. */
const AT_ONCE = 16;
/** Events per read. */
const PAGE = 1000;

/** The version of each wallet's player after the last of its commits so far. */
export type Versions = Map<Address, number>;

/** Leaves' bytes, and why the event after the last of them can't be one; null: all events are. */
interface MadeLeaves {
  readonly leaves: readonly Uint8Array[];
  readonly stopped: LedgerStopped | null;
}

/**
 * The leaves of these events, which follow each other in the feed.
 * @param n the first one's number.
 * @param versions as of right before them, for the wallets that it has; brought up to the last of them.
 * @throws StoreUnavailable
 */
export async function commitLeaves(
  store: LeafStore,
  events: readonly KnownEvent[],
  n: number,
  versions: Versions,
): Promise<MadeLeaves> {
  await learnVersions(store, events, versions);
  const places = events.map((event, i) => {
    const { wallet } = event.row;
    const version = (versions.get(wallet) ?? 0) + 1;
    // The most recent last.
    versions.delete(wallet);
    versions.set(wallet, version);
    return { event, n: n + i, version };
  });
  const made = await inBatches(places, ({ event, ...place }) =>
    commitLeaf(store, event, place).catch(stoppedBy),
  );
  const leaves: Uint8Array[] = [];
  for (const leaf of made) {
    if (leaf instanceof LedgerStopped) return { leaves, stopped: leaf };
    leaves.push(leaf);
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

async function commitLeaf(
  store: LeafStore,
  event: KnownEvent,
  place: { readonly n: number; readonly version: number },
): Promise<Uint8Array> {
  const { version } = place;
  const isFirst = event.kind === 'nation-chosen';
  if ((event.facts && event.facts.version !== version) || isFirst !== (version === 1)) {
    throw stopAt(event, `it stands where commit ${version} of ${event.row.wallet} is due`);
  }
  const facts = event.facts ?? (await factsFromStakes(store, event, version));
  return leafBytes(leafFrom(event, facts, place));
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

/** A wallet's nth event made its player's nth version: counted back to one that says its version. */
async function versionBefore(store: LeafStore, wallet: Address, rev: Rev): Promise<number> {
  let counted = 0;
  let before = rev;
  // Most say it, or began a stake, which does.
  for (let limit = 1; ; limit = Math.min(PAGE, limit * 8)) {
    const page = await store.events({ wallet, before, limit, order: 'newest-first' });
    for (const event of page) {
      const version = isKnownEvent(event) ? await versionSaid(store, event) : null;
      if (version !== null) return version + counted;
      counted += 1;
    }
    if (page.length < limit) return counted;
    before = page.at(-1)?.rev ?? REV_ZERO;
  }
}

/** Null: neither it nor its stake does. */
async function versionSaid(
  store: LeafStore,
  { kind, facts, detail, row }: KnownEvent,
): Promise<number | null> {
  if (facts) return facts.version;
  const [id] = detail.stakeIds ?? [];
  if (!kind.endsWith('-staked') || id === undefined) return null;
  return (await stakeOf(store, row.wallet, id))?.playerVersion ?? null;
}

async function stakeOf(store: LeafStore, wallet: Address, id: StakeId): Promise<Stake | null> {
  return (await store.load(wallet, { stakeId: id, commandId: null, now: 0 })).stake;
}

async function factsFromStakes(
  store: LeafStore,
  event: KnownEvent,
  version: number,
): Promise<EventFacts> {
  const { kind, detail, row } = event;
  const read = async (id: StakeId): Promise<Stake> => {
    const stake = await stakeOf(store, row.wallet, id);
    if (!stake) throw stopAt(event, `its stake ${id} is not on record`);
    return stake;
  };
  const stakes = await inBatches(detail.stakeIds ?? [], read);
  const facts = factsOf(version, undefined, []);
  if (!kind.endsWith('-staked')) {
    const ended = stakes.map(({ playerVersion }) => playerVersion);
    return ended.length > 0 ? { ...facts, ended } : facts;
  }
  const [begun] = stakes;
  if (begun?.playerVersion !== version) throw stopAt(event, 'it did not begin its stake');
  return begun.kind === 'dena' ? facts : { ...facts, token: tokenFacts(begun) };
}

function leafFrom(
  event: KnownEvent,
  { holdings: read, token, ended = [] }: EventFacts,
  { n, version }: { readonly n: number; readonly version: number },
): Leaf {
  const { at, kind, gdpBefore, detail, row } = event;
  const common = { v: 1, n, at, wallet: row.wallet, version } as const;
  const { block = read?.block, quantity = 0, resourceType } = detail;
  const holdings = {
    dena: row.denaBalanceWei.toString(),
    ...(block !== undefined && { block }),
    ...(read && { national: read.national, museum: read.cultural }),
  };
  // [ORD1] The number of this commit, where it was first at something.
  const order = row.gdp === gdpBefore ? {} : { order: row.gdpOrder };
  const amount = (): string => {
    const wei = parseDena(detail.amount ?? '');
    if (wei === null) throw stopAt(event, 'it names no amount');
    return wei.toString();
  };
  switch (kind) {
    case 'nation-chosen':
      return { ...common, kind, nation: row.nationId, holdings, order: row.gdpOrder };
    case 'dena-staked':
      return { ...common, kind, amount: amount(), holdings, ...order };
    case 'national-staked': {
      const { territoryKm2: territory, productionHundredths: production } = token ?? {};
      if (!token || territory === undefined || production === undefined) break;
      const traits = { territory, production };
      const copies = quantity;
      return { ...common, kind, token: token.id, copies, ...traits, holdings, ...order };
    }
    case 'cultural-staked': {
      if (token?.culturalGdpBonus === undefined) break;
      const stake = { token: token.id, copies: quantity, bonus: token.culturalGdpBonus };
      return { ...common, kind: 'museum-staked', ...stake, holdings, ...order };
    }
    case 'dena-unstaked':
    case 'national-unstaked':
      return { ...common, kind, ended, ...order };
    case 'cultural-unstaked':
      return { ...common, kind: 'museum-unstaked', ended, ...order };
    case 'stakes-unbacked':
      return { ...common, kind, ended, holdings, ...order };
    case 'traded':
      if (!resourceType) break;
      return { ...common, kind, resource: resourceType, quantity, amount: amount(), holdings };
    case 'contributed':
      if (!resourceType) break;
      return { ...common, kind, resource: resourceType, quantity };
    case 'holdings-verified':
      return { ...common, kind, holdings };
    case 'resources-settled':
    case 'name-checked':
      return { ...common, kind };
  }
  throw stopAt(event, 'it lacks what its kind has');
}

/** Why the ledger ends before an event. */
export function stopAt({ rev }: { readonly rev: Rev }, why: string): LedgerStopped {
  return new LedgerStopped(
    `The event ${rev} can’t be a leaf: ${why}. Restore the store from a backup, or start the Denaria that wrote it.`,
  );
}

async function inBatches<In, Out>(
  all: readonly In[],
  of: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const found: Out[] = [];
  for (let i = 0; i < all.length; i += AT_ONCE) {
    found.push(...(await Promise.all(all.slice(i, i + AT_ONCE).map(of))));
    // Commands come first.
    await turn();
  }
  return found;
}
