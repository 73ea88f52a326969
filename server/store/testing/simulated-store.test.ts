/**
 * The simulated store fulfils the contract of every store while it is late, and with it the memory
 * store, which keeps its truth; and it keeps its own promises.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../common/rules/decision.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { StoreUnavailable, VersionConflict, type Receipt } from '../store.ts';
import { storeContract } from './conformance.ts';
import { joining, receiptOf, stakingDena } from './fixtures.ts';
import { fractions } from './fractions.ts';
import { allEvents, allStakes, receiptIn, recorder, type Recorder } from './observe.ts';
import type { ProcessLink } from './process-link.ts';
import { SimulatedStore } from './simulated-store.ts';
import type { StoreFaults, StoreKind } from './store-faults.ts';

const LATE: Partial<StoreFaults> = {
  latencyMs: [0, 4],
  late: 0.02,
  lateMs: [20, 60],
  tornLoads: 0.5,
};

storeContract('the simulated store, late', () => {
  const set = new SimulatedStore({ kind: 'mongo', random: fractions(37) });
  set.set(LATE);
  const { store } = set.connect('a');
  const act = async (document: string) => set.truth.act(document);
  return Promise.resolve({ store, damage: null, act, dispose: () => store.close() });
});

describe('the simulated store', () => {
  let time: FakeTime;
  beforeEach(() => {
    time = startFakeTime();
  });
  afterEach(() => time.stop());

  test('keeps what it acknowledged, and all of a change or none, whatever happens', async () => {
    const counts = new Map<string, number>();
    const total = runs({ usual: 6, long: 400 });
    for (let seed = 1; seed <= total; seed += 1) {
      const told = await life(time, seed % 2 ? 'mongo' : 'embedded', fractions(seed * 7919));
      for (const [kind, count] of Object.entries(told)) {
        counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
    }
    const once = await life(time, 'mongo', fractions(1));
    expect(await life(time, 'mongo', fractions(1))).toEqual(once);
    // The run was eventful.
    for (const kind of EVENTFUL) expect([kind, counts.get(kind) ?? 0]).not.toEqual([kind, 0]);
  });
});

/** Whatever happened, each life has these faults among its own. */
const TROUBLED: Partial<StoreFaults> = {
  latencyMs: [1, 200],
  late: 0.02,
  refused: 0.05,
  unknown: 0.05,
  pending: 0.05,
  lostRace: 0.05,
  ownConflict: 0.05,
  tornLoads: 0.2,
  lostFeeds: 0.01,
};
const STEPS = 60;
const EVENTFUL = [
  'late',
  'refused',
  'unknown',
  'pending',
  'lost race',
  'own conflict',
  'torn load',
  'cut',
  'step-down',
  'no primary',
  'kept',
  'rolled back',
  'no answer',
  'feed lost',
  'kill',
];

/** A commit that somebody tried. */
interface Attempt {
  readonly change: Change;
  readonly receipt: Receipt;
  /** Null until it is acknowledged. */
  rev: Rev | null;
}

/**
 * Processes that play on the store while all kinds of things happen to it. Returns how often each
 * did.
 */
async function life(time: FakeTime, kind: StoreKind, random: () => number) {
  const set = new SimulatedStore({ kind, random });
  set.set(TROUBLED);
  const attempts: Attempt[] = [];
  const feeds: { readonly link: ProcessLink; readonly told: Recorder }[] = [];
  const start = (name: string) => {
    const feed = { link: set.connect(name), told: recorder() };
    feed.link.store.watch(REV_ZERO, feed.told);
    feeds.push(feed);
  };
  const play = async ({ store }: ProcessLink, wallet: Address, n: number) => {
    const receipt = receiptOf(`attempt-${n}`);
    const own = attempts.filter(({ change, rev }) => rev && change.player.wallet === wallet);
    const acknowledged = Math.max(0, ...own.map(({ change }) => change.player.version));
    const { player } = await store.load(wallet, { stakeId: null, commandId: null, now: 0 });
    const version = player?.version ?? 0;
    expect(version).toBeGreaterThanOrEqual(acknowledged);
    const change = player ? stakingDena({ player }, n + 1) : joining(wallet);
    const attempt: Attempt = { change, receipt, rev: null };
    attempts.push(attempt);
    attempt.rev = await store.commit(change, version, receipt);
  };
  const failures: unknown[] = [];
  for (const name of kind === 'mongo' ? ['a', 'b'] : ['a']) start(name);
  for (let step = 0; step < STEPS; step += 1) {
    const link = set.links[Math.floor(random() * set.links.length)];
    if (!link) throw new Error('no process is left');
    const drawn = random();
    if (drawn < 0.04) link.cut();
    else if (drawn < 0.12) link.mend();
    else if (drawn < 0.17 && kind === 'mongo') set.stepDown(Math.floor(random() * 3000));
    else if (drawn < 0.2) {
      link.kill();
      start(link.name);
    } else {
      play(link, walletOf(step % 4), step).catch((error: unknown) => failures.push(error));
    }
    await time.pass(Math.floor(random() * 400));
  }
  set.heal();
  await time.pass(20_000);

  const unexpected = failures.filter(
    (error) => !(error instanceof StoreUnavailable || error instanceof VersionConflict),
  );
  expect(unexpected).toEqual([]);
  const { truth } = set;
  const events = await allEvents(truth);
  let done = 0;
  for (const { change, receipt, rev } of attempts) {
    const { wallet, version } = change.player;
    const own = events.filter(({ row }) => row.wallet === wallet);
    const stakes = await allStakes(truth, wallet);
    const isDone = (await receiptIn(truth, wallet, receipt.commandId, 0)) !== null;
    if (isDone) {
      done += 1;
      expect(own[version - 1]).toEqual({ ...change.event, rev: rev ?? own[version - 1]?.rev });
      expect(stakes).toEqual(expect.arrayContaining([...change.stakes]));
    } else {
      expect(rev).toBeNull();
      for (const stake of change.stakes) expect(stakes).not.toContainEqual(stake);
    }
    expect((await truth.player(wallet))?.version ?? 0).toBe(own.length);
  }
  expect(events).toHaveLength(done);
  for (const { link, told } of feeds) {
    const isWhole = told.lost.length === 0 && !link.isOver;
    expect(told.told).toEqual(isWhole ? events : events.slice(0, told.told.length));
  }
  return set.counts();
}
