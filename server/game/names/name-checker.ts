/**
 * [NAM1] Asks for the names of the wallets that are shown, and commits those that differ. It goes its own way:
 * nothing waits for it, and it hears of no commit, so that a wallet that plays all the time costs no more than
 * another. A wallet is asked for once a day. Of several processes the lease holder asks for the rows that
 * every process shows; each asks for what only its own readers looked at. Two that ask for the same wallet
 * commit it once.
 */
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { ChainUnavailable, type Chain, type NameAnswer } from '../../chain/chain.ts';
import { begun } from '../../lib/begun.ts';
import { every } from '../../lib/loop.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { LastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { checkNameCommand } from '../commands/check-name.ts';
import type { Game } from '../engine/game.ts';

/** The first rows are checked whether or not anybody looks at them. */
const SHOWN_ROWS = 100;
/** How many wallets are asked for together, and the pause before the next ones. */
const BATCH = 20;
const PAUSE_MS = 1000;
/**
 * Wallets that may be asked for at once, and beyond that a second: 12 a minute. Each is at most one commit, so
 * this bounds what renamed wallets cost, too.
 */
const BUDGET = { burst: 200, perSecond: 0.2 };
/** When a wallet is asked for again: what was learnt, what could not be learnt, what could not be committed. */
const AGAIN_MS = { learnt: 24 * 3_600_000, unknown: 10 * 60_000, uncommitted: 60_000 };
/** How long nothing is asked for where the chain is away. */
const AWAY_MS = 30_000;
/** How many wallets of other rows may wait. */
const MOST_WAITING = 1000;

export interface NameReadings {
  /** Wallets that were asked for, and of how many of them nothing could be learnt. */
  readonly asked: number;
  readonly unknown: number;
  /** Names that were committed, those taken away included. */
  readonly changed: number;
  /** Wallets of rows beyond the first ones that wait to be asked for. */
  readonly waiting: number;
}

export interface NameChecker {
  /** Notes that somebody looks at this wallet. Costs next to nothing; one that was asked for lately is left out. */
  shown(wallet: Address): void;
  /** Begins to ask. Once. */
  start(lease: { isHeld(): boolean }): void;
  readings(): NameReadings;
  /** Resolves when the commit under way has ended; an answer that is still to come is not waited for. */
  close(): Promise<void>;
}

/** What is needed of the leaderboard. */
interface ShownBoard {
  slice(limit: number, offset: number): readonly { readonly wallet: Address }[];
  ranked(wallet: Address): { readonly row: { readonly name: string | null } } | null;
  nation(nationId: NationId): { readonly presidentWallet: Address | null };
}

/** When a wallet was asked for, by the game's clock, and after how long it is again. */
interface AskedFor {
  readonly at: number;
  readonly againMs: number;
  /** Absent where nothing was learnt. */
  readonly name?: string | null;
}

export function createNameChecker(parts: {
  readonly chain: Pick<Chain, 'names'>;
  readonly game: Pick<Game, 'act'>;
  readonly board: ShownBoard;
  /** The game's clock: moving it forward by a day makes every name due, as a day does. */
  readonly now: () => number;
  readonly log: Log;
  /** A monotonic clock in ms. */
  readonly monotonic?: () => number;
}): NameChecker {
  const { chain, game, board, now, log, monotonic = () => performance.now() } = parts;
  const askedFor = new RecentMap<AskedFor>(AGAIN_MS.learnt, monotonic());
  const waiting = new Set<Address>();
  const counts = { asked: 0, unknown: 0, changed: 0 };
  const fault = new LastingFault(log, {
    lasts: 'names cannot be checked for now',
    over: 'names are checked again',
  });
  let budget: number = BUDGET.burst;
  let budgetAt = monotonic();
  let awayUntil = Number.NEGATIVE_INFINITY;
  let isClosing = false;
  let stopWaiting = () => {};
  let close = () => Promise.resolve();

  return {
    shown(wallet) {
      if (waiting.size < MOST_WAITING && isDue(wallet)) waiting.add(wallet);
    },
    start(lease) {
      const loop = every(
        PAUSE_MS,
        () => step(lease.isHeld()),
        (error) => fault.strike({ err: error }, true),
      );
      close = () => loop.close();
    },
    readings: () => ({ ...counts, waiting: waiting.size }),
    close() {
      isClosing = true;
      stopWaiting();
      return close();
    },
  };

  async function step(asksForRows: boolean): Promise<void> {
    if (isClosing || monotonic() < awayUntil) return;
    const batch = nextBatch(asksForRows);
    if (batch.length === 0) return;
    const answers = await answersTo(batch);
    if (answers === null) return;
    budget -= batch.length;
    for (const [i, wallet] of batch.entries()) {
      if (isClosing) return;
      await take(wallet, answers[i] ?? 'unknown');
    }
    fault.end();
  }

  /** Those that are due, the first rows before others. */
  function nextBatch(asksForRows: boolean): Address[] {
    const at = monotonic();
    budget = Math.min(BUDGET.burst, budget + ((at - budgetAt) / 1000) * BUDGET.perSecond);
    budgetAt = at;
    for (const wallet of waiting)
      if (!isDue(wallet) || !board.ranked(wallet)) waiting.delete(wallet);
    const due = (asksForRows ? rowsShown() : []).filter(isDue);
    return [...new Set([...due, ...waiting])].slice(0, Math.min(BATCH, Math.floor(budget)));
  }

  function rowsShown(): Address[] {
    const presidents = NATION_IDS.flatMap((id) => board.nation(id).presidentWallet ?? []);
    return [...board.slice(SHOWN_ROWS, 0).map(({ wallet }) => wallet), ...presidents];
  }

  function isDue(wallet: Address): boolean {
    const last = askedFor.get(wallet, monotonic());
    if (!last) return true;
    const age = now() - last.at;
    // Below 0: the clock was set back.
    if (age < 0 || age >= last.againMs) return true;
    // An older version's commit leaves the name out; another process may know a newer one.
    const isOther = last.name !== undefined && last.name !== board.ranked(wallet)?.row.name;
    return isOther && age >= AGAIN_MS.uncommitted;
  }

  /** Null where nothing could be asked, or the checker is closed meanwhile. */
  async function answersTo(batch: readonly Address[]): Promise<NameAnswer[] | null> {
    const stopped = new Promise<null>((resolve) => {
      stopWaiting = () => resolve(null);
    });
    try {
      return await Promise.race([begun(chain.names(batch)), stopped]);
    } catch (error) {
      awayUntil = monotonic() + AWAY_MS;
      if (!(error instanceof ChainUnavailable)) throw error;
      log.debug({ err: error }, 'names cannot be asked for now');
      return null;
    }
  }

  async function take(wallet: Address, answer: NameAnswer): Promise<void> {
    counts.asked += 1;
    if (answer === 'unknown') {
      counts.unknown += 1;
      note(wallet, { againMs: AGAIN_MS.unknown });
      return;
    }
    note(wallet, { againMs: AGAIN_MS.learnt, name: answer.name });
    if (board.ranked(wallet)?.row.name === answer.name) return;
    const outcome = await game.act(checkNameCommand(wallet, answer.name), null);
    if (!outcome.ok) {
      if (outcome.code !== 'no-such-player') note(wallet, { againMs: AGAIN_MS.uncommitted });
    } else if (outcome.answer.isChanged) counts.changed += 1;
  }

  function note(wallet: Address, asked: Omit<AskedFor, 'at'>): void {
    waiting.delete(wallet);
    askedFor.set(wallet, { at: now(), ...asked }, monotonic());
  }
}
