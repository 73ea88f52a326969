/** Every REST call. The OpenAPI document and the protocol's hash are built from this list. */
import type { Call } from './call.ts';
import { configCall } from './config.ts';
import { contributeCall } from './contribute.ts';
import { denaStakesCall, stakeDenaCall, unstakeDenaCall } from './dena-stakes.ts';
import { eventsCall } from './events.ts';
import { healthCall, readyCall } from './health.ts';
import { findCall, leaderboardAroundCall, leaderboardCall, previewCall } from './leaderboard.ts';
import { ledgerIndexCall } from './ledger.ts';
import { nationCall, nationsCall, nationsHistoryCall, standingsCall } from './nations.ts';
import { stakeNftCall, territoryCall, unstakeNftCall, verifyNftCall } from './nfts.ts';
import { asyncApiCall, openApiCall } from './openapi.ts';
import { chooseNationCall, playerNationCall } from './player-nation.ts';
import { playerCall } from './players.ts';
import { replayCall } from './replay.ts';
import { seasonCall, seasonsCall } from './seasons.ts';
import { nonceCall, sessionCall, signInCall, signOutCall } from './session.ts';
import { endOtherSessionsCall, endSessionCall, sessionsCall } from './sessions.ts';
import type { HttpRefusalCode } from './refusals.ts';
import { rulesCall } from './rules.ts';
import { statusCall } from './status.ts';
import { tradeCall } from './trade.ts';
import { refreshCall, updateResourcesCall } from './upkeep.ts';
import { worksCall } from './works.ts';

const calls = [
  nationsCall,
  standingsCall,
  nationsHistoryCall,
  nationCall,
  playerNationCall,
  chooseNationCall,
  refreshCall,
  updateResourcesCall,
  leaderboardCall,
  leaderboardAroundCall,
  findCall,
  previewCall,
  playerCall,
  tradeCall,
  worksCall,
  contributeCall,
  stakeNftCall,
  unstakeNftCall,
  verifyNftCall,
  territoryCall,
  stakeDenaCall,
  unstakeDenaCall,
  denaStakesCall,
  eventsCall,
  seasonsCall,
  seasonCall,
  replayCall,
  ledgerIndexCall,
  configCall,
  rulesCall,
  statusCall,
  nonceCall,
  signInCall,
  sessionCall,
  signOutCall,
  sessionsCall,
  endSessionCall,
  endOtherSessionsCall,
  healthCall,
  readyCall,
  openApiCall,
  asyncApiCall,
] as const satisfies readonly Call[];

export const CALLS: readonly Call[] = calls;
/** One of them, with its exact type. */
export type KnownCall = (typeof calls)[number];

const OF_COMMANDS: readonly HttpRefusalCode[] = [
  'not-signed-in',
  'wrong-wallet',
  'key-reused',
  'paused',
  'rules-changed',
];

/** The codes of a call that not every call has. */
export function refusalsOf({ refusals = [], needsSession }: Call): readonly HttpRefusalCode[] {
  return needsSession ? [...refusals, ...OF_COMMANDS] : refusals;
}
