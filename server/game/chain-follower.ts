/**
 * [CHN1] Follows the three contracts' transfers, so that stakes stay backed. The trail of blocks that
 * were dealt with is kept in the store and moves only when what they asked for is durable: a crash
 * repeats work, it never skips any.
 */
import { z } from 'zod';
import { sameHoldings } from '../../common/rules/verify-holdings.ts';
import { writtenAddressSchema, type Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import { ChainUnavailable, type BlockRef, type Chain } from '../chain/chain.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';
import type { Game } from './game.ts';
import { every } from './loop.ts';
import type { UnseenReads } from './unseen-reads.ts';
import { verifyCommand } from './upkeep.ts';

const SETTING = 'chain.trail';
/** Between two looks at the chain's head. */
const POLL_MS = 1000;
/** Every player's balances are read again this often, whatever the transfers said. */
const SWEEP_MS = 5 * 60_000;
/** Players whose balances are read in one request. */
const SWEEP_BATCH = 1000;
/** Blocks whose transfers are read in one request. */
const BLOCKS_PER_READ = 1000;
/** A reorganisation deeper than this makes every player be read again. */
const TRAIL_LENGTH = 64;
/** A node behind another one lags this long at most; past it, blocks it does not have are gone. */
const LAG_MS = 10_000;

/** A block that was dealt with, and the players that it moved tokens of. */
const footprintSchema = z.object({
  number: z.int().nonnegative(),
  hash: z.string(),
  wallets: z.array(writtenAddressSchema),
});
type Footprint = z.infer<typeof footprintSchema>;

/** Oldest first. */
const trailSchema = z.array(footprintSchema);

export interface ChainFollower {
  /** The newest block that was dealt with; null before the first. */
  block(): number | null;
  close(): Promise<void>;
}

export function followChain(parts: {
  readonly chain: Chain;
  readonly store: Pick<Store, 'loadPlayers' | 'player' | 'setting' | 'putSetting'>;
  readonly game: Game;
  /** Through which the game reads. */
  readonly unseenReads: UnseenReads;
  /** Whether a wallet plays. */
  readonly isPlayer: (wallet: Address) => boolean;
  readonly log: Log;
  readonly pollMs?: number;
  readonly sweepMs?: number;
  readonly lagMs?: number;
}): ChainFollower {
  const { chain, store, game, unseenReads, isPlayer, log } = parts;
  const { pollMs = POLL_MS, sweepMs = SWEEP_MS, lagMs = LAG_MS } = parts;
  let trail: readonly Footprint[] | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Since when the node has been behind the trail's newest block. */
  let behindSince: number | null = null;
  let isAway = false;
  let isClosing = false;
  const loop = every(pollMs, follow, noteFailure);

  return {
    block: () => trail?.at(-1)?.number ?? null,
    close() {
      isClosing = true;
      return loop.close();
    },
  };

  async function follow(): Promise<void> {
    await step();
    if (isAway) log.info('the chain is followed again');
    isAway = false;
  }

  function noteFailure(error: unknown): void {
    const expected = error instanceof ChainUnavailable || error instanceof StoreUnavailable;
    if (!expected) log.error({ err: error }, 'following the chain failed; trying again');
    else if (!isAway) log.warn({ err: error }, 'the chain cannot be followed for now');
    isAway = true;
  }

  async function step(): Promise<void> {
    trail ??= await readTrail();
    const head = await chain.head();
    if (trail.length === 0) {
      await sweep();
      await keepTrail([{ ...head, wallets: [] }]);
      return;
    }
    if (isBehind(head, trail)) return;
    const kept = await stillThere(trail);
    const last = kept.at(-1);
    if (!last || kept.length < trail.length) await rescan(kept, trail.slice(kept.length), head);
    else if (head.number > last.number) await advance(kept, last, head);
    await readUnseenAgain();
    if (performance.now() - sweptAt > sweepMs) await sweep();
  }

  /** Several nodes may stand behind one address: one that lags says nothing of what is gone. */
  function isBehind(head: BlockRef, blocks: readonly Footprint[]): boolean {
    if (head.number >= (blocks.at(-1)?.number ?? 0)) {
      behindSince = null;
      return false;
    }
    behindSince ??= performance.now();
    return performance.now() - behindSince < lagMs;
  }

  /** The part of the trail that the chain still has, without what a reorganisation took away. */
  async function stillThere(blocks: readonly Footprint[]): Promise<readonly Footprint[]> {
    for (let length = blocks.length; length > 0; length -= 1) {
      const newest = blocks[length - 1];
      if (newest && (await chain.block(newest.number))?.hash === newest.hash) {
        return blocks.slice(0, length);
      }
    }
    return [];
  }

  /**
   * Blocks are gone: what was read of them is worth nothing, so everyone whom they moved and everyone
   * who was last read in one of them is read again.
   */
  async function rescan(
    kept: readonly Footprint[],
    gone: readonly Footprint[],
    head: BlockRef,
  ): Promise<void> {
    const fork = kept.at(-1)?.number ?? -1;
    log.warn({ fork, head: head.number }, 'the chain was reorganised');
    const moved = new Set(gone.flatMap(({ wallets }) => wallets));
    const snapshot = await store.loadPlayers();
    for await (const players of snapshot.players) {
      const affected = players.filter(
        ({ wallet, holdings }) => moved.has(wallet) || holdings.block > fork,
      );
      await verifyAll(
        affected.map(({ wallet }) => wallet),
        true,
      );
    }
    const last = kept.at(-1);
    // Whom the new branch moved is found by going on from the fork; without one, everybody was read.
    if (!last) await keepTrail([{ ...head, wallets: [] }]);
    else if (head.number > last.number) await advance(kept, last, head);
    else await keepTrail(kept);
  }

  async function advance(
    kept: readonly Footprint[],
    last: Footprint,
    head: BlockRef,
  ): Promise<void> {
    const until = Math.min(head.number, last.number + BLOCKS_PER_READ);
    const end = until === head.number ? head : await chain.block(until);
    // A block that was there a moment ago and is not: the next step finds out what became of it.
    if (!end) return;
    const blocks = await chain.transfers(last.number + 1, until);
    const footprints = blocks
      .map(({ number, hash, wallets }) => ({ number, hash, wallets: wallets.filter(isPlayer) }))
      .filter(({ wallets }) => wallets.length > 0);
    await verifyAll(new Set(footprints.flatMap(({ wallets }) => wallets)), false);
    const endWallets = footprints.find(({ number }) => number === end.number)?.wallets ?? [];
    await keepTrail([
      ...kept,
      ...footprints.filter(({ number }) => number < end.number),
      { ...end, wallets: endWallets },
    ]);
  }

  /** Whoever was read of blocks that nobody had looked at: those may have been gone by now. */
  async function readUnseenAgain(): Promise<void> {
    const wallets = unseenReads.take();
    try {
      const players = await Promise.all(wallets.map((wallet) => store.player(wallet)));
      const untold = await compare(players.filter((player) => player !== null));
      unseenReads.giveBack(untold);
    } catch (error) {
      unseenReads.giveBack(wallets);
      throw error;
    }
  }

  /** Every player's balances, compared with what is known: no transfer is missed for long. */
  async function sweep(): Promise<void> {
    const snapshot = await store.loadPlayers();
    for await (const players of snapshot.players) {
      await compare(players);
      if (isClosing) return;
    }
    sweptAt = performance.now();
  }

  /** @returns the wallets of which nothing was told: the node answered from before what is known. */
  async function compare(players: readonly Player[]): Promise<Address[]> {
    const untold: Address[] = [];
    for (let start = 0; start < players.length; start += SWEEP_BATCH) {
      const batch = players.slice(start, start + SWEEP_BATCH);
      const holdings = await chain.allHoldings(batch);
      const different: Address[] = [];
      for (const [i, player] of batch.entries()) {
        const held = holdings[i];
        if (!held || held.block < player.holdings.block) untold.push(player.wallet);
        else if (!sameHoldings(held, player.holdings)) different.push(player.wallet);
      }
      await verifyAll(different, false);
      if (isClosing) break;
    }
    return untold;
  }

  async function verifyAll(wallets: Iterable<Address>, reorganised: boolean): Promise<void> {
    for (const wallet of wallets) {
      const outcome = await game.act(verifyCommand(wallet, reorganised), null);
      // A wallet that does not play has nothing staked; anything else must be tried again.
      if (outcome.ok || outcome.code === 'no-such-player') continue;
      throw new ChainUnavailable(`${wallet} could not be verified: ${outcome.message}`);
    }
  }

  async function readTrail(): Promise<readonly Footprint[]> {
    const text = await store.setting(SETTING);
    return text === null ? [] : trailSchema.parse(JSON.parse(text));
  }

  /** Durable before it counts; only its newest part is needed. */
  async function keepTrail(blocks: readonly Footprint[]): Promise<void> {
    const newest = blocks.slice(-TRAIL_LENGTH);
    await store.putSetting(SETTING, JSON.stringify(newest));
    trail = newest;
    unseenReads.saw(newest.at(-1)?.number ?? -1);
  }
}
