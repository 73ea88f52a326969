/**
 * [CHN1] Compares players' records with their balances at one block, and commits the differences.
 * Each wallet succeeds or fails separately: one that can't be read, or whose commits conflict,
 * blocks nobody else and is retried with a backoff.
 */
import { isVerified } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Holdings, Player } from '../../../common/values/player.ts';
import { ChainUnavailable, type BlockRef, type Chain } from '../../chain/chain.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { lastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { verifyCommand } from '../commands/upkeep.ts';
import type { Game } from '../engine/game.ts';
import type { BackingProgress } from './backing-progress.ts';

/** How many players are verified together: as many as one call to the chain takes. */
export const BATCH = 500;
/** How many commits run in parallel. */
const AT_ONCE = 8;
/** The pause after a wallet's failure, doubled with each further one. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

interface Failing {
  readonly tries: number;
  /** When it is retried, by the monotonic clock. */
  readonly until: number;
}

export type Verifier = ReturnType<typeof createVerifier>;

export function createVerifier(parts: {
  readonly chain: Pick<Chain, 'holdingsAt'>;
  readonly store: Pick<Store, 'player'>;
  readonly game: Game;
  readonly backing: BackingProgress;
  readonly log: Log;
  /** @throws Error if the work must stop. */
  readonly assertFollowing: () => void;
}) {
  const { chain, store, game, backing, log, assertFollowing } = parts;
  const failures = new Map<Address, Failing>();
  const fault = lastingFault(log, {
    lasts: 'players cannot be verified; they are tried again, and hold up nobody else',
    over: 'every player can be verified again',
  });

  return {
    due,
    verify,
    compare,
    fail,
    /** The wallets to verify are read from the store again. */
    forget: () => failures.clear(),
    /** How many wallets failed their last attempt. */
    failing: () => failures.size,
  };

  /** The wallets that are not in a backoff pause. */
  function due(wallets: Iterable<Address>): Address[] {
    const now = monotonicNow();
    return [...wallets].filter((wallet) => (failures.get(wallet)?.until ?? 0) <= now);
  }

  /**
   * Loads players and compares them at a block; BATCH wallets at most.
   * @returns the wallets that are done: verified there, or not players.
   * @throws ChainUnavailable, StoreUnavailable
   */
  async function verify(block: BlockRef, wallets: readonly Address[]): Promise<Address[]> {
    const players: Player[] = [];
    const strangers: Address[] = [];
    const asOf = backing.received;
    await Promise.all(
      wallets.map(async (wallet) => {
        try {
          const player = await store.player(wallet);
          if (!player) strangers.push(wallet);
          // A player known at a newer block is verified once the head reaches that block.
          else if (player.holdings.block <= block.number) players.push(player);
        } catch (error) {
          if (error instanceof StoreUnavailable) throw error;
          fail(wallet, error);
        }
      }),
    );
    const done = [...strangers, ...(await compare(block, players))];
    for (const wallet of done) {
      failures.delete(wallet);
      backing.compared(wallet, block.number, asOf);
    }
    return done;
  }

  /** The same for players that are already loaded. */
  async function compare(block: BlockRef, players: readonly Player[]): Promise<Address[]> {
    if (players.length === 0) return [];
    const holdings = await chain.holdingsAt(block, players);
    assertFollowing();
    const done: Address[] = [];
    const different = new Map<Address, Holdings>();
    for (const [i, player] of players.entries()) {
      const held = holdings[i];
      const { wallet } = player;
      if (!held) fail(wallet, new ChainUnavailable('the chain does not return its balances'));
      // Holdings read at a newer block are neither confirmed nor refuted by this one.
      else if (player.holdings.block > held.block) done.push(wallet);
      else if (!isVerified(player, held)) different.set(wallet, held);
      else done.push(wallet);
    }
    done.push(...(await commitAll(different)));
    for (const wallet of done) failures.delete(wallet);
    if (failures.size === 0) fault.clear();
    return done;
  }

  /** Commits the differences, a few at a time. @returns the wallets that are done. */
  async function commitAll(different: ReadonlyMap<Address, Holdings>): Promise<Address[]> {
    const done: Address[] = [];
    const rest = different.entries();
    const work = async (): Promise<void> => {
      for (const [wallet, held] of rest) {
        assertFollowing();
        try {
          const outcome = await game.act(verifyCommand(wallet, held), null);
          if (!outcome.ok && outcome.code !== 'no-such-player') throw new Error(outcome.message);
          // Not `compared`: this commit rests on a block that may be reorganised away, like any
          // other.
          done.push(wallet);
        } catch (error) {
          fail(wallet, error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return done;
  }

  function fail(wallet: Address, error: unknown): void {
    const tries = (failures.get(wallet)?.tries ?? 0) + 1;
    const pauseMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (tries - 1));
    failures.set(wallet, { tries, until: monotonicNow() + pauseMs });
    fault.report({ err: error, wallet, count: failures.size });
  }
}
