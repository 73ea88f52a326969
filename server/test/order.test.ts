/** [ORD1] The order of commits decides who was first; no clock and no id affects it. */
import { describe, expect } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { BackingProgress } from '../game/backing/backing-progress.ts';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { stakeDenaCommand, stakeNftCommand } from '../game/commands/stakes.ts';
import { verifyCommand } from '../game/commands/upkeep.ts';
import type { Command } from '../game/engine/command.ts';
import { createGame, type Game } from '../game/engine/game.ts';
import { allStakes } from '../store/testing/observe.ts';
import {
  ALICE,
  BOB,
  gameTest as test,
  intent,
  NFTS,
  type GameWorld,
} from './support/game-world.ts';

/** Processes on one store, whose clocks are this many ms ahead of the machine's. */
function processes({ store, chain, board, clock }: GameWorld, ...aheadMs: number[]): Game[] {
  return aheadMs.map((ms) =>
    createGame({
      store,
      holdings: new BackingProgress(chain),
      board,
      clock: { ...clock, now: () => clock.now() + ms },
    }),
  );
}

async function done(game: Game | undefined, command: Command<unknown>): Promise<void> {
  const outcome = await game?.act(command, intent());
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'there is no such process');
}

const joining = (wallet: Address) => chooseNationCommand({ wallet, nationId: 'italy' });
const stakingDena = (wallet: Address, amount: number) =>
  stakeDenaCommand({ wallet, amountWei: dena(amount) });
const stakingCultural = (wallet: Address) =>
  stakeNftCommand(
    { wallet, kind: 'cultural', contract: NFTS.collections.cultural, tokenId: 2n, quantity: 1 },
    NFTS,
  );

/** ALICE has the higher address: ties broken by address go to BOB. */
describe.each([
  { name: 'the first process is ahead', aheadMs: [5000, 0] },
  { name: 'the second process is ahead', aheadMs: [0, 5000] },
  { name: 'their clocks agree to the millisecond', aheadMs: [0, 0] },
])('of two processes where $name', ({ aheadMs }) => {
  test('the player who joined, or staked, first ranks above', async ({ world, time }) => {
    const [first, second] = processes(world, ...aheadMs);
    await time.finish(done(first, joining(ALICE)));
    await time.finish(done(second, joining(BOB)));
    expect(world.board.page(2, 0).map((entry) => entry.walletAddress)).toEqual([ALICE, BOB]);
    for (const wallet of [ALICE, BOB]) world.chain.give(wallet, { denaWei: dena(100) });
    await time.finish(done(first, stakingDena(BOB, 10)));
    await time.finish(done(second, stakingDena(ALICE, 10)));
    expect(world.board.page(2, 0).map((entry) => entry.walletAddress)).toEqual([BOB, ALICE]);
  });

  test('the player who had as many cultural NFTs first is president', async ({ world, time }) => {
    const [first, second] = processes(world, ...aheadMs);
    for (const wallet of [BOB, ALICE]) {
      world.chain.give(wallet, { cultural: { italy: 2 } });
      await time.finish(done(second, joining(wallet)));
    }
    await time.finish(done(first, stakingCultural(ALICE)));
    await time.finish(done(second, stakingCultural(BOB)));
    expect(world.board.nation('italy').presidentWallet).toBe(ALICE);
    await time.finish(done(first, stakingCultural(BOB)));
    await time.finish(done(second, stakingCultural(ALICE)));
    expect(world.board.nation('italy').presidentWallet).toBe(BOB);
  });

  test('of the stakes of a wallet, the newer one ends', async ({ world, time }) => {
    const [first, second] = processes(world, ...aheadMs);
    world.chain.give(ALICE, { denaWei: dena(100) });
    await time.finish(done(first, joining(ALICE)));
    for (let n = 0; n < 3; n += 1) {
      await time.finish(done(first, stakingDena(ALICE, 20)));
      await time.finish(done(second, stakingDena(ALICE, 10)));
    }
    const holdings = { block: 99, denaWei: dena(80), national: 0, cultural: 0 };
    await time.finish(done(second, verifyCommand(ALICE, holdings)));
    const stakes = await allStakes(world.store, ALICE);
    expect(stakes.map(({ state }) => state.status)).toEqual([
      ...Array.from({ length: 5 }, () => 'active'),
      'ended',
    ]);
    expect(stakes.map((stake) => stake.playerVersion)).toEqual([2, 3, 4, 5, 6, 7]);
  });
});
