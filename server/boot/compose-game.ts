/**
 * The composition root: every part of a server but its network is built here, in order, and passed
 * to the parts that need it: board → game → app. `compose-server.ts` puts HTTP and sockets in front
 * of them.
 */
import type { Express } from 'express';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { Chain } from '../chain/chain.ts';
import { MAINNET_CHAIN_ID } from '../chain/check-chain.ts';
import { createStrangerReads } from '../chain/stranger-reads.ts';
import { playsBy } from '../game/backing/tail.ts';
import {
  followChain,
  restoreProgress,
  type ChainFollower,
} from '../game/backing/chain-follower.ts';
import { BackingProgress } from '../game/backing/backing-progress.ts';
import { keepLease } from '../game/backing/lease.ts';
import { openGameClock } from '../game/engine/clock.ts';
import { openMachineClock } from '../game/engine/machine-clock.ts';
import { createGame } from '../game/engine/game.ts';
import type { VerifiedUpTo } from '../game/engine/holdings-reader.ts';
import { createNameChecker } from '../game/names/name-checker.ts';
import { keepOperation, Operation } from '../game/operation/operation.ts';
import { RefusalCounts, STORE_EVERY_MS } from '../game/operation/refusal-counts.ts';
import { createNftVerifier } from '../game/reads/nft-verifier.ts';
import { createQueries } from '../game/reads/queries.ts';
import { createReadiness } from '../game/reads/readiness.ts';
import { createTokens, type ReadMetadata } from '../game/reads/tokens.ts';
import { createPlayerView } from '../game/reads/views.ts';
import { createKeptSessions } from '../game/sign-in/kept-sessions.ts';
import { createSignIn } from '../game/sign-in/sign-in.ts';
import { createApp } from '../http/app.ts';
import { createCallerLimits, DEVELOPMENT_LIMITS, LIMITS, type Limits } from '../http/limits.ts';
import { originPolicy } from '../http/origin.ts';
import { pageFactsOf } from '../http/filled-page.ts';
import type { PageGame } from '../http/pages.ts';
import { playerHeads } from '../http/player-head.ts';
import { createSessions } from '../http/session.ts';
import { Board } from '../leaderboard/board.ts';
import { NationChanges } from '../leaderboard/earlier-board.ts';
import { followBoard, type Following } from '../leaderboard/follow-board.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import { WorksKeeper } from '../leaderboard/works-keeper.ts';
import { keepLedger, LedgerWriter } from '../ledger/ledger-writer.ts';
import { Ledger } from '../ledger/ledger.ts';
import { deferRejection } from '../lib/deadline.ts';
import { Budget } from '../lib/budget.ts';
import { every } from '../lib/loop.ts';
import { newId, sleep } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { NationHistory } from '../past/nation-history.ts';
import { fillSeasons } from '../past/fill-seasons.ts';
import { keepPast, type RankingLimits } from '../past/record-writer.ts';
import { Past } from '../past/past.ts';
import { Seasons } from '../past/seasons.ts';
import { exchange } from '../store/kept/notices.ts';
import type { Store } from '../store/store.ts';
import { ledgerOrigin, type Config } from './config.ts';
import { watchGame } from './game-metrics.ts';

/** Between two checks for events that have become old enough for an earlier board [PCT1]. */
const EARLIER_MS = 1000;
/** Between two looks for what is new of the weeks. */
const SEASONS_MS = 500;
/** Before weeks of which nothing is recorded are closed, and between two tries. */
const FILL_MS = 5000;

export interface GameParts {
  readonly config: Config;
  readonly store: Store;
  readonly chain: Chain;
  /** Of the chain; Mainnet's if it isn't named. */
  readonly chainId?: number;
  readonly readMetadata: ReadMetadata;
  /** The first signs, each of them verifies. */
  readonly sessionSecrets: readonly [Uint8Array, ...Uint8Array[]];
  /** Signs the ledger (RFC 8032); null: none is kept. */
  readonly ledgerKey: Uint8Array | null;
  readonly log: Log;
  readonly limits?: Limits | undefined;
  /** What the record of the past keeps of rankings, and how often. */
  readonly rankingLimits?: RankingLimits | undefined;
}

/** What lies in front of the game: everything that callers reach it by. */
export interface Front {
  /** Lets callers in; called once the game is loaded. */
  open(): Promise<void>;
  /** After the board changed without a commit or a load: asks every page to fetch the list. */
  resync(): void;
  /** The number of connected sockets. */
  sockets(): number;
  /** Sends callers elsewhere, once they are answered. */
  close(): Promise<void>;
}

export type ComposedGame = Awaited<ReturnType<typeof composeGame>>;

/**
 * Builds the game on a store and a chain that the caller opened and must close; it has loaded
 * nothing yet.
 * @throws StoreUnavailable
 */
// oxlint-disable-next-line max-lines-per-function -- the one place where the parts are built and handed on
export async function composeGame(parts: GameParts) {
  const { config, chain, chainId = MAINNET_CHAIN_ID, log } = parts;
  const machineNow = () => machineClock.now();
  const clock = await openGameClock(parts.store, machineNow);
  const machineClock = await openMachineClock({ store: parts.store, log });
  const now = () => clock.now();
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
  const keptSessions = createKeptSessions(store, machineNow);
  const operation = new Operation({
    store,
    endSessions(wallet, upTo) {
      keptSessions.endByAct(wallet, upTo).catch((error: unknown) => {
        log.warn({ err: error }, 'ended sessions could not be deleted: they expire by themselves');
      });
    },
    processId,
    now: machineNow,
    log,
  });
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
  const verifiedUpTo: VerifiedUpTo = (player) => backing.verifiedUpTo(player);
  const limits = parts.limits ?? (config.mode === 'production' ? LIMITS : DEVELOPMENT_LIMITS);
  const strangerReads = createStrangerReads({
    chain,
    burst: limits.strangerReads,
    newestBlock: () => backing.trail.at(-1)?.hash,
  });
  const game = createGame({
    store,
    holdings: backing,
    board,
    clock,
    paused: () => operation.paused,
  });
  const names = createNameChecker({
    chain,
    game,
    board,
    now,
    log,
    hidden: () => operation.hiddenNames,
  });
  let follower: ChainFollower | null = null;
  let feeding: Following | null = null;
  let ledgerWriter: LedgerWriter | null = null;
  const nftFacts = {
    collections: { national: config.contracts.nationalNft, cultural: config.contracts.culturalNft },
    tokens: createTokens({ chain, store, readMetadata: parts.readMetadata, log, now: machineNow }),
  };
  const playerView = createPlayerView({ board, dayAgo: nationChanges.earlier.h24, verifiedUpTo });
  const readiness = createReadiness({
    store,
    board,
    // Before the follower starts, only the endpoints' state is known.
    chainCondition: () => follower?.condition() ?? (chain.isReachable() ? 'ok' : 'unavailable'),
    isFeedLive: () => feeding?.isLive() ?? false,
  });
  const origin = originPolicy(config.publicOrigin);
  const secure = config.publicOrigin?.startsWith('https:') ?? false;
  const budget = new Budget(limits.pointsPerAddress);
  let isDraining = false;

  return {
    board,
    race: seasons.race,
    operation,
    clock,
    metrics,
    budget,
    origin,
    /** How processes share their watcher counts. */
    exchange: (text: string, ttlMs: number) =>
      exchange(store, 'watching', { holder: processId, text, ttlMs }),
    /** True from the notice to balancers on. */
    isDraining: () => isDraining,
    /** Builds what answers requests. @param mountPages called for what comes after the API. */
    answering: (mountPages: (app: Express, game: PageGame) => void) =>
      createApp(
        {
          game,
          queries: createQueries({ store, board, mask }),
          verifiedUpTo,
          nationChanges,
          past,
          nationHistory,
          seasons,
          ledger,
          onShown: (wallets) => wallets.forEach((wallet) => names.shown(wallet)),
          playerView: (player, options) => {
            names.shown(player.wallet);
            return playerView(player, options);
          },
          nftFacts,
          verifyNft: createNftVerifier({ chain, strangerReads, store, nftFacts }),
          strangerHoldings: (network) => strangerReads(network).holdings,
          signIn: createSignIn({ store, chain: strangerReads, chainId, now: machineNow }),
          sessions: createSessions({
            secrets: parts.sessionSecrets,
            secure,
            kept: keptSessions,
            now: machineNow,
          }),
          keptSessions,
          metrics,
          readiness,
          isDraining: () => isDraining,
          facts: { ...config, chainId },
          trustProxyHops: config.trustProxyHops,
          budget,
          callers: createCallerLimits({ ...config, limits, budget }),
          // In development they are served on the game's own port.
          showsMetrics: config.mode !== 'production',
          board,
          clock,
          operation,
          mask,
          refusals,
          origin,
          secure,
          log,
        },
        (app) =>
          mountPages(app, {
            facts: pageFactsOf(board, nationChanges, checkpoint),
            playerHead: playerHeads({ board, seasons }),
            isRehearsal: config.isRehearsal,
            log,
          }),
      ),
    /**
     * Loads the game, and lets callers in.
     * @param openFront builds what lies in front of it.
     * @throws StoreUnavailable, or what its front throws
     */
    async start<F extends Front>(openFront: () => Promise<F>) {
      try {
        const front = await openFront();
        return await startBehind(front).catch(async (error: unknown) => {
          isDraining = true;
          await front.close();
          throw error;
        });
      } catch (error) {
        await machineClock.close();
        throw error;
      }
    },
  };

  function checkpoint() {
    const known = ledgerWriter?.checkpoint;
    return known ? { ...known, at: now() } : null;
  }

  async function startBehind<F extends Front>(front: F) {
    await restoreProgress(store, backing);
    await operation.advance();
    const warnOf = (words: string) => (error: unknown) => log.warn({ err: error }, words);
    const worksFell = warnOf('when stages of works were completed could not be kept');
    const unexplained = () => NATION_IDS.flatMap((id) => board.unexplained(id)).length;
    const explainWorks = async () => {
      const before = unexplained();
      await works.advance().catch(worksFell);
      // The load itself has been announced, without the times that were just found.
      if (unexplained() < before) front.resync();
    };
    const seasonsFell = warnOf('the weeks fell behind');
    const advanceSeasons = () => seasons.advance().catch(seasonsFell);
    const feed = await followBoard({ store, board, log }, () => void explainWorks());
    feeding = feed;
    await explainWorks();
    await advanceSeasons();
    // Before anyone can call: what waits or fails after that would do so in front of callers.
    const lease = await keepLease({ store, name: 'chain-follower', log });
    try {
      await front.open();
    } catch (error) {
      await Promise.all([lease.close(), feed.close()]);
      throw error;
    }
    const following = followChain({
      chain,
      store,
      game,
      backing,
      commits: board,
      lease,
      isPlayer: playsBy(board, store),
      playerCount: () => board.count,
      now,
      log,
      pollMs: config.chainPollMs,
      compareMs: config.chainCompareMs,
    });
    follower = following;
    names.start(lease);
    const keeping = keepPast({
      store,
      board,
      past,
      seasons,
      lease,
      now,
      log,
      limits: parts.rankingLimits,
    });
    const writer = identity && new LedgerWriter({ store, identity, lease });
    ledgerWriter = writer;
    const ledgerKeeping = writer && keepLedger(writer, log);
    watchGame(metrics, {
      ledger: writer,
      board,
      chain,
      following,
      feed,
      lease,
      machineClock,
      names,
      operation,
      store,
      sockets: () => front.sockets(),
      isDraining: () => isDraining,
    });
    const operating = keepOperation(operation, log);
    const earlierFell = warnOf('an earlier board fell behind');
    const loops = [
      ...Object.values(nationChanges.earlier).map((earlier) =>
        every(EARLIER_MS, () => earlier.advance(), earlierFell),
      ),
      every(EARLIER_MS, explainWorks, worksFell),
      every(SEASONS_MS, advanceSeasons, seasonsFell),
      every(STORE_EVERY_MS, () => refusals.flush(), warnOf('refusals could not be counted')),
      every(FILL_MS, () => fillSeasons({ store, seasons, lease }), seasonsFell),
    ];
    return {
      front,
      /**
       * Shuts it down gracefully: balancers are notified, then callers are sent elsewhere. The
       * store and the chain stay open.
       */
      async close(): Promise<void> {
        isDraining = true;
        // Immediately: another process follows the chain while this one finishes serving its
        // callers.
        const background = deferRejection(
          Promise.all([
            Promise.all([following.close(), keeping.close(), ledgerKeeping?.close()]).then(() =>
              lease.close(),
            ),
            names.close(),
            operating.close(),
            ...loops.map((loop) => loop.close()),
            machineClock.close(),
          ]),
        );
        await sleep(config.drainNoticeMs);
        await front.close();
        await background;
        await refusals.flush();
        await feed.close();
      },
    };
  }
}
