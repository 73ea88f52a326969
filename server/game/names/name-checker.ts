/**
 * [NAM1] Looks up the names of the wallets that are shown, and commits those that differ. It works
 * in the background: nothing waits for it, and it ignores commits, so that a wallet that plays all
 * the time costs no more than any other. Each process looks up a wallet once a day, of the first
 * rows and of those that its readers saw; if two look up the same one, only one commit results. A
 * name that an operator has hidden is removed as soon as a board shows it, and not looked up again.
 */
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { ChainUnavailable, type Chain, type NameAnswer } from '../../chain/chain.ts';
import { deferRejection } from '../../lib/deadline.ts';
import { every } from '../../lib/loop.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { lastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { checkNameCommand } from '../commands/upkeep.ts';
import type { Game } from '../engine/game.ts';

/** The first rows are checked whether or not anybody looks at them. */
const SHOWN_ROWS = 100;
/** How many wallets are looked up together, and the pause before the next batch. */
const BATCH = 20;
const PAUSE_MS = 1000;
/**
 * How many wallets may be looked up in a burst, and per second after that: 12 a minute. Each causes
 * at most one commit, so this also bounds the cost of renamed wallets.
 */
const BUDGET = { burst: 200, perSecond: 0.2 };
/**
 * When a wallet is looked up again: after a name was learnt, after none could be learnt, after a
 * failed commit.
 */
const AGAIN_MS = { learnt: 24 * 3_600_000, unknown: 10 * 60_000, uncommitted: 60_000 };
/** How long lookups pause if the chain is unavailable. */
const AWAY_MS = 30_000;
/** How many wallets of other rows may be queued. */
const MOST_WAITING = 1000;

export type NameChecker = ReturnType<typeof createNameChecker>;

/** When a wallet was looked up, by the game's clock, and after how long it is due again. */
interface Lookup {
  readonly at: number;
  readonly againMs: number;
}

export function createNameChecker(parts: {
  readonly chain: Pick<Chain, 'names'>;
  readonly game: Pick<Game, 'act'>;
  /** What is needed of the leaderboard. */
  readonly board: {
    slice(limit: number, offset: number): readonly { readonly wallet: Address }[];
    ranked(wallet: Address): { readonly row: { readonly name: string | null } } | null;
    nation(nationId: NationId): { readonly presidentWallet: Address | null };
  };
  /** The game's clock: moving it forward by a day makes every name due, just as a day does. */
  readonly now: () => number;
  readonly log: Log;
  /** The wallets whose names are hidden. */
  readonly hidden?: () => Pick<ReadonlyMap<Address, unknown>, 'has' | 'keys'>;
}) {
  const { chain, game, board, now, log, hidden = () => NOBODY } = parts;
  const lookups = new RecentMap<Lookup>(AGAIN_MS.learnt, monotonicNow());
  const waiting = new Set<Address>();
  /**
   * Wallets that were looked up; those of which nothing could be learnt; names that were committed,
   * removed or not.
   */
  const counts = { asked: 0, unknown: 0, changed: 0 };
  const fault = lastingFault(log, {
    lasts: 'names cannot be checked for now',
    over: 'names are checked again',
  });
  let budget: number = BUDGET.burst;
  let budgetAt = monotonicNow();
  let awayUntil = Number.NEGATIVE_INFINITY;
  let isClosing = false;
  let stopWaiting = () => {};
  let close = () => Promise.resolve();

  return {
    /**
     * Records that somebody looks at this wallet. Costs next to nothing; a recently checked wallet
     * is left out.
     */
    shown(wallet: Address): void {
      if (waiting.size < MOST_WAITING && isDue(wallet)) waiting.add(wallet);
    },
    /** Starts the lookups. Call it once. */
    start(): void {
      const loop = every(PAUSE_MS, step, (error) => fault.report({ err: error }, true));
      // A lookup may take long.
      const hiding = every(PAUSE_MS, hide, (error) => fault.report({ err: error }, true));
      close = async () => {
        await Promise.all([loop.close(), hiding.close()]);
      };
    },
    readings: () => ({ ...counts, waiting: waiting.size }),
    /** Resolves when the commit in progress has ended; it does not wait for a pending lookup. */
    close(): Promise<void> {
      isClosing = true;
      stopWaiting();
      return close();
    },
  };

  async function step(): Promise<void> {
    if (isClosing || monotonicNow() < awayUntil) return;
    const batch = nextBatch();
    if (batch.length === 0) return;
    const answers = await answersTo(batch);
    if (answers === null) return;
    budget -= batch.length;
    for (const [i, wallet] of batch.entries()) {
      if (isClosing) return;
      await apply(wallet, answers[i] ?? 'unknown');
    }
    fault.clear();
  }

  /** Removes hidden names, those too that a version which ignores them has committed again. */
  async function hide(): Promise<void> {
    for (const wallet of hidden().keys()) {
      if (isClosing) return;
      if (board.ranked(wallet)?.row.name) await game.act(checkNameCommand(wallet, null), null);
    }
  }

  /** The wallets that are due, the first rows before others. */
  function nextBatch(): Address[] {
    const at = monotonicNow();
    budget = Math.min(BUDGET.burst, budget + ((at - budgetAt) / 1000) * BUDGET.perSecond);
    budgetAt = at;
    for (const wallet of waiting)
      if (!isDue(wallet) || !board.ranked(wallet)) waiting.delete(wallet);
    return [...new Set([...rowsShown().filter(isDue), ...waiting])].slice(
      0,
      Math.min(BATCH, Math.floor(budget)),
    );
  }

  function rowsShown(): Address[] {
    const presidents = NATION_IDS.flatMap((id) => board.nation(id).presidentWallet ?? []);
    return [...board.slice(SHOWN_ROWS, 0).map(({ wallet }) => wallet), ...presidents];
  }

  function isDue(wallet: Address): boolean {
    if (hidden().has(wallet)) return false;
    const last = lookups.get(wallet, monotonicNow());
    if (!last) return true;
    const age = now() - last.at;
    // Below 0: the clock was set back.
    return age < 0 || age >= last.againMs;
  }

  /** Null if nothing could be asked, or the checker was closed meanwhile. */
  async function answersTo(batch: readonly Address[]): Promise<NameAnswer[] | null> {
    const stopped = new Promise<null>((resolve) => {
      stopWaiting = () => resolve(null);
    });
    try {
      return await Promise.race([deferRejection(chain.names(batch)), stopped]);
    } catch (error) {
      awayUntil = monotonicNow() + AWAY_MS;
      if (!(error instanceof ChainUnavailable)) throw error;
      log.debug({ err: error }, 'names cannot be looked up for now');
      return null;
    }
  }

  async function apply(wallet: Address, answer: NameAnswer): Promise<void> {
    counts.asked += 1;
    if (hidden().has(wallet)) return;
    if (answer === 'unknown') {
      counts.unknown += 1;
      recordLookup(wallet, AGAIN_MS.unknown);
      return;
    }
    recordLookup(wallet, AGAIN_MS.learnt);
    if (board.ranked(wallet)?.row.name === answer.name) return;
    const outcome = await game.act(checkNameCommand(wallet, answer.name), null);
    if (!outcome.ok) {
      if (outcome.code !== 'no-such-player') recordLookup(wallet, AGAIN_MS.uncommitted);
    } else if (outcome.rev !== null) counts.changed += 1;
  }

  function recordLookup(wallet: Address, againMs: number): void {
    waiting.delete(wallet);
    lookups.set(wallet, { at: now(), againMs }, monotonicNow());
  }
}

const NOBODY: ReadonlySet<Address> = new Set();
