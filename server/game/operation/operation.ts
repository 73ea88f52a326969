/**
 * What operators have set of the running game: every process derives it from their acts, in the
 * same order.
 */
import { NOTHING_SET, type Status } from '../../../common/protocol/status.ts';
import type { Address } from '../../../common/values/address.ts';
import { changesBetween } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { instantText } from '../../../common/values/instant.ts';
import { momentText, rulesText } from '../../../common/values/rule-words.ts';
import { rulesHash } from '../../../common/values/rules-hash.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { within } from '../../lib/deadline.ts';
import { every } from '../../lib/loop.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { lastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { actsIn, type ActRow } from '../../store/kept/acts.ts';
import {
  announcedBegun,
  pausedBy,
  pauseIn,
  rulesInEra,
  rulesSetBy,
  type RulesInEra,
} from '../../store/kept/era.ts';
import { publishNotice } from '../../store/kept/notices.ts';
import { putSetting } from '../../store/kept/settings.ts';
import { APPLIED } from '../../store/operating.ts';
import { StoreUnavailable, type LoadedWallet, type Store } from '../../store/store.ts';
import { actEntrySchema, type ActEntry } from './acts.ts';

/** Between two looks for new acts, and until all processes have applied one. */
const LOOK_MS = 1000;
const APPLY_MS = 2000;
/**
 * Processes publish what they have applied at once, and again so often; a notice expires after the
 * longer time.
 */
const REPEAT_MS = 5000;
const NOTICE_TTL_MS = 12_000;
/** How far an act's moment may be after that at which it is carried out. */
const AHEAD_MS = 15_000;
/** A store that doesn't answer is not waited for. */
const LEAVE_MS = 1000;

interface OperationParts {
  readonly store: Pick<Store, 'isShared' | 'rows' | 'era' | 'changeEra'>;
  /**
   * Ends the sessions of a wallet (null: of all) that began up to a moment; it may return before
   * all have ended.
   */
  readonly endSessions: (wallet: Address | null, upTo: number) => void;
  /** Distinguishes this process from others. */
  readonly processId: string;
  /** Machine time, ms. */
  readonly now: () => number;
  readonly log: Log;
}

export class Operation {
  readonly #parts: OperationParts;
  readonly #listeners = new Set<(status: Status) => void>();
  #hiddenNames = new Map<Address, number>();
  #paused: string | null = null;
  /** The last act that paused the game or let it go on. */
  #pause: { readonly act: number; readonly text: string | null } | null = null;
  #notice: { readonly text: string; readonly until: number | null } | null = null;
  /** The last act that was applied. */
  #last: ActRow | null = null;
  #rules: RulesInEra = { sets: [], announced: null, act: 0 };
  /** The number of the last act that changes the rules. */
  #lastRulesAct = 0;
  #publishedApplied = -1;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #shown = NOTHING_SET;

  constructor(parts: OperationParts) {
    this.#parts = parts;
  }

  /** The operator's sentence while the game is paused, as the era has it. */
  get paused(): string | null {
    return this.#paused;
  }

  /**
   * Wallets whose names are shown nowhere, and from when on by no process (machine time, ms). It
   * only grows while the data set is the same.
   */
  get hiddenNames(): ReadonlyMap<Address, number> {
    return this.#hiddenNames;
  }

  /** All rules that were ever in force, and those that are announced, as this process knows it. */
  get rules(): RulesInEra {
    return this.#rules;
  }

  get rulesInForce(): Rules {
    return this.#rules.sets.at(-1)?.rules ?? SPECIFIED_RULES;
  }

  /** What pages show. */
  get status(): Status {
    const last = this.#rules.sets.at(-1);
    return {
      paused: this.#paused,
      notice: this.#shownNotice(),
      ...(last && { rulesHash: rulesHash(last.rules) }),
    };
  }

  /** @param listener called whenever the status has changed. */
  subscribe(listener: (status: Status) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Applies what is new. One call at a time. @throws StoreUnavailable: everything stays as it was
   */
  async advance(): Promise<void> {
    for (const row of await this.#newActs()) this.#applyRow(row);
    const { value } = await this.#parts.store.era();
    this.#paused = await this.#pausedNow(value);
    this.#rules = rulesInEra(value) ?? this.#rules;
    const { status } = this;
    if (JSON.stringify(status) !== JSON.stringify(this.#shown)) {
      this.#shown = status;
      for (const listener of this.#listeners) listener(status);
    }
    await this.#publish();
  }

  /**
   * Changes the rules as acts say, and begins those that are announced once their moment has come:
   * one process does. @param now by the store's clock. @throws StoreUnavailable
   */
  async changeRules(now: number): Promise<void> {
    const { store } = this.#parts;
    const { act: last, announced } = this.#rules;
    if (this.#lastRulesAct <= last && (announced?.since ?? Infinity) > now) return;
    // With those of a moment ago: they may replace what is about to begin.
    for (const { number, document } of await actsIn(store.rows('act'), last)) {
      const { at = 0, act } = parsed(document) ?? {};
      if (act?.kind !== 'rules') continue;
      // Where the clock by which it was recorded was ahead, its moment doesn't count.
      const then = at > now + AHEAD_MS ? now : Math.max(at, now);
      // What was announced for before an act has begun before it.
      await store.changeEra(announcedBegun(Math.min(at, then), then));
      await store.changeEra(rulesSetBy({ ...act, number }, then));
    }
    await store.changeEra(announcedBegun(now, now));
  }

  /** Is not counted any more among the processes that apply acts. */
  async leave(): Promise<void> {
    const { store, processId } = this.#parts;
    await publishNotice(store, APPLIED, { holder: processId, text: '', ttlMs: 0 });
  }

  #shownNotice(): Status['notice'] {
    const now = this.#parts.now();
    const notices = [this.#notice, this.#announcement()].flatMap((one) =>
      one && (one.until ?? Infinity) > now ? [one] : [],
    );
    if (notices.length === 0) return null;
    const until = Math.min(...notices.map((one) => one.until ?? Infinity));
    return {
      text: notices.map(({ text }) => text).join(' '),
      until: until === Infinity ? null : instantText(until),
    };
  }

  /** What is announced of the rules, as a notice until it begins. */
  #announcement() {
    const { announced } = this.#rules;
    if (!announced) return null;
    const { since: until, rules } = announced;
    const changes = rulesText(changesBetween(this.rulesInForce, rules), 'will');
    return { text: `From ${momentText(until)}: ${changes}.`, until };
  }

  /**
   * With the last one, which shows that they continue what is applied here: another data set begins
   * from nothing.
   */
  async #newActs(): Promise<readonly ActRow[]> {
    const acts = this.#parts.store.rows('act');
    const last = this.#last;
    if (!last) return actsIn(acts, 0);
    const [first, ...rest] = await actsIn(acts, last.number - 1);
    if (first?.document === last.document) return rest;
    this.#last = null;
    this.#pause = null;
    this.#notice = null;
    this.#hiddenNames = new Map();
    this.#lastRulesAct = 0;
    return actsIn(acts, 0);
  }

  #applyRow(row: ActRow): void {
    const { number, document } = row;
    this.#last = row;
    const entry = parsed(document);
    if (entry) {
      this.#apply(number, entry);
      this.#parts.log.info({ number, ...entry }, 'an operator’s act is applied');
    } else {
      this.#parts.log.warn({ number }, 'an operator’s act can’t be read: it is skipped');
    }
  }

  /**
   * An operator's program changes the era itself, unless it died first, or the game comes from a
   * backup or a release without eras.
   */
  async #pausedNow(value: LoadedWallet['era']['value']): Promise<string | null> {
    const { store } = this.#parts;
    const pause = this.#pause;
    if (!pause || pauseIn(value).act >= pause.act) return pauseIn(value).paused;
    const changed = await store.changeEra(pausedBy(pause.act, pause.text));
    return pauseIn(changed.value).paused;
  }

  #apply(number: number, { at, act }: ActEntry): void {
    switch (act.kind) {
      case 'pause':
        this.#pause = { act: number, text: act.text };
        break;
      case 'resume':
        this.#pause = { act: number, text: null };
        break;
      case 'notice':
        this.#notice = act.text === null ? null : { text: act.text, until: act.until };
        break;
      case 'rules':
        this.#lastRulesAct = number;
        break;
      case 'hide-name':
        this.#hiddenNames.set(act.wallet, at + APPLY_MS);
        break;
      case 'end-sessions':
        this.#parts.endSessions(act.wallet, at);
        break;
    }
  }

  /** Publishes what is applied, where `operate` can read it. */
  async #publish(): Promise<void> {
    const { store, processId } = this.#parts;
    const applied = this.#last?.number ?? 0;
    const isNew = this.#publishedApplied !== applied;
    if (!isNew && monotonicNow() - this.#publishedAt < REPEAT_MS) return;
    await publishNotice(store, APPLIED, {
      holder: processId,
      text: String(applied),
      ttlMs: NOTICE_TTL_MS,
    });
    // Notices of the one process on a store of its own stay in its memory.
    if (!store.isShared && isNew) await putSetting(store, APPLIED, String(applied));
    this.#publishedApplied = applied;
    this.#publishedAt = monotonicNow();
  }
}

/** Null for an act of a newer version, or a damaged one. */
function parsed(document: string) {
  try {
    return actEntrySchema.parse(JSON.parse(document));
  } catch {
    return null;
  }
}

/** Looks for new acts in the background. While the store is away, what is known stands. */
export function keepOperation(operation: Operation, log: Log) {
  const fault = lastingFault(log, {
    lasts: 'acts of operators cannot be read for now',
    over: 'acts of operators are read again',
  });
  const loop = every(
    LOOK_MS,
    async () => {
      await operation.advance();
      fault.clear();
    },
    (error) => fault.report({ err: error }, !(error instanceof StoreUnavailable)),
  );
  return {
    soon: () => loop.soon(),
    async close(): Promise<void> {
      await loop.close();
      // Without it, the process is counted for some seconds more.
      await within(LEAVE_MS, operation.leave()).catch(() => undefined);
    },
  };
}
