/**
 * [CHN1] Holds players against what the chain has for them at one block, and has the game take over what
 * differs. Each wallet succeeds or fails by itself: one that cannot be read, or whose commits conflict,
 * holds up nobody else, and is tried again less and less often.
 */
import { isVerified } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Holdings, Player } from '../../../common/values/player.ts';
import { ChainUnavailable, type BlockRef, type Chain } from '../../chain/chain.ts';
import { LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { verifyCommand } from '../commands/upkeep.ts';
import type { Game } from '../engine/game.ts';
import type { DealtWith } from './dealt-with.ts';

/** Players whose balances are asked for together: what one call to the chain can hold. */
export const BATCH = 500;
/** How many of them commit side by side. */
const AT_ONCE = 8;
/** After a failure a wallet is left in peace for so long, twice as long each time. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

interface Failing {
  readonly tries: number;
  /** By the monotonic clock. */
  readonly until: number;
}

interface Difference {
  readonly wallet: Address;
  readonly held: Holdings;
}

export interface Verifier {
  /** Those of the wallets whose next try is due. */
  due(wallets: Iterable<Address>): Address[];
  /**
   * Verifies players of the records at a block, BATCH at most.
   * @returns those who are done with: verified there, or no players at all.
   * @throws ChainUnavailable, StoreUnavailable
   */
  verify(block: BlockRef, wallets: readonly Address[]): Promise<Address[]>;
  /** The same for players who were just loaded. */
  compare(block: BlockRef, players: readonly Player[]): Promise<Address[]>;
  /** A wallet could not be dealt with. */
  fail(wallet: Address, error: unknown): void;
  /** How many wallets failed at their last try. */
  failing(): number;
}

export function createVerifier(parts: {
  readonly chain: Pick<Chain, 'holdingsAt'>;
  readonly store: Pick<Store, 'player'>;
  readonly game: Game;
  readonly dealtWith: DealtWith;
  readonly log: Log;
  /** @throws where the work must not go on. */
  readonly goOn: () => void;
}): Verifier {
  const { chain, store, game, dealtWith, log, goOn } = parts;
  const failures = new Map<Address, Failing>();
  const fault = new LastingFault(log, {
    lasts: 'players cannot be verified; they are tried again, and hold up nobody else',
    over: 'every player can be verified again',
  });

  return { due, verify, compare, fail, failing: () => failures.size };

  function due(wallets: Iterable<Address>): Address[] {
    const now = performance.now();
    return [...wallets].filter((wallet) => (failures.get(wallet)?.until ?? 0) <= now);
  }

  async function verify(block: BlockRef, wallets: readonly Address[]): Promise<Address[]> {
    const players: Player[] = [];
    const strangers: Address[] = [];
    await Promise.all(
      wallets.map(async (wallet) => {
        try {
          const player = await store.player(wallet);
          if (!player) {
            dealtWith.compared(wallet, block.number);
            strangers.push(wallet);
          }
          // What a command read of a newer block is not for this one to judge.
          else if (player.holdings.block <= block.number) players.push(player);
        } catch (error) {
          if (error instanceof StoreUnavailable) throw error;
          fail(wallet, error);
        }
      }),
    );
    return [...strangers, ...(await compare(block, players))];
  }

  async function compare(block: BlockRef, players: readonly Player[]): Promise<Address[]> {
    if (players.length === 0) return [];
    const holdings = await chain.holdingsAt(block, players);
    goOn();
    const done: Address[] = [];
    const different: Difference[] = [];
    for (const [i, player] of players.entries()) {
      const held = holdings[i];
      const { wallet } = player;
      if (!held) fail(wallet, new ChainUnavailable('the chain does not tell its balances'));
      else if (!isVerified(player, held)) different.push({ wallet, held });
      else {
        dealtWith.compared(wallet, block.number);
        done.push(wallet);
      }
    }
    done.push(...(await commitAll(different)));
    for (const wallet of done) failures.delete(wallet);
    if (failures.size === 0) fault.end();
    return done;
  }

  /** Commits what differs, a few at a time. @returns those who are done with. */
  async function commitAll(different: readonly Difference[]): Promise<Address[]> {
    const done: Address[] = [];
    const rest = different.values();
    const work = async (): Promise<void> => {
      for (const { wallet, held } of rest) {
        goOn();
        try {
          const outcome = await game.act(verifyCommand(wallet, held), null);
          if (!outcome.ok && outcome.code !== 'no-such-player') throw new Error(outcome.message);
          // The commit is heard of like any other: this block, too, may be gone before long.
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
    failures.set(wallet, { tries, until: performance.now() + pauseMs });
    fault.strike({ err: error, wallet, count: failures.size });
  }
}
