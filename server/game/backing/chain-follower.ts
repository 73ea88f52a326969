/**
 * [CHN1] Follows the three contracts' transfers, so that stakes stay backed. The trail of blocks that
 * were dealt with is kept in the store and moves only when what they asked for is durable: a crash
 * repeats work, it never skips any.
 *
 * Of several processes the one that holds the lease follows; the others look on: they read its trail,
 * and see to what they themselves read of blocks that it had not come to. Should two follow at once
 * for a moment, work is done twice: players' versions order what both commit, and a trail that the
 * slower one sets back is gone along again.
 */
import { sameHoldings } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Player } from '../../../common/values/player.ts';
import { ChainUnavailable, type BlockRef, type Chain } from '../../chain/chain.ts';
import { every } from '../../lib/loop.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { verifyCommand } from '../commands/upkeep.ts';
import type { Game } from '../engine/game.ts';
import { readTrail, writeTrail, type Footprint, type Trail } from './chain-trail.ts';
import type { Lease } from './lease.ts';
import type { UnseenReads } from './unseen-reads.ts';

/** Between two looks at the chain's head. */
const POLL_MS = 1000;
/** Every player's balances are read again this often, whatever the transfers said. */
const SWEEP_MS = 5 * 60_000;
/** How long a sweep goes on before transfers are looked for again: a million players take minutes. */
const SWEEP_SLICE_MS = 1000;
/** Players whose balances are read in one request. */
const SWEEP_BATCH = 1000;
/** Blocks whose transfers are read in one request. */
const BLOCKS_PER_READ = 1000;
/** A node behind another one lags this long at most; past it, blocks it does not have are gone. */
const LAG_MS = 10_000;

export interface ChainFollower {
  /** The newest block that was dealt with, by whichever process; null before the first. */
  block(): number | null;
  /** How many blocks the chain was ahead at the last look; null where another process follows. */
  lag(): number | null;
  /** Resolves when the step under way has ended. The lease stays the caller's to close. */
  close(): Promise<void>;
}

/** A step that must not go on: the follower closes, or another process follows by now. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function followChain(parts: {
  readonly chain: Chain;
  readonly store: Pick<Store, 'loadPlayers' | 'player' | 'setting' | 'putSetting'>;
  readonly game: Game;
  /** Through which the game reads. */
  readonly unseenReads: UnseenReads;
  /** Under which this process follows. */
  readonly lease: Pick<Lease, 'isHeld'>;
  /** Whether a wallet plays, asked of the records: this process's board may not have heard of it. */
  readonly isPlayer: (wallet: Address) => Promise<boolean>;
  readonly log: Log;
  readonly pollMs?: number;
  readonly sweepMs?: number;
  readonly lagMs?: number;
}): ChainFollower {
  const { chain, store, game, unseenReads, lease, isPlayer, log } = parts;
  const { pollMs = POLL_MS, sweepMs = SWEEP_MS, lagMs = LAG_MS } = parts;
  let trail: Trail = [];
  let doing: 'looking on' | 'following' = 'looking on';
  let headNumber: number | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Whom the sweep under way has yet to come to. */
  let unswept: AsyncIterator<readonly Player[]> | null = null;
  /** Since when the node has been behind the trail's newest block. */
  let behindSince: number | null = null;
  let isAway = false;
  let isClosing = false;
  const loop = every(pollMs, follow, noteFailure);

  return {
    block: () => trail.at(-1)?.number ?? null,
    lag() {
      const block = trail.at(-1)?.number;
      if (doing === 'looking on' || headNumber === null || block === undefined) return null;
      return Math.max(0, headNumber - block);
    },
    async close() {
      isClosing = true;
      await loop.close();
      await endSweep();
    },
  };

  async function follow(): Promise<void> {
    if (lease.isHeld()) {
      // What another process, or an earlier one, had come to; what it may have missed is swept.
      if (doing === 'looking on') {
        takeUp(await readTrail(store));
        sweptAt = Number.NEGATIVE_INFINITY;
        headNumber = null;
        behindSince = null;
      }
      doing = 'following';
      await step();
    } else {
      doing = 'looking on';
      await endSweep();
      takeUp(await readTrail(store));
      await readUnseenAgain();
    }
    if (isAway) log.info('the chain is followed again');
    isAway = false;
  }

  /** Whatever was dealt with up to here was, whoever did it. */
  function takeUp(newest: Trail): void {
    trail = newest;
    unseenReads.saw(newest.at(-1)?.number ?? -1);
  }

  /** @throws Interrupted */
  function goOn(): void {
    if (isClosing || (doing === 'following' && !lease.isHeld())) throw new Interrupted();
  }

  function noteFailure(error: unknown): void {
    if (error instanceof Interrupted) return;
    const expected = error instanceof ChainUnavailable || error instanceof StoreUnavailable;
    if (!expected) log.error({ err: error }, 'following the chain failed; trying again');
    else if (!isAway) log.warn({ err: error }, 'the chain cannot be followed for now');
    isAway = true;
  }

  async function step(): Promise<void> {
    const head = await chain.head();
    headNumber = head.number;
    if (trail.length === 0) {
      while (!(await sweep())) goOn();
      await keepTrail([{ ...head, wallets: [] }]);
      return;
    }
    if (isBehind(head, trail)) return;
    const kept = await stillThere(trail);
    const last = kept.at(-1);
    if (!last || kept.length < trail.length) await rescan(kept, trail.slice(kept.length), head);
    else if (head.number > last.number) await advance(kept, last, head);
    await readUnseenAgain();
    if (unswept || performance.now() - sweptAt > sweepMs) await sweep();
  }

  /** Several nodes may stand behind one address: one that lags says nothing of what is gone. */
  function isBehind(head: BlockRef, blocks: Trail): boolean {
    if (head.number >= (blocks.at(-1)?.number ?? 0)) {
      behindSince = null;
      return false;
    }
    behindSince ??= performance.now();
    return performance.now() - behindSince < lagMs;
  }

  /** The part of the trail that the chain still has, without what a reorganisation took away. */
  async function stillThere(blocks: Trail): Promise<Trail> {
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
  async function rescan(kept: Trail, gone: Trail, head: BlockRef): Promise<void> {
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

  async function advance(kept: Trail, last: Footprint, head: BlockRef): Promise<void> {
    const until = Math.min(head.number, last.number + BLOCKS_PER_READ);
    const end = until === head.number ? head : await chain.block(until);
    // A block that was there a moment ago and is not: the next step finds out what became of it.
    if (!end) return;
    const footprints: Footprint[] = [];
    for (const { number, hash, wallets } of await chain.transfers(last.number + 1, until)) {
      const play = await Promise.all(wallets.map(isPlayer));
      const players = wallets.filter((_wallet, i) => play[i]);
      if (players.length > 0) footprints.push({ number, hash, wallets: players });
    }
    await verifyAll(new Set(footprints.flatMap(({ wallets }) => wallets)), false);
    const endWallets = footprints.find(({ number }) => number === end.number)?.wallets ?? [];
    await keepTrail([
      ...kept,
      ...footprints.filter(({ number }) => number < end.number),
      { ...end, wallets: endWallets },
    ]);
  }

  /** Whoever this process read of blocks that nobody had looked at: those may be gone by now. */
  async function readUnseenAgain(): Promise<void> {
    const last = trail.at(-1);
    const wallets = unseenReads.take();
    if (!last || wallets.length === 0) return;
    try {
      // Another process may ask another node: one without that block tells nothing of its branch.
      if ((await chain.block(last.number))?.hash !== last.hash) {
        unseenReads.giveBack(wallets);
        return;
      }
      const players = await Promise.all(wallets.map((wallet) => store.player(wallet)));
      const untold = await compare(players.filter((player) => player !== null));
      unseenReads.giveBack(untold);
    } catch (error) {
      unseenReads.giveBack(wallets);
      throw error;
    }
  }

  /**
   * Every player's balances, compared with what is known: no transfer is missed for long. One call
   * does a slice of it. @returns whether that was the last one.
   */
  async function sweep(): Promise<boolean> {
    const until = performance.now() + SWEEP_SLICE_MS;
    try {
      unswept ??= (await store.loadPlayers()).players[Symbol.asyncIterator]();
      do {
        const batch = await unswept.next();
        if (batch.done) {
          unswept = null;
          sweptAt = performance.now();
          return true;
        }
        await compare(batch.value);
      } while (performance.now() < until);
      return false;
    } catch (error) {
      await endSweep();
      throw error;
    }
  }

  /** The rest is left: the next sweep begins anew. */
  async function endSweep(): Promise<void> {
    const left = unswept;
    unswept = null;
    await left?.return?.();
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
      goOn();
    }
    return untold;
  }

  async function verifyAll(wallets: Iterable<Address>, reorganised: boolean): Promise<void> {
    for (const wallet of wallets) {
      goOn();
      const outcome = await game.act(verifyCommand(wallet, reorganised), null);
      // A wallet that does not play has nothing staked; anything else must be tried again.
      if (outcome.ok || outcome.code === 'no-such-player') continue;
      throw new ChainUnavailable(`${wallet} could not be verified: ${outcome.message}`);
    }
  }

  /** Durable before it counts. */
  async function keepTrail(blocks: Trail): Promise<void> {
    goOn();
    takeUp(await writeTrail(store, blocks));
  }
}
