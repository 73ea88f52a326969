/**
 * The parts of a game, built in order and passed to the parts that need them: board → game.
 * `compose-game.ts` loads and runs them.
 */
import type { Chain } from '../chain/chain.ts';
import type { ChainFollower } from '../game/backing/chain-follower.ts';
import { BackingProgress } from '../game/backing/backing-progress.ts';
import { openGameClock } from '../game/engine/clock.ts';
import { openMachineClock } from '../game/engine/machine-clock.ts';
import { createGame } from '../game/engine/game.ts';
import { createNameChecker } from '../game/names/name-checker.ts';
import { Operation } from '../game/operation/operation.ts';
import { RefusalCounts } from '../game/operation/refusal-counts.ts';
import type { ReadMetadata } from '../game/reads/tokens.ts';
import { createSessionStore } from '../game/sign-in/session-store.ts';
import { DEVELOPMENT_LIMITS, LIMITS, type Limits } from '../http/limits.ts';
import { originPolicy } from '../http/origin.ts';
import { Board } from '../leaderboard/board.ts';
import { NationChanges } from '../leaderboard/earlier-board.ts';
import type { Following } from '../leaderboard/follow-board.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import { WorksKeeper } from '../leaderboard/works-keeper.ts';
import type { LedgerWriter } from '../ledger/ledger-writer.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Budget } from '../lib/budget.ts';
import { newId } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { NationHistory } from '../past/nation-history.ts';
import type { RankingLimits } from '../past/record-writer.ts';
import { Past } from '../past/past.ts';
import { Seasons } from '../past/seasons.ts';
import type { Store } from '../store/store.ts';
import { ledgerOrigin, type Config } from './config.ts';

export interface GameParts {
  readonly config: Config;
  readonly store: Store;
  readonly chain: Chain;
  /** Of the chain; Mainnet's if it isn't named. */
  readonly chainId?: number;
  readonly readMetadata: ReadMetadata;
  /** The first signs, each of them verifies. */
  readonly sessionSecrets: readonly [Uint8Array, ...Uint8Array[]];
  /** Signs the ledger (RFC 8032); null: there is no ledger. */
  readonly ledgerKey: Uint8Array | null;
  readonly log: Log;
  readonly limits?: Limits | undefined;
  /** What the record of the past keeps of rankings, and how often. */
  readonly rankingLimits?: RankingLimits | undefined;
}

/** What runs; null until the game has started. */
interface Running {
  follower: ChainFollower | null;
  feed: Following | null;
  ledgerWriter: LedgerWriter | null;
  /** True from the notice to balancers on. */
  isDraining: boolean;
}

export type BuiltGame = Awaited<ReturnType<typeof buildGame>>;

/** @throws StoreUnavailable */
export async function buildGame(parts: GameParts) {
  const { config, chain, log } = parts;
  const machineNow = () => machineClock.now();
  const clock = await openGameClock(parts.store, machineNow, () => machineClock.settled());
  const machineClock = await openMachineClock({ store: parts.store, log });
  const { now } = clock;
  const metrics = createMetrics({ now });
  const store = metrics.measured(parts.store);
  store.unreadable.listen(({ rev, key, part, error }) => {
    if (part === 'row')
      log.error(
        { err: error, rev, key },
        'an event can’t be read: histories skip it, and a feed that encounters it reloads the board',
      );
    else log.warn({ err: error, rev, key }, 'the detail of an event can’t be read; its row counts');
  });
  const processId = newId();
  const sessionStore = createSessionStore(store, machineNow);
  const operation = new Operation({
    store,
    endSessions(wallet, upTo) {
      sessionStore.endByAct(wallet, upTo).catch((error: unknown) => {
        log.warn({ err: error }, 'ended sessions could not be deleted: they expire by themselves');
      });
    },
    processId,
    now: machineNow,
    log,
  });
  /** Those in force, as answers show them. */
  const rules = () => operation.rulesInForce;
  const mask = new NameMask(() => operation.hiddenNames);
  const refusals = new RefusalCounts(store, machineNow);
  const board = new Board();
  board.subscribe(metrics.boardListener);
  const nationChanges = new NationChanges({ store, board, now });
  const works = new WorksKeeper({ store, board, log });
  const past = new Past({ store, log, mask });
  const seasons = new Seasons({ store, board, past, now, log, mask });
  const { ledgerKey: seed } = parts;
  const identity = seed && { origin: ledgerOrigin(config.mode, config.publicOrigin), seed };
  const ledger = identity && new Ledger(store, identity);
  if (!ledger) log.info('no ledger is kept: LEDGER_KEY is not set');
  const nationHistory = new NationHistory({ store, past, board, now });
  const backing = new BackingProgress(chain);
  const game = createGame({ store, holdings: backing, board, clock });
  const names = createNameChecker({
    chain,
    game,
    board,
    now,
    log,
    hidden: () => operation.hiddenNames,
  });
  const limits = parts.limits ?? (config.mode === 'production' ? LIMITS : DEVELOPMENT_LIMITS);
  const running: Running = { follower: null, feed: null, ledgerWriter: null, isDraining: false };
  return {
    machineClock,
    clock,
    rules,
    metrics,
    store,
    processId,
    sessionStore,
    operation,
    mask,
    refusals,
    board,
    nationChanges,
    works,
    past,
    seasons,
    identity,
    ledger,
    nationHistory,
    backing,
    game,
    names,
    limits,
    budget: new Budget(limits.pointsPerAddress),
    origin: originPolicy(config.publicOrigin),
    running,
  };
}
