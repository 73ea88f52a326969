/** The follower behind the real adapter: what it asks of a provider, and what a poor one costs. */
import { expect, onTestFinished } from 'vitest';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import { ChainSim, sendDena } from '../../chain/testing/chain-sim.ts';
import { FakeNode, transport } from '../../chain/testing/fake-node.ts';
import { openTestChain } from '../../chain/testing/open-chain.ts';
import { repeatedly, wallNow } from '../../lib/machine.ts';
import { states, unbacked, useFollowers } from '../../test/support/following.ts';
import { gameTest as test, intent, type GameWorld } from '../../test/support/game-world.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stakes.ts';
import { createGame } from '../engine/game.ts';
import { BackingProgress } from './backing-progress.ts';

const { done, followingTo, pass, until } = useFollowers();
const PLAYERS = Array.from({ length: 60 }, (_, i) => walletOf(i + 1));
const BLOCK_MS = 12_000;

/** Mainnet's blocks and the usual intervals; sixty players have staked 60 of their 100 DENA. */
async function setUp(world: GameWorld) {
  const sim = new ChainSim({ startS: Math.floor(wallNow() / 1000) - 60 * 12 });
  for (const wallet of PLAYERS) sim.give(wallet, { denaWei: dena(100) });
  const node = new FakeNode(sim, { seed: 7 });
  node.set({ slowMs: 20 });
  const chain = openTestChain({
    endpoints: ['http://node.example'],
    connect: (_url, limits) => transport(node, limits),
    refused: 'development',
  });
  const backing = new BackingProgress(chain);
  const { store, board, clock } = world;
  const game = createGame({ store, holdings: backing, board, clock });
  for (const wallet of PLAYERS) {
    await done(game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent()));
    await done(game.act(stakeDenaCommand({ wallet, amountWei: dena(60) }), intent()));
  }
  const mining = repeatedly(BLOCK_MS, () => void sim.mine());
  onTestFinished(() => {
    mining.stop();
    chain.close();
  });
  const options = { chain, backing, game, pollMs: 4000, compareMs: 300_000 };
  return { sim, node, options };
}

test('[CHN1] a game in which nothing moves costs three calls a block, and two a round', async ({
  world,
}) => {
  const { sim, node, options } = await setUp(world);
  await followingTo(world, sim.head.number, options, async () => {
    // Each player is compared once more when the block of their stake is old enough.
    await pass(70 * BLOCK_MS);
    node.resetCounts();
    await pass(100 * BLOCK_MS);
  });
  expect(node.counts()).toMatchObject({ eth_getLogs: 100 });
  expect(node.calls / 100).toBeLessThan(3.2);
});

test('[CHN1] players whose tokens move in one block lose their stakes within 20 s, though one call in twenty fails', async ({
  world,
}) => {
  const { sim, node, options } = await setUp(world);
  await followingTo(world, sim.head.number, options, async () => {
    await pass(30_000);
    node.set({ fail: { as: 'json-rpc', share: 0.05 } });
    sim.mine(PLAYERS.map((wallet) => sendDena(wallet, null, dena(90))));
    const tookMs = await until(async () => {
      for (const wallet of PLAYERS) expect(await states(world, wallet)).toEqual([unbacked]);
    });
    expect(tookMs).toBeLessThan(20_000);
  });
});
