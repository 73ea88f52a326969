/**
 * A store that fails by a plan, within what the port allows an adapter. Calls are slow. A call that fails
 * with StoreUnavailable was carried out, was not, or will be later. A conflict may be with a write that was
 * never completed, or with the caller's own commit. Snapshots end in the middle; feeds are late or lost. It
 * never returns state that is older than the port promises, and never loses what it acknowledged.
 */
import fc from 'fast-check';
import { turns } from '../../../tools/test/turns.ts';
import { StoreUnavailable, VersionConflict, type Feed, type Store } from '../store.ts';

/** The outcome of a call that changes nothing. */
type ReadFate = 'done' | 'slow' | 'refused';
/**
 * The outcome of a write: `unknown` was carried out and `pending` will be, though both fail with
 * StoreUnavailable.
 */
type WriteFate = ReadFate | 'unknown' | 'pending';
/** `lost-race` wrote nothing, `own-conflict` did: after it the player really is at another version. */
type CommitFate = WriteFate | 'lost-race' | 'own-conflict';
type SnapshotFate = 'done' | 'slow' | 'refused' | 'cut';
/** The outcome for each event that a feed has to deliver. */
type FeedFate = 'told' | 'late' | 'lost';

/** The fate of each call of a kind, in order; after the last one everything works. */
export interface StoreFaults {
  readonly reads: readonly ReadFate[];
  readonly writes: readonly WriteFate[];
  readonly commits: readonly CommitFate[];
  readonly snapshots: readonly SnapshotFate[];
  readonly feeds: readonly FeedFate[];
}

export interface FaultyStore {
  readonly store: Store;
  /** From now on everything works. Resolves when pending writes are carried out. */
  heal(): Promise<void>;
  /** How many faults there were. */
  faults(): number;
}

/** Plans of up to `most` calls of each kind, about half of which go wrong. */
export function anyStoreFaults(most = 20): fc.Arbitrary<StoreFaults> {
  const some = <Fate>(usual: Fate, ...others: Fate[]) =>
    fc.array(
      fc.oneof(
        { weight: others.length, arbitrary: fc.constant(usual) },
        ...others.map((fate) => ({ weight: 1, arbitrary: fc.constant(fate) })),
      ),
      { maxLength: most, size: 'max' },
    );
  return fc.record({
    reads: some<ReadFate>('done', 'slow', 'refused'),
    writes: some<WriteFate>('done', 'slow', 'refused', 'unknown', 'pending'),
    commits: some<CommitFate>(
      'done',
      'slow',
      'refused',
      'unknown',
      'pending',
      'lost-race',
      'own-conflict',
    ),
    snapshots: some<SnapshotFate>('done', 'slow', 'refused', 'cut'),
    feeds: some<FeedFate>('told', 'late', 'lost'),
  });
}

/** Turns of the event loop that a slow call takes: other calls overtake it. */
const SLOW_TURNS = 7;
const PENDING_TURNS = 12;

const WRITES: ReadonlySet<unknown> = new Set<keyof Store>([
  'issueNonce',
  'spendNonce',
  'takeNonceQuestion',
  'returnNonceQuestion',
  'revokeToken',
  'raiseSessionEpoch',
  'putSetting',
  'writePast',
  'holdLease',
  'releaseLease',
  'exchange',
]);

export function faultyStore(store: Store, plan: StoreFaults): FaultyStore {
  const next = { reads: 0, writes: 0, commits: 0, snapshots: 0, feeds: 0 };
  const pending = new Set<Promise<unknown>>();
  let isHealed = false;
  let faults = 0;

  function fateOf<Kind extends keyof StoreFaults>(kind: Kind): StoreFaults[Kind][number] | null {
    if (isHealed) return null;
    const fate = plan[kind][next[kind]] ?? null;
    next[kind] += 1;
    if (fate !== null && fate !== 'done' && fate !== 'told') faults += 1;
    return fate;
  }

  async function call<Answer>(
    fate: CommitFate | null,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    switch (fate) {
      case 'slow':
        await turns(SLOW_TURNS);
        return work().finally(() => turns(SLOW_TURNS));
      case 'refused':
        await turns(1);
        throw new StoreUnavailable('nothing was done');
      case 'unknown':
        await work();
        throw new StoreUnavailable('it was done, which nobody says');
      case 'pending': {
        const later = turns(PENDING_TURNS)
          .then(work)
          .catch(() => undefined)
          .finally(() => pending.delete(later));
        pending.add(later);
        throw new StoreUnavailable('it is not done yet');
      }
      case 'lost-race':
        await turns(1);
        throw new VersionConflict('another write was under way, which came to nothing');
      case 'own-conflict':
        await work();
        throw new VersionConflict('the player is at the version that this very commit made');
      case 'done':
      case null:
        return work();
    }
  }

  const loadPlayers: Store['loadPlayers'] = async () => {
    const fate = fateOf('snapshots');
    if (fate === 'refused') throw new StoreUnavailable('no snapshot');
    const snapshot = await store.loadPlayers();
    const cut = async function* () {
      for await (const batch of snapshot.players) {
        // In batches of one, so that there is a middle.
        for (const [n, player] of batch.entries()) {
          if (fate === 'slow') await turns(SLOW_TURNS);
          if (fate === 'cut' && n > 0) throw new StoreUnavailable('the snapshot ended');
          yield [player];
        }
      }
      if (fate === 'cut') throw new StoreUnavailable('the snapshot ended');
    };
    return { ...snapshot, players: cut() };
  };

  /** Events queue behind a late one, since they come in order. */
  const watch: Store['watch'] = (after, listener): Feed => {
    let tail = Promise.resolve();
    let isOver = false;
    const inOrder = (work: () => Promise<void> | void) => {
      const before = tail;
      tail = (async () => {
        await before;
        if (!isOver) await work();
      })();
    };
    const lose = (error: Error) => {
      isOver = true;
      void feed.close();
      listener.onLost(error);
    };
    const feed = store.watch(after, {
      onEvent: (event) =>
        inOrder(async () => {
          const fate = fateOf('feeds');
          if (fate === 'late') await turns(SLOW_TURNS);
          if (isOver) return;
          if (fate === 'lost') return lose(new Error('the feed was cut'));
          try {
            listener.onEvent(event);
          } catch (cause) {
            lose(new Error('the listener failed', { cause }));
          }
        }),
      onLost: (error) => inOrder(() => lose(error)),
    });
    return {
      async close() {
        isOver = true;
        await feed.close();
      },
    };
  };

  const faulty = new Proxy(store, {
    get(target, name) {
      if (name === 'loadPlayers') return loadPlayers;
      if (name === 'watch') return watch;
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name === 'close') return () => target.close();
      const kind = name === 'commit' ? 'commits' : WRITES.has(name) ? 'writes' : 'reads';
      return (...args: readonly unknown[]) =>
        call(fateOf(kind), async (): Promise<unknown> => Reflect.apply(method, target, args));
    },
  });
  return {
    store: faulty,
    faults: () => faults,
    async heal() {
      isHealed = true;
      await Promise.all(pending);
    },
  };
}
