/**
 * The game's engine: takes a command through load → rules → commit → announce, once, no matter who
 * retries what. What a command means is defined in its own file.
 */
import {
  inOrder,
  type Change,
  type Refusal,
  type RefusalCode,
} from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { rulesHash } from '../../../common/values/rules-hash.ts';
import type { RulesInForce } from '../../../common/values/rules.ts';
import type { Board } from '../../leaderboard/board.ts';
import { createQueue, QueueFull } from '../../lib/bounded-queue.ts';
import { chance, monotonicNow, sleep } from '../../lib/machine.ts';
import { pauseIn, rulesIn } from '../../store/kept/era.ts';
import {
  StoreAway,
  StoreUnavailable,
  VersionConflict,
  type LoadQuery,
  type Receipt,
  type Store,
} from '../../store/store.ts';
import type { GameClock } from './clock.ts';
import type { Command, Intent, Verdict, World } from './command.ts';
import { freshHoldings, type HoldingsReader } from './holdings-reader.ts';
import { newestStakes } from './newest-stakes.ts';
import { OpenWeeks } from './open-week.ts';
import { BUSY, STORE_UNAVAILABLE, unavailability, type Unavailable } from './unavailable.ts';

/**
 * How long after its arrival a command may be tried: 5 s, less one for a busy machine and for its
 * answer to travel.
 */
const COMMAND_MS = 4000;
/** The longest that one attempt waits for the chain. */
const CHAIN_MS = 3500;
/** How long an answer waits for this process's own board to have a commit. */
export const BOARD_MS = 1000;
/** The longest pause before a conflicting command is tried again. */
const PAUSE_MS = 50;

export type Refused = Refusal<
  RefusalCode | Unavailable['code'] | 'key-reused' | 'paused' | 'rules-changed'
>;

export type Outcome<Answer> = Done<Answer> | Refused;

interface Done<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  /** The commit; null if there was none, or the answer comes from the receipt of an earlier one. */
  readonly rev: Rev | null;
}

export type Game = ReturnType<typeof createGame>;

/** The change may have been written, may be written later, or never. */
class CommitUnknown extends StoreUnavailable {}

const KEY_REUSED: Refused = {
  ok: false,
  code: 'key-reused',
  message: 'This Idempotency-Key named another request before. Send a new key with a new request.',
};

const RULES_CHANGED: Refused = {
  ok: false,
  code: 'rules-changed',
  message:
    'The rules have changed since you saw them, and nothing was done. Look again, then repeat it.',
};

function pauseRefusal(message: string | null): Refused | null {
  return message === null ? null : { ok: false, code: 'paused', message };
}

interface EngineParts {
  readonly store: Store;
  readonly holdings: HoldingsReader;
  readonly board: Pick<Board, 'reached' | 'rankOf'>;
  readonly clock: GameClock;
}

export function createGame(parts: EngineParts) {
  const weeks = new OpenWeeks(parts.store, parts.clock);
  const attempt = createAttempt({ ...parts, weeks });
  /** The commands of one lane of a wallet run one after another. */
  const lanes = createQueue({ atOnce: 1, waiting: Infinity });

  return {
    /** [SEA1] Ends the weeks that are over by the store's time. @throws StoreUnavailable */
    endWeeks: () => weeks.endDue(),

    /**
     * Carries out a command, once for each intent (null: issued by the server itself). No attempt
     * begins after COMMAND_MS; the last one takes as long as the store takes to answer it.
     */
    async act<Answer>(command: Command<Answer>, intent: Intent | null): Promise<Outcome<Answer>> {
      const deadline = monotonicNow() + COMMAND_MS;
      const run = () => persist(command, intent, deadline);
      // The server's own commands do not queue behind anyone's: stakes stay backed [CHN1].
      if (!intent) return run();
      try {
        return await lanes(`${command.wallet} ${command.lane}`, run, COMMAND_MS);
      } catch (error) {
        if (error instanceof QueueFull) return BUSY;
        throw error;
      }
    },
  };

  /**
   * Retries until an attempt has an outcome. An attempt whose commit is unknown is retried under
   * the same id: its receipt shows whether it was committed. Without a receipt the commit may still
   * arrive, so a refusal would not be certain: the caller is told to try again.
   */
  async function persist<Answer>(
    command: Command<Answer>,
    intent: Intent | null,
    deadline: number,
  ): Promise<Outcome<Answer>> {
    let last: Refused = BUSY;
    let isUnknown = false;
    while (monotonicNow() < deadline) {
      try {
        const outcome = await attempt(command, intent, deadline);
        return isUnknown && !outcome.ok ? STORE_UNAVAILABLE : outcome;
      } catch (error) {
        isUnknown ||= error instanceof CommitUnknown;
        if (error instanceof StoreAway) return STORE_UNAVAILABLE;
        if (error instanceof VersionConflict) last = BUSY;
        else if (error instanceof StoreUnavailable) last = STORE_UNAVAILABLE;
        else {
          const refused = unavailability(error);
          if (!refused) throw error;
          return isUnknown ? STORE_UNAVAILABLE : refused;
        }
      }
      await sleep(chance() * PAUSE_MS);
    }
    return isUnknown ? STORE_UNAVAILABLE : last;
  }
}

/** One attempt: load → decide → commit → announce. */
function createAttempt(parts: EngineParts & { readonly weeks: OpenWeeks }) {
  const { store, holdings: reader, board, clock, weeks } = parts;

  return async function attempt<Answer>(
    command: Command<Answer>,
    intent: Intent | null,
    deadline: number,
  ): Promise<Outcome<Answer>> {
    const { wallet, stakeId = null } = command;
    const commandId = intent && intent.commandId;
    // A stake newer than the player makes the commit conflict. If the command was carried out
    // before this player was read, its receipt is there to be found.
    const query = { commandId, stakeId, now: clock.machineNow() };
    const { loaded, week } = await loadInWeek(wallet, query, deadline);
    const { player, stake, receipt: earlier, order, era } = loaded;
    if (intent && earlier) return replay(command, intent, earlier);
    // The server's own commands have no intent, and go on.
    const paused = intent && pauseRefusal(pauseIn(era.value).paused);
    if (paused) return paused;
    const rules = rulesIn(era.value);
    if (intent?.shownRules !== undefined && intent.shownRules !== rulesHash(rules)) {
      return RULES_CHANGED;
    }
    const now = () => weeks.nowIn(week);
    const { world, readBlock } = worldUntil(deadline, { now, rules }, command.readHoldings);
    const verdict = await command.decide({ player, stake }, world);
    if (!verdict.ok) return verdict;
    let rev: Rev | null = null;
    if (verdict.change) {
      const receipt = intent && receiptOf(command, intent, verdict);
      const block = readBlock();
      // [CHN1] A transfer that was processed meanwhile, and left no commit to conflict with.
      if (block !== null && block < reader.neededBlock(wallet)) {
        throw new VersionConflict(`tokens of ${wallet} moved after block ${block}`);
      }
      const change = placed(inOrder(verdict.change, player, order), world.rules);
      rev = await committed(change, player?.version ?? 0, receipt, era.number);
      await board.reached(rev, BOARD_MS);
    } else {
      // This attempt committed nothing: its answer rests on the wallet's newest commit.
      await boardHoldsNewest(wallet);
    }
    return { ok: true, answer: verdict.answer, rev };
  };

  /** The wallet, and the week of a commit that is decided on it [SEA1]. */
  async function loadInWeek(wallet: Address, query: LoadQuery, deadline: number) {
    for (;;) {
      const loaded = await store.load(wallet, query);
      const week = await weeks.of(loaded.era, deadline);
      if (week !== null) return { loaded, week };
      if (monotonicNow() > deadline) throw new VersionConflict('a week has ended');
    }
  }

  /** What the event says of its place: among the rows, and among the changes of the rules. */
  function placed({ event, ...change }: Change, { earlier }: RulesInForce): Change {
    const rank = board.rankOf(event.row);
    const facts = earlier.length > 0 ? { ...event.facts, rules: earlier.length } : event.facts;
    return { ...change, event: { ...event, rank, facts } };
  }

  async function committed(
    change: Change,
    expectedVersion: number,
    receipt: Receipt | null,
    era: number,
  ): Promise<Rev> {
    try {
      return await store.commit(change, expectedVersion, receipt, era);
    } catch (error) {
      if (error instanceof StoreUnavailable && !(error instanceof StoreAway))
        throw new CommitUnknown(error.message, { cause: error });
      throw error;
    }
  }

  /**
   * The world of one attempt, and the block at which it read the chain; null if it read nothing.
   */
  function worldUntil(
    deadline: number,
    facts: Pick<World, 'now' | 'rules'>,
    readHoldings: World['holdings'] | undefined,
  ): { world: World; readBlock: () => number | null } {
    let readBlock: number | null = null;
    const from = readHoldings
      ? { holdings: readHoldings, neededBlock: (of: Address) => reader.neededBlock(of) }
      : reader;
    const world: World = {
      ...facts,
      async holdings(wallet, nationId, atLeastBlock) {
        const wanted = { wallet, nationId, atLeastBlock };
        const patience = Math.min(monotonicNow() + CHAIN_MS, deadline);
        const holdings = await freshHoldings(from, wanted, patience);
        readBlock = holdings.block;
        return holdings;
      },
      newestStakes: (player, amounts) => newestStakes(store, player, amounts),
    };
    return { world, readBlock: () => readBlock };
  }

  function receiptOf<Answer>(
    command: Command<Answer>,
    intent: Intent,
    verdict: Extract<Verdict<Answer>, { ok: true }>,
  ): Receipt {
    return {
      commandId: intent.commandId,
      fingerprint: intent.fingerprint,
      answer: JSON.stringify(command.answerSchema.encode(verdict.answer)),
      expiresAt: clock.machineNow() + intent.rememberMs,
    };
  }

  async function replay<Answer>(
    command: Command<Answer>,
    intent: Intent,
    receipt: Receipt,
  ): Promise<Outcome<Answer>> {
    if (receipt.fingerprint !== intent.fingerprint) return KEY_REUSED;
    const answer = command.answerSchema.parse(JSON.parse(receipt.answer));
    await boardHoldsNewest(command.wallet);
    return { ok: true, answer, rev: null };
  }

  /**
   * Resolves once the board has the wallet's newest commit, whichever process made it, or after
   * `BOARD_MS`.
   */
  async function boardHoldsNewest(wallet: Address): Promise<void> {
    const [newest] = await store.events({ wallet, limit: 1, order: 'newest-first' });
    if (newest) await board.reached(newest.rev, BOARD_MS);
  }
}
