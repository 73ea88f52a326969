/**
 * A command: what a player asks for, as one value that the game can decide, repeatedly if need be.
 */
import type { z } from 'zod';
import type { Change, Refusal } from '../../../common/rules/decision.ts';
import type { Unbacked } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import { stakeIdSchema, type CommandId, type StakeId } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Holdings, Player } from '../../../common/values/player.ts';
import type { RulesInForce } from '../../../common/values/rules.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { unguessableBytes } from '../../lib/machine.ts';

/** Identifies one attempt to act, so that a retry of it takes effect once. */
export interface Intent {
  readonly commandId: CommandId;
  /** Distinguishes this request from another that is sent under the same id. */
  readonly fingerprint: string;
  /** How long a retry is recognised, in ms. */
  readonly rememberMs: number;
  /** [PRO34] The hash of the rules that the player was shown; undefined: it takes any. */
  readonly shownRules?: string | undefined;
}

/** What a command may know about the world beyond its player. */
export interface World {
  /** The game's clock. */
  now(): number;
  /** Those of the era under which the command is decided. */
  readonly rules: RulesInForce;
  /**
   * What the wallet holds on chain, read at `atLeastBlock` or later: an older answer would undo
   * what is already known.
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId, atLeastBlock: number): Promise<Holdings>;
  /**
   * The player's newest active stakes, of each kind enough to cover the amount, as of this version
   * of the player.
   * @throws VersionConflict if the player has changed since.
   */
  newestStakes(player: Player, amounts: Unbacked): Promise<readonly Stake[]>;
}

/** What a command is decided on. */
interface Known {
  readonly player: Player | null;
  /** The player's stake with the command's `stakeId`; null if there is none. */
  readonly stake: Stake | null;
}

/** A command's outcome; a null change means that everything is already as requested. */
export type Verdict<Answer> =
  { readonly ok: true; readonly change: Change | null; readonly answer: Answer } | Refusal;

/**
 * Which of a wallet's queues a command waits in, so that one waiting for the chain does not hold up
 * those that don't need it [CHN2], and nothing that strangers may send holds up the player's own
 * commands: `chain` for commands that read the chain, `ledger` for those that need only the
 * records, `upkeep` for those that read the chain and that anyone may send. Across queues the
 * player's version decides which comes first.
 */
type Lane = 'chain' | 'ledger' | 'upkeep';

export interface Command<Answer> {
  readonly wallet: Address;
  readonly lane: Lane;
  /** The one stake that the command is about; the player's totals cover all other stakes. */
  readonly stakeId?: StakeId;
  /** The caller's answer, stored as JSON with the change so that a replay gets the same. */
  readonly answerSchema: z.ZodType<Answer>;
  /** Reads the chain instead of the engine's reader, for a caller who has not proven the wallet. */
  readonly readHoldings?: World['holdings'] | undefined;
  /** May run several times before one verdict is committed: it must have no side effects. */
  decide(known: Known, world: World): Promise<Verdict<Answer>>;
}

const STAKE_ID_BYTES = 12;

/**
 * 16 characters that can't be guessed and never collide: short, since every tick with the stake has
 * them.
 */
export function newStakeId(): StakeId {
  return stakeIdSchema.parse(unguessableBytes(STAKE_ID_BYTES).toString('base64url'));
}
