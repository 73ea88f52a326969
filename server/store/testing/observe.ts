/** What a test sees of a store: all of its events and players, and what a feed received. */
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { Address } from '../../../common/values/address.ts';
import {
  isKnownEvent,
  isOfPlayer,
  type Commit,
  type KnownEvent,
} from '../../../common/values/stored-event.ts';
import type { CommandId, Epoch, Rev } from '../../../common/values/ids.ts';
import { compareStakes, STAKE_KINDS, type Stake } from '../../../common/values/stake.ts';
import { sleep, wallNow } from '../../lib/machine.ts';
import {
  playerEvents,
  type EventQuery,
  type FeedListener,
  type Receipt,
  type Snapshot,
  type StakeQuery,
  type Store,
} from '../store.ts';
import type { Source, StreamRow } from '../stream.ts';

const PATIENCE_MS = 60_000;

export interface Recorder extends FeedListener {
  readonly received: Commit[];
  readonly lost: Error[];
  revs(): Rev[];
  /** Resolves when it has received at least this many events, or that the feed is lost. */
  events(count: number): Promise<void>;
}

export function recorder(): Recorder {
  const received: Commit[] = [];
  const lost: Error[] = [];
  return {
    received,
    lost,
    revs: () => received.map(({ rev }) => rev),
    async events(count) {
      const deadline = wallNow() + PATIENCE_MS;
      while (received.length < count && lost.length === 0) {
        if (wallNow() > deadline) throw new Error(`${received.length} of ${count} events came`);
        await sleep(5);
      }
    },
    onEvent: (event) => received.push(event),
    onLost: (error) => lost.push(error),
  };
}

/** Of players. @throws Error if one is of an unknown kind. */
export async function allEvents(
  store: Store,
  only: Pick<EventQuery, 'wallet'> = {},
): Promise<KnownEvent[]> {
  const query = { ...only, limit: 1_000_000, order: 'oldest-first' } as const;
  return (await playerEvents(store, query)).map(known);
}

/** Also those that no player made. */
export async function allCommits(store: Pick<Store, 'events'>): Promise<Commit[]> {
  return store.events({ limit: 1_000_000, order: 'oldest-first' });
}

export function known(event: Commit): KnownEvent {
  if (isKnownEvent(event)) return event;
  throw new Error(`the event ${event.rev} is of an unknown kind`);
}

/** The expected answer to a query, given every commit in order. */
export function answerFrom(all: readonly Commit[], question: EventQuery): Commit[] {
  const { wallet, nationId, kinds, ofEras, before, after, limit, order } = question;
  const events = all.filter((commit) => {
    const { rev, kind } = commit;
    const row = isOfPlayer(commit) ? commit.row : null;
    return (
      (!wallet || row?.wallet === wallet) &&
      (!nationId || row?.nationId === nationId) &&
      (!kinds || kinds.some((one) => one === kind)) &&
      (!ofEras || commit.kind === ofEras) &&
      (!before || rev < before) &&
      (!after || rev > after)
    );
  });
  return (order === 'newest-first' ? events.toReversed() : events).slice(0, limit);
}

/** The same for a wallet's stakes. */
export function stakesFrom(all: readonly Stake[], question: StakeQuery): Stake[] {
  const { kinds, activeOnly, before, limit } = question;
  const place = before && activeOnly ? { ...before, state: ACTIVE } : before;
  return all
    .filter(({ kind, state }) => kinds.includes(kind) && (!activeOnly || state.status === 'active'))
    .toSorted(compareStakes)
    .filter((stake) => !place || compareStakes(stake, place) > 0)
    .slice(0, limit);
}

const ACTIVE = { status: 'active' } as const;

/** A snapshot read to its end. */
export interface Loaded {
  readonly epoch: Epoch;
  readonly rev: Rev;
  /** By wallet. */
  readonly rows: BoardRow[];
}

export async function readSnapshot({ epoch, rev, players }: Snapshot): Promise<Loaded> {
  const all: BoardRow[] = [];
  for await (const batch of players) all.push(...batch);
  return { epoch, rev, rows: byWallet(all) };
}

export async function loaded(store: Store): Promise<Loaded> {
  return readSnapshot(await store.loadPlayers());
}

function byWallet<Row extends { readonly wallet: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1));
}

/** Runs n = 0 … total − 1, this many at a time. */
export async function inParallel(
  width: number,
  total: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < total) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** The receipt of the wallet's command with this id. @param now machine time, ms */
export async function receiptIn(
  store: Store,
  wallet: Address,
  commandId: CommandId,
  now: number,
): Promise<Receipt | null> {
  return (await store.load(wallet, { stakeId: null, commandId, now })).receipt;
}

/** Every stake of the wallet, ended ones included, oldest first. */
export async function allStakes(store: Pick<Store, 'stakes'>, wallet: Address): Promise<Stake[]> {
  const query = { kinds: STAKE_KINDS, activeOnly: false, before: null, limit: 1_000_000 };
  return oldestFirst(await store.stakes(wallet, query));
}

function oldestFirst(stakes: readonly Stake[]): Stake[] {
  return stakes.toSorted((a, b) => a.playerVersion - b.playerVersion);
}

/** The parts of form 8 that have rows which never expire, by name. */
export const LASTING_IN_8 = ['acts', 'events', 'past', 'players', 'settings', 'stakes'];

/** What a source streams of each part, in their order. @param aliveAt machine time, ms */
export async function rowsOf(
  source: Source,
  aliveAt = wallNow(),
): Promise<ReadonlyMap<string, readonly StreamRow[]>> {
  const found = new Map<string, StreamRow[]>();
  for await (const { part, rows } of source.stream(aliveAt)) {
    if (rows.length === 0 || rows.length > 1000) throw new Error(`a batch has ${rows.length} rows`);
    const known = found.get(part) ?? [];
    found.set(part, known);
    known.push(...rows);
  }
  return found;
}
