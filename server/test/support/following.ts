/**
 * Followers of a game's fake chain under fake time, for the tests of `server/game/backing/`:
 * players who join and stake, and what happens to their stakes.
 */
import { afterEach, beforeEach, expect } from 'vitest';
import { dena } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { ChainFollower } from '../../game/backing/chain-follower.ts';
import { BackingProgress } from '../../game/backing/backing-progress.ts';
import { chooseNationCommand } from '../../game/commands/choose-nation.ts';
import { stakeDenaCommand, stakeNftCommand } from '../../game/commands/stakes.ts';
import { createGame } from '../../game/engine/game.ts';
import { createLog } from '../../observe/log.ts';
import { allStakes } from '../../store/testing/observe.ts';
import { intent, NFTS, type GameWorld } from './game-world.ts';

/** Longer than any test: a round that is not hurried compares nobody. */
const NEVER_MS = 1e9;

type Options = Partial<ConstructorParameters<typeof ChainFollower>[0]>;

export const unbacked = expect.objectContaining({ status: 'ended', reason: 'unbacked' });

/** Fakes time for each test of the file, and returns its helpers. */
export function useFollowers() {
  let time: FakeTime;
  beforeEach(() => {
    time = startFakeTime();
  });
  afterEach(() => time.stop());

  /** The work's result, with as much time as it takes. */
  async function done<T>(work: Promise<T>): Promise<T> {
    return (await time.finish(work)).value;
  }

  /** Runs with a follower that is level with the game's fake chain. */
  function following(
    world: GameWorld,
    run: (follower: ChainFollower) => Promise<void>,
    options: Options = {},
  ): Promise<void> {
    return followingTo(world, world.chain.blockNumber, options, run);
  }

  /** Runs with a follower that has looked through this block. */
  async function followingTo(
    world: GameWorld,
    block: number,
    options: Options,
    run: (follower: ChainFollower) => Promise<void>,
  ): Promise<void> {
    const follower = follow(world, options);
    try {
      await time.until(() => expect(follower.block()).toBeGreaterThanOrEqual(block));
      await run(follower);
    } finally {
      await done(follower.close());
    }
  }

  /** An Italian with 100 DENA, one national NFT and two cultural ones. */
  async function player({ game, chain }: GameWorld, wallet: Address): Promise<void> {
    chain.give(wallet, { denaWei: dena(100), national: { italy: 1 }, cultural: { italy: 2 } });
    await done(joinsItaly({ game }, wallet));
  }

  return {
    pass: (ms: number) => time.pass(ms),
    until: (check: () => void | Promise<void>) => time.until(check),
    done,
    following,
    followingTo,
    player,
    stakeNational: (world: WithGame, wallet: Address) => done(stakesNational(world, wallet, 1)),
    stakeDena: (world: WithGame, wallet: Address, amount: number) =>
      done(stakesDena(world, wallet, amount)),
  };
}

type WithGame = Pick<GameWorld, 'game'>;

/** @throws Error if it may not. */
async function joinsItaly({ game }: WithGame, wallet: Address): Promise<void> {
  const outcome = await game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

function stakesDena({ game }: WithGame, wallet: Address, amount: number) {
  return game.act(stakeDenaCommand({ wallet, amountWei: dena(amount) }), intent());
}

function stakesNational({ game }: WithGame, wallet: Address, quantity: number) {
  const contract = NFTS.collections.national;
  const order = { wallet, kind: 'national', contract, tokenId: 2n, quantity } as const;
  return game.act(stakeNftCommand(order, NFTS), intent());
}

function follow(world: GameWorld, options: Options = {}): ChainFollower {
  const { chain, store, game, backing, board, clock } = world;
  return new ChainFollower({
    chain,
    store,
    game,
    backing,
    commits: board,
    lease: { isHeld: () => true },
    isPlayer: async (wallet) => (await store.player(wallet)) !== null,
    playerCount: () => board.count,
    now: () => clock.now(),
    log: createLog('silent'),
    pollMs: 5,
    compareMs: NEVER_MS,
    ...options,
  });
}

export async function states(
  { store }: Pick<GameWorld, 'store'>,
  wallet: Address,
): Promise<Stake['state'][]> {
  return (await allStakes(store, wallet)).map(({ state }) => state);
}

/** The game of another process, which knows nothing about what this one has read from the chain. */
export function anotherProcess({ store, chain, board, clock }: GameWorld) {
  const backing = new BackingProgress(chain);
  return { backing, game: createGame({ store, holdings: backing, board, clock }) };
}

/** A lease that a test gives and takes. */
export function leaseInHand(isHeld: boolean) {
  return { isHeld: () => isHeld, give: () => (isHeld = true), take: () => (isHeld = false) };
}
