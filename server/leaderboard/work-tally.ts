/**
 * [WRK1] One nation's work, updated row by row: what its players have contributed, who contributed
 * the most, and which commit completed each stage.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import {
  NOTHING_CONTRIBUTED,
  stagesComplete,
  unitsIn,
  workOf,
  type Work,
} from '../../common/values/works.ts';
import { RankIndex } from './rank-index.ts';

/**
 * The commit that completed a stage, named so that a move to another store changes nothing: a
 * wallet reaches each sum of units with one commit only.
 */
export interface Finish {
  /** The game's time, ms. */
  readonly at: number;
  readonly wallet: Address;
  /** The units of all resources that the wallet had contributed with it. */
  readonly total: number;
}

/** Ordered as [LB1] orders rows, with the units in place of the GDP: then by the lower address. */
interface Contributor {
  readonly gdp: number;
  readonly gdpOrder: 0;
  readonly wallet: Address;
}

export class WorkTally {
  #totals = NOTHING_CONTRIBUTED;
  readonly #contributors = new RankIndex<Contributor>();
  /** By stage, the first one at 0; absent: not complete, or not known. */
  readonly #finishes: (Finish | undefined)[];

  /** @param finishes known from an earlier load of the same data set. */
  constructor(finishes: readonly (Finish | undefined)[] = []) {
    this.#finishes = [...finishes];
  }

  /** What the nation's players have contributed; never changed, only replaced. */
  get totals(): ResourceUnits {
    return this.#totals;
  }

  get finishes(): readonly (Finish | undefined)[] {
    return this.#finishes;
  }

  get work(): Work {
    return workOf(
      this.#totals,
      this.#finishes.map((finish) => finish?.at ?? null),
    );
  }

  /** Complete stages, from 1, of which the commit is not known. */
  get unexplained(): number[] {
    const complete = Array.from({ length: stagesComplete(this.#totals) }, (_, i) => i + 1);
    return complete.filter((stage) => !this.#finishes[stage - 1]);
  }

  /** Who contributed the most units; at most `limit`. */
  best(limit: number): readonly { readonly wallet: Address }[] {
    return this.#contributors.slice(0, limit);
  }

  /** Records what completed a stage. */
  explain(stage: number, finish: Finish): void {
    this.#finishes[stage - 1] ??= finish;
  }

  /**
   * Counts a row of this nation instead of the wallet's previous one, null for a new player.
   * @param at when the row's commit was made; null for a row of a snapshot, which completes nothing
   * now.
   * @returns the stages that it completed, from 1; null if it changed nothing.
   */
  replace(before: BoardRow | null, after: BoardRow, at: number | null): number[] | null {
    const { wallet, contributed: now = NOTHING_CONTRIBUTED } = after;
    const was = before?.contributed ?? NOTHING_CONTRIBUTED;
    const total = unitsIn(now);
    if (total === unitsIn(was)) return null;
    const totals = this.#totals;
    this.#totals = eachResource((type) => totals[type] + now[type] - was[type]);
    this.#contributors.put({ gdp: total, gdpOrder: 0, wallet });
    const finished: number[] = [];
    if (at === null) return finished;
    const complete = stagesComplete(this.#totals);
    for (let stage = stagesComplete(totals) + 1; stage <= complete; stage += 1) {
      finished.push(stage);
      this.explain(stage, { at, wallet, total });
    }
    return finished;
  }
}
