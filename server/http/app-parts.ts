/**
 * What the HTTP side is built of: `compose-game.ts` fills it in, the guards and the routes take
 * what they need.
 */
import type { VerifiedUpTo } from '../game/engine/holdings-reader.ts';
import type { World } from '../game/engine/command.ts';
import type { GameClock } from '../game/engine/clock.ts';
import type { Game } from '../game/engine/game.ts';
import type { NftVerifier } from '../game/reads/nft-verifier.ts';
import type { Queries } from '../game/reads/queries.ts';
import type { NftFacts } from '../game/reads/tokens.ts';
import type { PlayerView } from '../game/reads/views.ts';
import type { Operation } from '../game/operation/operation.ts';
import type { RefusalCounts } from '../game/operation/refusal-counts.ts';
import type { Readiness } from '../game/reads/readiness.ts';
import type { SessionStore } from '../game/sign-in/session-store.ts';
import type { SignIn } from '../game/sign-in/sign-in.ts';
import type { Call } from '../../common/protocol/call.ts';
import type { ConfigView } from '../../common/protocol/config.ts';
import type { Address } from '../../common/values/address.ts';
import type { Rules } from '../../common/values/rules.ts';
import type { Board } from '../leaderboard/board.ts';
import type { NationChanges } from '../leaderboard/earlier-board.ts';
import type { NameMask } from '../leaderboard/name-mask.ts';
import type { Budget } from '../lib/budget.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { NationHistory } from '../past/nation-history.ts';
import type { Past } from '../past/past.ts';
import type { Seasons } from '../past/seasons.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { CallerLimits } from './limits.ts';
import type { RequestLogParts } from './request-log.ts';
import type { SecurityOptions } from './security.ts';
import type { Sessions } from './session.ts';

/** The statistics of the answers, and how they are read. */
export interface HttpMetrics {
  answersOf(call: Pick<Call, 'method' | 'path'>): (status: number, seconds: number) => void;
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

export interface AppParts extends SecurityOptions, RequestLogParts {
  readonly game: Game;
  readonly queries: Queries;
  readonly board: Board;
  readonly clock: GameClock;
  /** Those in force. */
  readonly rules: () => Rules;
  readonly operation: Pick<Operation, 'status' | 'rules'>;
  readonly mask: Pick<NameMask, 'count' | 'hiddenAt'>;
  readonly refusals: Pick<RefusalCounts, 'add'>;
  readonly past: Past;
  readonly nationChanges: NationChanges;
  readonly nationHistory: NationHistory;
  readonly seasons: Seasons;
  /** Null: this server keeps none. */
  readonly ledger: Ledger | null;
  readonly playerView: PlayerView;
  readonly verifiedUpTo: VerifiedUpTo;
  /**
   * Tells the name checker which wallets an answer shows; costs next to nothing, and throws
   * nothing.
   */
  readonly onShown: (wallets: readonly Address[]) => void;
  readonly nftFacts: NftFacts;
  readonly verifyNft: NftVerifier;
  /**
   * Reads the chain for callers of a network who have not proven the wallet, or whose address has
   * no joins left.
   */
  readonly strangerHoldings: (network: string) => World['holdings'];
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly sessionStore: SessionStore;
  readonly metrics: HttpMetrics;
  /** True if GET /metrics is served here as well. */
  readonly showsMetrics: boolean;
  readonly readiness: () => Promise<Readiness>;
  /** True if the process is about to end. */
  readonly isDraining: () => boolean;
  /** What clients learn of this server's configuration. */
  readonly facts: Pick<ConfigView, 'chainId' | 'walletProof' | 'contracts'> & {
    readonly isRehearsal: boolean;
    readonly marketplaces: Readonly<Record<'national' | 'cultural', 'opensea' | 'none' | URL>>;
  };
  /** Everything that an address asks for is charged to it. */
  readonly budget: Budget;
  readonly callers: CallerLimits;
}

/** What routes are built of. */
export interface RouteParts extends AppParts {
  readonly cached: AnswerCache;
}
