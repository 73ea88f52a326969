/** A command: what a player asks for, as one value that the game can decide, again if need be. */
import type { z } from 'zod';
import type { Change, Refusal } from '../../../common/rules/decision.ts';
import type { Unbacked } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import type { CommandId, StakeId } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Holdings, Player } from '../../../common/values/player.ts';
import type { Stake } from '../../../common/values/stake.ts';

/** Names one attempt to act, so that a retry of it acts once. */
export interface Intent {
  readonly commandId: CommandId;
  /** Tells this request from another that is sent under the same id. */
  readonly fingerprint: string;
  /** How long a retry is recognised, in ms. */
  readonly rememberMs: number;
}

/** What a command may know of the world beyond its player. */
export interface World {
  /** The game's clock. */
  now(): number;
  /**
   * What the wallet holds on chain, read at `atLeastBlock` or later: an older answer would undo what
   * is known already.
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId, atLeastBlock: number): Promise<Holdings>;
  /**
   * The player's newest active stakes, of each kind as many as come to the amount, as they were at
   * this version of the player.
   * @throws VersionConflict where the player has gone on.
   */
  newestStakes(player: Player, amounts: Unbacked): Promise<readonly Stake[]>;
}

/** What a command is decided on. */
export interface Known {
  readonly player: Player | null;
  /** The player's stake by the command's `stakeId`; null where there is none. */
  readonly stake: Stake | null;
}

/** What a command comes to; a null change means that all is as it was asked to be already. */
export type Verdict<Answer> =
  { readonly ok: true; readonly change: Change | null; readonly answer: Answer } | Refusal;

/**
 * Which of a wallet's queues a command waits in, so that one that waits for the chain holds up none
 * that does not need it [CHN2], and what strangers may ask for holds up nothing of the player's own:
 * `chain` for commands that read the chain, `ledger` for those that need the records alone, `upkeep`
 * for those that read the chain and that anyone may ask for. Across queues the player's version
 * decides who comes first.
 */
export type Lane = 'chain' | 'ledger' | 'upkeep';

export interface Command<Answer> {
  readonly wallet: Address;
  readonly lane: Lane;
  /** The one stake that the command is about; whatever else is staked is told by the player's totals. */
  readonly stakeId?: StakeId;
  /** What the caller is told, kept as JSON with the change so that a replay is told the same. */
  readonly answerSchema: z.ZodType<Answer>;
  /** May run several times before one verdict is committed: it must leave nothing behind itself. */
  decide(known: Known, world: World): Promise<Verdict<Answer>>;
}
