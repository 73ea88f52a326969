/**
 * [CHN1] One step from the trail towards the chain's head: which players' tokens moved, or which
 * blocks are gone. It only reads; the follower stores the result, and has the logs read once more.
 */
import type { Address } from '../../../common/values/address.ts';
import {
  ChainUnavailable,
  type Block,
  type BlockRef,
  type BlockTransfers,
  type Chain,
} from '../../chain/chain.ts';
import type { Store } from '../../store/store.ts';
import type { Footprint, Trail } from './chain-trail.ts';

/**
 * So many of the newest blocks are read one by one, by their hashes. Only a node that has a block
 * answers with its logs then: several nodes may answer one endpoint's requests, and to one that
 * lags the end of a range is empty.
 */
const NEWEST = 5;
/** If more blocks were missed, comparing all stakers is cheaper than reading the logs. */
const MOST_BLOCKS = 10_000;
/** Of a longer read only the end is read a second time. */
const MOST_READ_AGAIN = 64;
/** How many wallets are looked up in parallel. */
const LOOKUPS = 64;

export interface Step {
  readonly trail: Trail;
  /** Players with transfers to process, and the block of the first. */
  readonly moved: ReadonlyMap<Address, number>;
  /** True if logs are missing, so that all stakers must be compared. */
  readonly mustCompareAll: boolean;
  /**
   * If blocks are gone, the number of the newest one that is not; -1: none is left; null: no block
   * is gone.
   */
  readonly fork: number | null;
  /** The logs that were read; null if none were. */
  readonly read: ReadLogs | null;
}

/** Logs that were read, and all wallets in them. */
interface ReadLogs {
  /** The block before the first one; null if only the end was read, by its hash. */
  readonly base: BlockRef | null;
  readonly end: BlockRef;
  readonly wallets: ReadonlySet<Address>;
}

/**
 * True if a wallet plays: according to this process's board, or the store if the board does not
 * have it yet.
 */
export function playsBy(
  board: { ranked(wallet: Address): unknown },
  store: Pick<Store, 'player'>,
): (wallet: Address) => Promise<boolean> {
  return async (wallet) => board.ranked(wallet) !== null || (await store.player(wallet)) !== null;
}

interface Parts {
  readonly chain: Pick<Chain, 'block' | 'confirm' | 'transfersIn' | 'transfersAfter'>;
  /** As `playsBy` says. */
  readonly isPlayer: (wallet: Address) => Promise<boolean>;
  /** The game's clock. */
  readonly now: () => number;
}

/**
 * @param trail not empty, and not beyond the head.
 * @throws ChainUnavailable if the endpoint lags, or is no longer on the head's branch: look again.
 */
export async function stepAlong(parts: Parts, trail: Trail, head: Block): Promise<Step> {
  const last = trail.at(-1);
  if (!last || last.hash === head.hash) return unchanged(trail);
  const ahead = head.number - last.number;
  if (ahead < 1) return forked(parts, trail, head);
  if (ahead > MOST_BLOCKS) return jumped(parts, head);
  if (ahead <= NEWEST) {
    const next = ahead === 1 ? head : await parts.chain.block(last.number + 1);
    if (next?.parentHash === last.hash) {
      const wallets = await parts.chain.transfersIn(next);
      const { number, hash } = next;
      return advanced(parts, trail, next, wallets && [{ number, hash, wallets }]);
    }
  }
  // Some nodes name no parents: with those, the newest blocks are a range, too.
  const upTo = ahead > NEWEST ? head.number - NEWEST : head.number;
  const span = await parts.chain.transfersAfter(last, upTo);
  if (span.base.hash !== last.hash) return forked(parts, trail, head, span.base);
  return advanced(parts, trail, span.end, span.blocks);
}

/**
 * A new trail that begins at the head, if the transfers before it are not read. It asks once more
 * whether that is a block of the game's chain: nothing else vouches for it.
 */
export async function jumped({ chain, now }: Parts, { number, hash }: BlockRef): Promise<Step> {
  await chain.confirm();
  if ((await chain.block(number))?.hash !== hash) {
    throw new ChainUnavailable(`no other answer confirms block ${number}`);
  }
  const trail = [{ number, hash, wallets: [], at: now() }];
  return { ...unchanged(trail), mustCompareAll: true };
}

function unchanged(trail: Trail): Step {
  return { trail, moved: new Map(), mustCompareAll: false, fork: null, read: null };
}

/** @param blocks null if no endpoint returns the logs of the end block. */
async function advanced(
  { isPlayer, now }: Parts,
  trail: Trail,
  end: BlockRef,
  blocks: readonly BlockTransfers[] | null,
): Promise<Step> {
  const at = now();
  const moved = new Map<Address, number>();
  const footprints: Footprint[] = [];
  for (const { number, hash, wallets } of blocks ?? []) {
    const players = await filtered(wallets, isPlayer);
    for (const wallet of players) if (!moved.has(wallet)) moved.set(wallet, number);
    if (players.length > 0 || number === end.number) {
      footprints.push({ number, hash, wallets: players, at });
    }
  }
  if (footprints.at(-1)?.number !== end.number) {
    footprints.push({ number: end.number, hash: end.hash, wallets: [], at });
  }
  const last = trail.at(-1);
  const count = end.number - (last?.number ?? 0);
  const base = last && count > 1 && count <= MOST_READ_AGAIN ? last : null;
  const named = (blocks ?? [])
    .filter(({ number }) => base !== null || number === end.number)
    .flatMap(({ wallets }) => wallets);
  return {
    trail: [...trail, ...footprints],
    moved,
    mustCompareAll: blocks === null,
    fork: null,
    read: blocks && { base, end, wallets: new Set(named) },
  };
}

/**
 * The chain has a different block where the trail has one. Players whose tokens moved in blocks
 * that are gone are processed again; `BackingProgress` knows the wallets that commands read in
 * them.
 * @param base the chain's block at the height of the trail's last one, if already known.
 */
async function forked(parts: Parts, trail: Trail, head: Block, base?: BlockRef): Promise<Step> {
  const known = base ? [head, base] : [head];
  const kept = await stillThere(parts.chain, trail, known);
  const gone = trail.slice(kept.length);
  const moved = new Map<Address, number>();
  for (const { number, wallets } of gone) {
    for (const wallet of wallets) if (!moved.has(wallet)) moved.set(wallet, number);
  }
  const fork = kept.at(-1)?.number ?? -1;
  if (kept.length === 0) return { ...(await jumped(parts, head)), moved, fork };
  return { ...unchanged(kept), moved, fork };
}

/**
 * The part of the trail that is still on the chain. @throws ChainUnavailable if an endpoint lags
 */
async function stillThere(
  chain: Pick<Chain, 'block'>,
  trail: Trail,
  known: readonly BlockRef[],
): Promise<Trail> {
  const highest = Math.max(...known.map(({ number }) => number));
  for (let length = trail.length; length > 0; length -= 1) {
    const block = trail[length - 1];
    // Blocks above the known ones are gone: another hash stands below them.
    if (!block || block.number > highest) continue;
    const { number } = block;
    const stands = known.find((one) => one.number === number) ?? (await chain.block(number));
    if (!stands) throw new ChainUnavailable(`the endpoint does not know block ${number}`);
    if (stands.hash === block.hash) return trail.slice(0, length);
  }
  return [];
}

async function filtered(
  wallets: readonly Address[],
  isPlayer: (wallet: Address) => Promise<boolean>,
): Promise<Address[]> {
  const players: Address[] = [];
  for (let start = 0; start < wallets.length; start += LOOKUPS) {
    const some = wallets.slice(start, start + LOOKUPS);
    const play = await Promise.all(some.map(isPlayer));
    players.push(...some.filter((_wallet, i) => play[i]));
  }
  return players;
}

/** If no next block comes, the logs are read again after this many looks. */
const LOOKS = 3;
/** A read that fails this often is left to the rounds. */
const TRIES = 5;
const MOST_WAITING = 16;

interface Waiting {
  readonly logs: ReadLogs;
  looks: number;
  tries: number;
}

/**
 * [CHN1] Reads logs a second time, with the next block: some endpoints index a block's logs only
 * after they announce it, and until then answer without them.
 */
export function createSecondReading(chain: Pick<Chain, 'transfersIn' | 'transfersAfter'>) {
  let waiting: Waiting[] = [];

  return {
    /** Records logs that were read for the first time. */
    add(logs: ReadLogs): void {
      waiting = [...waiting, { logs, looks: 0, tries: 0 }].slice(-MOST_WAITING);
    },
    /** Reads again what is due. @returns the wallets that the first reading missed. */
    async run(headNumber: number): Promise<Address[]> {
      const missed: Address[] = [];
      for (const one of waiting) {
        one.looks += 1;
        if (one.logs.end.number >= headNumber && one.looks <= LOOKS) continue;
        const found = await read(one);
        if (found === 'later') continue;
        waiting = waiting.filter((other) => other !== one);
        missed.push(...found.filter((wallet) => !one.logs.wallets.has(wallet)));
      }
      return missed;
    },
    clear(): void {
      waiting = [];
    },
  };

  async function read(one: Waiting): Promise<readonly Address[] | 'later'> {
    const { base, end } = one.logs;
    try {
      if (!base) return (await chain.transfersIn(end)) ?? [];
      const { blocks } = await chain.transfersAfter(base, end.number);
      return (blocks ?? []).flatMap(({ wallets }) => wallets);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      one.tries += 1;
      return one.tries < TRIES ? 'later' : [];
    }
  }
}
