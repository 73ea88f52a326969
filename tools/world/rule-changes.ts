/**
 * The rules in a game's log: each change is a commit of its own, and what it changes follows from
 * the acts of operators, in their order, and from the moments that they name.
 */
import {
  differing,
  figuresWith,
  isSame,
  SPECIFIED,
  type Figures,
  type Set,
} from './model/rules.ts';
import type { RulesThen } from './model/compare.ts';

interface Act {
  /** By the clock that processes share. */
  readonly at: number;
  readonly set: Set;
  /** Null: at once. */
  readonly from: number | null;
}

interface Change extends RulesThen {
  readonly id: string;
  /** By the world's clock. */
  readonly seenMs: number;
}

/** What acts have made of the rules so far. */
interface State {
  readonly figures: Figures;
  readonly announced: RulesThen | null;
  /** How many acts are carried out. */
  readonly acts: number;
}

const BEGUN: State = { figures: SPECIFIED, announced: null, acts: 0 };

/** How long a change may take, where a process runs with a sound store. */
const OVERDUE_MS = 5000;

export class RuleChanges {
  #acts: Act[] = [];
  #changes: Change[] = [];
  #state = BEGUN;
  readonly #clockErrorMs: () => number;

  /** @param clockErrorMs how far the processes' clock may be from where it was. */
  constructor(clockErrorMs: () => number) {
    this.#clockErrorMs = clockErrorMs;
  }

  get acts(): number {
    return this.#acts.length;
  }

  get count(): number {
    return this.#changes.length;
  }

  get inForce(): Figures {
    return this.#state.figures;
  }

  append(act: Act): void {
    this.#acts.push(act);
  }

  /** Nothing stays of a log that was replaced, nor of the acts after the first ones. */
  forget(acts: number): void {
    this.#acts.length = acts;
    this.#changes = [];
    this.#state = BEGUN;
  }

  /** All figures that were in force for some of a time, by the world's clock. */
  during(fromMs: number, toMs: number): Figures[] {
    const before = this.#changes.findLast(({ seenMs }) => seenMs < fromMs);
    const since = this.#changes.filter(({ seenMs }) => seenMs >= fromMs && seenMs <= toMs);
    return [before?.figures ?? SPECIFIED, ...since.map(({ figures }) => figures)];
  }

  /** The next commit changes the rules. @returns what is wrong, in words. */
  change(
    id: string,
    { at, set, seenMs }: { readonly at: number; readonly set: Set; readonly seenMs: number },
  ): string[] {
    const figures = figuresWith(SPECIFIED, set);
    const says = `${id} changes the rules at ${textOf(at)}`;
    if (!figures) return [`${says} to what they can't be: ${JSON.stringify(set)}`];
    const last = this.#changes.at(-1)?.since ?? 0;
    const why = this.#explain(figures, at);
    this.#changes.push({ id, since: at, figures, seenMs });
    return [
      ...(at < last ? [`${says}, before those of ${textOf(last)}`] : []),
      ...(why === null ? [] : [`${says} (${textFrom(this.#state.figures, figures)}): ${why}`]),
    ];
  }

  /** Takes over what explains a change. @returns what is wrong, in words; null if nothing is. */
  #explain(to: Figures, at: number): string | null {
    for (let state = this.#state; ;) {
      const next = this.#acts[state.acts];
      const { announced } = state;
      // An act that was recorded before the moment is carried out before it.
      const isNext = !next || next.at + this.#clockErrorMs() >= (announced?.since ?? Infinity);
      if (isNext && announced && announced.since <= at && isSame(announced.figures, to)) {
        this.#state = { ...state, figures: to, announced: null };
        return null;
      }
      if (!next) return 'no act explains it';
      if (announced && announced.since < next.at - this.#clockErrorMs()) {
        return `those of ${textOf(announced.since)} begin first`;
      }
      const after = carriedOut(state, next);
      if (!isSame(after.figures, state.figures)) {
        if (!isSame(after.figures, to)) return `act ${after.acts} sets something else`;
        this.#state = after;
        return next.at > at + this.#clockErrorMs() ? `act ${after.acts} is of later` : null;
      }
      state = after;
    }
  }

  /** What all acts so far make of the rules, once they are carried out. @param now of the game. */
  settled(now: number) {
    let state = this.#state;
    const wrong: string[] = [];
    for (const act of this.#acts.slice(state.acts)) {
      if (state.announced && state.announced.since < act.at) break;
      state = carriedOut(state, act);
      if (!isSame(state.figures, this.inForce)) break;
    }
    const { announced, acts, figures } = state;
    if (acts < this.#acts.length || !isSame(figures, this.inForce))
      wrong.push(`act ${acts} of ${this.#acts.length} waits`);
    if (announced && announced.since < now - OVERDUE_MS)
      wrong.push(`the rules of ${textOf(announced.since)} have not begun`);
    return { changes: this.#changes, announced, wrong };
  }
}

function carriedOut({ figures, announced, acts }: State, { set, from }: Act): State {
  const next = figuresWith(figures, set);
  // What can't be changes nothing.
  if (!next) return { figures, announced, acts: acts + 1 };
  if (isSame(next, figures)) return { figures, announced: null, acts: acts + 1 };
  return from === null
    ? { figures: next, announced: null, acts: acts + 1 }
    : { figures, announced: { since: from, figures: next }, acts: acts + 1 };
}

function textOf(at: number): string {
  return new Date(at).toISOString();
}

function textFrom(before: Figures, after: Figures): string {
  return differing(before, after)
    .map(({ rule, from, to }) => `${rule} ${from} → ${to}`)
    .join(', ');
}
