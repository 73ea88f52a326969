/**
 * The composition root: the game of `build-game.ts`, what answers requests about it, and what runs
 * behind it from its start to its end. `compose-server.ts` puts HTTP and sockets in front.
 */
import type { Express } from 'express';
import { NATION_IDS } from '../../common/values/nations.ts';
import { isWeekEnd } from '../../common/values/stored-event.ts';
import { MAINNET_CHAIN_ID } from '../chain/check-chain.ts';
import { createStrangerReads } from '../chain/stranger-reads.ts';
import { ChainFollower, restoreProgress } from '../game/backing/chain-follower.ts';
import { keepLease, type Lease } from '../game/backing/lease.ts';
import type { VerifiedUpTo } from '../game/engine/holdings-reader.ts';
import { keepOperation } from '../game/operation/operation.ts';
import { STORE_EVERY_MS } from '../game/operation/refusal-counts.ts';
import { createNftVerifier } from '../game/reads/nft-verifier.ts';
import { createQueries } from '../game/reads/queries.ts';
import { createReadiness } from '../game/reads/readiness.ts';
import { createTokens } from '../game/reads/tokens.ts';
import { createPlayerView } from '../game/reads/views.ts';
import { createSignIn } from '../game/sign-in/sign-in.ts';
import { createApp } from '../http/app.ts';
import { createCallerLimits } from '../http/limits.ts';
import { pageFactsOf } from '../http/filled-page.ts';
import type { PageGame } from '../http/pages.ts';
import { pageHeads } from '../http/page-heads.ts';
import { createSessions } from '../http/session.ts';
import { followBoard, type Following } from '../leaderboard/follow-board.ts';
import { keepLedger, LedgerWriter } from '../ledger/ledger-writer.ts';
import { deferRejection } from '../lib/deadline.ts';
import { every } from '../lib/loop.ts';
import { sleep } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { fillSeasons } from '../past/fill-seasons.ts';
import { keepPast } from '../past/record-writer.ts';
import { tellWeeks } from '../past/tell-weeks.ts';
import { rulesBegun } from '../store/kept/era.ts';
import { publishNotice } from '../store/kept/notices.ts';
import { firstJoin } from '../store/kept/weeks.ts';
import { buildGame, type BuiltGame, type GameParts } from './build-game.ts';
import { watchGame } from './game-metrics.ts';

/** Between two checks for events that have become old enough for an earlier board [PCT1]. */
const EARLIER_MS = 1000;
/** Between two looks for what is new of the weeks. */
const SEASONS_MS = 500;
/** Between two looks whether a week is over, where nobody commits. */
const WEEK_END_MS = 500;
/** Between two looks whether rules are to be changed. */
const RULES_MS = 500;
/** Between two looks for weeks that the record has missed. */
const FILL_MS = 1000;

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
export async function composeGame(parts: GameParts) {
  const built = await buildGame(parts);
  const { board, seasons, operation, clock, budget, store, processId } = built;
  return {
    built,
    /** What sockets show and are charged to. */
    live: {
      status: () => operation.status,
      board,
      race: seasons.race,
      budget,
      now: clock.now,
      /** How processes share their watcher counts. */
      publishNotice: (text: string, ttlMs: number) =>
        publishNotice(store, 'watching', { holder: processId, text, ttlMs }),
    },
    answering: (mountPages: (app: Express, game: PageGame) => void) =>
      answering(parts, built, mountPages),
    /**
     * Loads the game, and lets callers in.
     * @param openFront builds what lies in front of it.
     * @throws StoreUnavailable, or what its front throws
     */
    async start<F extends Front>(openFront: () => Promise<F>) {
      try {
        const front = await openFront();
        return await startBehind(parts, built, front).catch(async (error: unknown) => {
          built.running.isDraining = true;
          await front.close();
          throw error;
        });
      } catch (error) {
        await built.machineClock.close();
        throw error;
      }
    },
  };
}

/** Builds what answers requests. @param mountPages called for what comes after the API. */
function answering(
  parts: GameParts,
  built: BuiltGame,
  mountPages: (app: Express, game: PageGame) => void,
) {
  const { config, chain, chainId = MAINNET_CHAIN_ID, log } = parts;
  const { store, board, mask, sessionStore, nationChanges, seasons, backing, names } = built;
  const { limits, budget, rules, running } = built;
  const { now, machineNow } = built.clock;
  const verifiedUpTo: VerifiedUpTo = (player) => backing.verifiedUpTo(player);
  const strangerReads = createStrangerReads({
    chain,
    burst: limits.strangerReads,
    newestBlock: () => backing.newest?.hash,
  });
  const nftFacts = {
    collections: { national: config.contracts.nationalNft, cultural: config.contracts.culturalNft },
    tokens: createTokens({ chain, store, readMetadata: parts.readMetadata, log, now: machineNow }),
  };
  const playerView = createPlayerView({
    board,
    dayAgo: nationChanges.earlier.h24,
    verifiedUpTo,
    rules,
  });
  const readiness = createReadiness({
    store,
    board,
    // Before the follower starts, only the endpoints' state is known.
    chainCondition: () =>
      running.follower?.condition() ?? (chain.isReachable() ? 'ok' : 'unavailable'),
    isFeedLive: () => running.feed?.isLive() ?? false,
  });
  const secure = config.publicOrigin?.startsWith('https:') ?? false;
  const checkpoint = () => {
    const known = running.ledgerWriter?.checkpoint;
    return known ? { ...known, at: now() } : null;
  };

  return createApp(
    {
      ...built,
      queries: createQueries({ store, board, mask }),
      verifiedUpTo,
      onShown: (wallets) => wallets.forEach((wallet) => names.shown(wallet)),
      playerView: (player, options) => {
        names.shown(player.wallet);
        return playerView(player, options);
      },
      nftFacts,
      verifyNft: createNftVerifier({ chain, strangerReads, store, nftFacts, rules }),
      strangerHoldings: (network) => strangerReads(network).holdings,
      signIn: createSignIn({ store, chain: strangerReads, chainId, now: machineNow }),
      sessions: createSessions({
        secrets: parts.sessionSecrets,
        secure,
        store: sessionStore,
        now: machineNow,
      }),
      readiness,
      isDraining: () => running.isDraining,
      facts: { ...config, chainId },
      trustProxyHops: config.trustProxyHops,
      callers: createCallerLimits({ ...config, limits, budget }),
      // In development they are served on the game's own port.
      showsMetrics: config.mode !== 'production',
      secure,
      log,
    },
    (app) =>
      mountPages(app, {
        facts: pageFactsOf(board, nationChanges, checkpoint),
        rules,
        heads: pageHeads({ board, seasons }),
        isRehearsal: config.isRehearsal,
        log,
      }),
  );
}

function warnOf(log: Log, message: string) {
  return (error: unknown) => log.warn({ err: error }, message);
}

/** Brings the works and the weeks up to the board, and warns if it can't. */
function createUpkeep({ board, works, seasons }: BuiltGame, front: Front, log: Log) {
  const onWorksError = warnOf(log, 'when stages of works were completed could not be stored');
  const onSeasonsError = warnOf(log, 'the weeks fell behind');
  const unexplained = () => NATION_IDS.flatMap((id) => board.unexplained(id)).length;
  return {
    onWorksError,
    onSeasonsError,
    explainWorks: async () => {
      const before = unexplained();
      await works.advance().catch(onWorksError);
      // The load itself has been announced, without the times that were just found.
      if (unexplained() < before) front.resync();
    },
    advanceSeasons: () => seasons.advance().catch(onSeasonsError),
  };
}

/** Loads the game behind its front, and lets callers in. */
async function startBehind<F extends Front>(parts: GameParts, built: BuiltGame, front: F) {
  const { config, log } = parts;
  const { store, board, operation, backing, refusals, running } = built;
  await restoreProgress(store, backing);
  const begunAt = (await firstJoin(store))?.at ?? built.clock.now();
  await store.changeEra(rulesBegun(begunAt));
  await operation.advance();
  const upkeep = createUpkeep(built, front, log);
  const feed = await followBoard({ store, board, log }, () => void upkeep.explainWorks());
  running.feed = feed;
  await upkeep.explainWorks();
  await upkeep.advanceSeasons();
  // Before anyone can call: whatever is slow or fails later would be so in front of callers.
  const lease = await keepLease({ store, name: 'chain-follower', log });
  try {
    await front.open();
  } catch (error) {
    await Promise.all([lease.close(), feed.close()]);
    throw error;
  }
  const background = runBackground(parts, built, { front, feed, lease, upkeep });
  return {
    front,
    /**
     * Shuts it down gracefully: balancers are notified, then callers are sent elsewhere. The
     * store and the chain stay open.
     */
    async close(): Promise<void> {
      running.isDraining = true;
      // Immediately: another process follows the chain while this one finishes serving its
      // callers.
      const closed = deferRejection(background.close());
      await sleep(config.drainNoticeMs);
      await front.close();
      await closed;
      await refusals.flush();
      await feed.close();
    },
  };
}

/** Starts what runs while callers are served. */
function runBackground(
  parts: GameParts,
  built: BuiltGame,
  started: {
    readonly front: Front;
    readonly feed: Following;
    readonly lease: Lease;
    readonly upkeep: ReturnType<typeof createUpkeep>;
  },
) {
  const { config, chain, log } = parts;
  const { store, board, seasons, operation, nationChanges, clock } = built;
  const { metrics, machineClock, names, identity, refusals, running, game } = built;
  const { front, lease, upkeep } = started;
  const { now } = clock;
  const following = new ChainFollower({
    ...built,
    chain,
    commits: board,
    lease,
    // The board may not have it yet.
    isPlayer: async (wallet) =>
      board.ranked(wallet) !== null || (await store.player(wallet)) !== null,
    playerCount: () => board.count,
    now,
    log,
    pollMs: config.chainPollMs,
    compareMs: config.chainCompareMs,
  });
  running.follower = following;
  names.start();
  const keeping = keepPast({ ...built, lease, now, log, limits: parts.rankingLimits });
  const writer = identity && new LedgerWriter({ store, identity, lease });
  running.ledgerWriter = writer;
  const ledgerKeeping = writer && keepLedger(writer, log);
  watchGame(metrics, {
    ...built,
    ...started,
    ledger: writer,
    chain,
    following,
    sockets: () => front.sockets(),
    isDraining: () => running.isDraining,
  });
  const operating = keepOperation(operation, log);
  board.subscribe({
    onChange: () => {},
    onReload: () => {},
    onEraEvent(event) {
      // A week that has ended is recorded at once: until then its list is only in memory.
      if (isWeekEnd(event)) keeping.soon();
      else operating.soon();
    },
  });
  const { onWorksError, onSeasonsError, explainWorks, advanceSeasons } = upkeep;
  const endWeek = async () => {
    if (lease.isHeld() && seasons.isOver) await game.endWeeks();
  };
  const changeRules = async () => {
    if (lease.isHeld()) await operation.changeRules(await clock.storeNow());
  };
  const onEarlierError = warnOf(log, 'an earlier board fell behind');
  const loops = [
    ...Object.values(nationChanges.earlier).map((earlier) =>
      every(EARLIER_MS, () => earlier.advance(), onEarlierError),
    ),
    every(EARLIER_MS, explainWorks, onWorksError),
    every(SEASONS_MS, advanceSeasons, onSeasonsError),
    every(STORE_EVERY_MS, () => refusals.flush(), warnOf(log, 'refusals could not be counted')),
    every(WEEK_END_MS, endWeek, warnOf(log, 'a week could not be ended')),
    every(RULES_MS, changeRules, warnOf(log, 'the rules could not be changed')),
    every(FILL_MS, () => fillSeasons({ store, seasons, lease }), onSeasonsError),
    every(FILL_MS, () => tellWeeks({ store, board, seasons, lease, log }), onSeasonsError),
  ];
  return {
    /** Gives the lease back once nothing that rests on it runs. */
    close: () =>
      Promise.all([
        Promise.all([following.close(), keeping.close(), ledgerKeeping?.close()]).then(() =>
          lease.close(),
        ),
        names.close(),
        operating.close(),
        ...loops.map((loop) => loop.close()),
        machineClock.close(),
      ]),
  };
}
