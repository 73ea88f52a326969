/**
 * [CHN1] The game on imperfect providers: the faults of real ones, each on a fake node. Time is fake, and
 * blocks come ten times as fast as on Mainnet: one every 1.2 s.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { poke } from '../chain/testing/chain-sim.ts';
import { REFUSALS } from '../chain/testing/fake-node-faults.ts';
import {
  BackingWorld,
  BLOCK_MS,
  type BackingProcess,
  type ProcessOptions,
} from './support/backing-world.ts';
import { joinsItaly, stakesDena, states as statesIn, unbacked } from './support/following.ts';
import { ALICE, BOB } from './support/game-world.ts';
import { keptLog } from './support/kept-log.ts';

let time: FakeTime;
let world: BackingWorld;

beforeEach(() => {
  time = startFakeTime();
});
afterEach(async () => {
  await time.finish(world.close());
  time.stop();
});

async function done<T>(work: Promise<T>): Promise<T> {
  return (await time.finish(work)).value;
}

async function player(process: BackingProcess, wallet: Address): Promise<void> {
  world.sim.give(wallet, { denaWei: dena(1000), national: { italy: 3 }, cultural: { italy: 3 } });
  await done(joinsItaly(process, wallet));
}

const stakeDena = (...move: Parameters<typeof stakesDena>) => done(stakesDena(...move));
const states = (wallet: Address) => statesIn(world, wallet);

async function level({ follower }: BackingProcess): Promise<void> {
  await time.until(() => {
    expect(follower.block()).toBe(world.sim.head.number);
    expect(follower.unverified()).toBe(0);
  });
}

/** This many blocks at the chain's own pace, each with something in it. */
async function blocks(
  count: number,
  what: (n: number) => void = () => world.sim.mine(),
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    what(n);
    await time.pass(BLOCK_MS);
  }
}

/** A process, level with the chain, on which Alice has staked all of her DENA. */
async function aliceHasStaked(options: ProcessOptions = {}): Promise<BackingProcess> {
  const process = await done(world.start(options));
  await player(process, ALICE);
  expect((await stakeDena(process, ALICE, 1000)).ok).toBe(true);
  await level(process);
  return process;
}

const active = { status: 'active' };
const stranger = (n: number): Address =>
  address(`0x${(0x1000 + n).toString(16).padStart(40, '0')}`);

test.each([
  ['allows 10 blocks per eth_getLogs', { maxLogRange: 10, rangeRefusal: REFUSALS.alchemyFree }],
  ['has pruned the state where the follower left off', { keepStates: 8 }],
])('a provider that %s is caught up with after 600 blocks', async (_what, faults) => {
  world = new BackingWorld();
  await done((await aliceHasStaked()).close());
  world.sim.mineEmpty(300);
  world.sim.give(ALICE, { denaWei: dena(999) });
  world.sim.mineEmpty(300);
  world.node.set(faults);
  const second = await done(world.start());
  await time.until(async () => expect(await states(ALICE)).toEqual([unbacked]));
  await level(second);
});

test('an endpoint that stands still is dropped if another advances', async () => {
  world = new BackingWorld({ backends: [1, 1] });
  await aliceHasStaked();
  world.node.set({ tip: world.sim.head });
  world.sim.give(ALICE, { denaWei: 0n });
  world.sim.mineEmpty(2);
  // All of them are asked once a minute.
  await time.pass(70_000);
  expect(await states(ALICE)).toEqual([unbacked]);
});

test('headers with only a number and a hash are enough to follow', async () => {
  world = new BackingWorld();
  for (const backend of world.node.backends) {
    const whole = backend.header.bind(backend);
    backend.header = (block) => {
      const { number, hash } = z
        .object({ number: z.string(), hash: z.string() })
        .parse(whole(block));
      return { number, hash };
    };
  }
  const process = await aliceHasStaked();
  world.sim.give(ALICE, { denaWei: 0n });
  await time.until(async () => expect(await states(ALICE)).toEqual([unbacked]));
  await blocks(3);
  world.sim.reorganise(2);
  await level(process);
});

test.each([0, 3])(
  'logs that were left out under an unchanged hash, with %i blocks after it, are found by the second reading',
  async (more) => {
    world = new BackingWorld();
    const process = await aliceHasStaked();
    world.node.set({ loseLogs: { blocks: 'all', of: 'both', times: 1 } });
    world.sim.give(ALICE, { denaWei: 0n });
    if (more > 0) {
      world.sim.mineEmpty(more);
      await time.until(() => expect(process.follower.block()).toBe(world.sim.head.number));
      expect(await states(ALICE)).toEqual([active]);
      world.sim.mine();
    }
    await time.until(async () => expect(await states(ALICE)).toEqual([unbacked]));
  },
);

test('another chain behind an endpoint that never failed is not mistaken for a reorganisation', async () => {
  world = new BackingWorld();
  const log = keptLog();
  const process = await aliceHasStaked({ log: log.log });
  const { sim, node } = world;
  const elsewhere = sim.fork(
    sim.genesis,
    Array.from({ length: sim.head.number + 3 }, () => []),
  );
  node.set({ tip: elsewhere, genesisHash: `0x${'e'.repeat(64)}` });
  await time.pass(5000);
  expect(await states(ALICE)).toEqual([active]);
  expect(process.follower.condition()).toBe('unavailable');
  expect(log.text()).toContain('another chain');
  node.heal();
  sim.mine();
  await time.pass(11_000);
  await level(process);
  expect(await states(ALICE)).toEqual([active]);
});

test('a head that no other answer confirms changes nothing', async () => {
  world = new BackingWorld();
  const process = await aliceHasStaked();
  const block = process.follower.block();
  const [backend] = world.node.backends;
  if (!backend) throw new Error('a node has a backend');
  const truth = backend.header.bind(backend);
  let lies = 1;
  backend.header = (of) => {
    const header = z.record(z.string(), z.unknown()).parse(truth(of));
    lies -= 1;
    return lies < 0 ? header : { ...header, number: '0x3938700', hash: `0x${'f'.repeat(64)}` };
  };
  await time.until(() => expect(lies).toBeLessThan(0));
  await time.pass(1000);
  expect(process.follower.block()).toBe(block);
  world.sim.give(ALICE, { denaWei: 0n });
  await time.until(async () => expect(await states(ALICE)).toEqual([unbacked]));
});

test('100 players who are poked in one transaction cost ten calls at most, and no commit', async () => {
  world = new BackingWorld();
  const process = await done(world.start());
  const wallets = Array.from({ length: 100 }, (_, n) => stranger(n));
  for (const wallet of wallets) await player(process, wallet);
  await level(process);
  await time.pass(3 * BLOCK_MS);
  const newest = await world.store.events({ limit: 1, order: 'newest-first' });
  world.node.resetCounts();
  world.sim.mine(wallets.map((wallet) => poke(wallet, BOB)));
  const block = world.sim.head.number;
  await level(process);
  expect(world.node.calls).toBeLessThanOrEqual(10);
  expect(await world.store.events({ limit: 1, order: 'newest-first' })).toEqual(newest);
  const alice = await world.store.player(stranger(0));
  if (!alice) throw new Error('she plays');
  expect(process.dealtWith.verifiedUpTo(alice).block).toBe(block);
});

test('an idle game makes four calls per block, including its rounds', async () => {
  world = new BackingWorld();
  const process = await done(world.start({ compareMs: 25 * BLOCK_MS }));
  const onlooker = await done(world.start({ compareMs: 25 * BLOCK_MS }));
  await player(process, ALICE);
  expect((await stakeDena(process, ALICE, 1000)).ok).toBe(true);
  await level(process);
  await blocks(5);
  world.node.resetCounts();
  for (let n = 0; n < 50; n += 1) {
    world.sim.mine();
    await time.pass(BLOCK_MS);
  }
  // 30,000 a day are 4.17 per 12 s block; that includes two comparison rounds, at two calls each.
  expect(world.node.calls).toBeLessThanOrEqual(50 * 4.17);
  await level(process);
  expect(onlooker.follower.block()).toBe(process.follower.block());
});
