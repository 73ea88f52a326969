/**
 * [SEA1] The weeks that have ended as they follow from the commits, in their order: a record that
 * lacks one gets it from here, and an audit compares them with the record. It keeps of a player
 * only what a week's rows say.
 */
import { comparePresidency } from '../../common/rules/ranking.ts';
import { seasonAfter } from '../../common/rules/season.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { SeasonFigures } from '../../common/values/player.ts';
import {
  isOfPlayer,
  isWeekEnd,
  type Commit,
  type StoredEvent,
} from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { WeekList, weekNow, type Racer, type WeekNow } from '../leaderboard/week-list.ts';
import { yieldToLoop } from '../lib/machine.ts';
import type { CommitPosition } from '../store/rows.ts';

interface WeekOfEvents {
  readonly week: number;
  /** The last commit that counts for it: the one that ended it, if one did. */
  readonly upTo: CommitPosition;
  /** Its list. Call it before the next week is taken. */
  readonly now: () => WeekNow;
}

/**
 * Every week that has ended, oldest first.
 * @param pages all commits, oldest first.
 * @param closed of the weeks that the record has, the last commit that counts: release 1.0 left
 * nothing else of a week's end.
 */
export async function* weeksOfEvents(
  pages: AsyncIterable<readonly Commit[]>,
  closed: ReadonlyMap<number, Rev>,
): AsyncGenerator<WeekOfEvents> {
  const race = new WeekTally();
  let upTo: CommitPosition = { rev: REV_ZERO, number: 0 };
  let open: number | null = null;

  for await (const commits of pages) {
    for (const commit of commits) {
      if (isOfPlayer(commit)) open ??= weekAt(commit.at);
      const isBefore = (week: number) => (closed.get(week) ?? commit.rev) < commit.rev;
      for (; open !== null && isBefore(open); open += 1) yield* close(open);
      upTo = { rev: commit.rev, number: upTo.number + 1 };
      if (isOfPlayer(commit)) {
        race.apply(commit);
        continue;
      }
      if (!isWeekEnd(commit)) continue;
      // Of those before it nothing says when they ended.
      if (commit.week === open) yield* close(open);
      else race.close(commit.week);
      open = Math.max(open ?? 0, commit.week + 1);
    }
    await yieldToLoop();
  }
  for (; open !== null && closed.has(open); open += 1) yield* close(open);

  function* close(week: number): Generator<WeekOfEvents> {
    yield { week, upTo, now: () => weekNow(race, week, race.list(week)) };
    race.close(week);
  }
}

/** A player after a commit: what the rows of weeks say of them. */
interface TallyRow
  extends
    Racer,
    Omit<SeasonFigures, 'base'>,
    Pick<BoardRow, 'name' | 'culturalCount' | 'culturalOrder'> {
  /** The score in the week of that commit. */
  readonly gdp: number;
}

export class WeekTally {
  readonly #rows = new Map<Address, TallyRow>();
  /** By week: players who have a commit of a later one, as they were after their last of it. */
  readonly #earlier = new Map<number, TallyRow[]>();
  /**
   * The first week that is not closed: no commit counts for an earlier one, which only release 1.0
   * has dated so.
   */
  #firstOpen = 0;

  apply({ at, row }: Pick<StoredEvent, 'at' | 'row'>): void {
    const { wallet, name, nationId, culturalCount, culturalOrder, gdp, gdpOrder } = row;
    const known = this.#rows.get(wallet);
    const moment = Math.max(at, weekBegins(this.#firstOpen));
    const figures = seasonAfter(known ?? null, { at: moment, gdp });
    if (known && known.week >= this.#firstOpen && known.week < figures.week) {
      const earlier = this.#earlier.get(known.week) ?? [];
      this.#earlier.set(known.week, earlier);
      earlier.push({ ...known });
    }
    const score = gdp - figures.base;
    const next = { ...figures, gdp: score, gdpOrder, name, culturalCount, culturalOrder };
    // Changed in place: a new object for each of a million commits would make the heap grow.
    if (known) Object.assign(known, next);
    else this.#rows.set(wallet, { wallet, nationId, ...next });
  }

  list(week: number): WeekList {
    const racers = [...(this.#earlier.get(week) ?? [])];
    for (const row of this.#rows.values()) if (row.week === week) racers.push(row);
    return new WeekList(racers);
  }

  close(week: number): void {
    this.#firstOpen = week + 1;
    this.#earlier.delete(week);
  }

  ranked(wallet: Address): { readonly row: TallyRow } | null {
    const row = this.#rows.get(wallet);
    return row ? { row } : null;
  }

  /** [PRE1] */
  presidency(nationId: NationId): { readonly candidates: readonly { readonly row: TallyRow }[] } {
    let president: TallyRow | null = null;
    for (const row of this.#rows.values()) {
      if (row.nationId !== nationId || row.culturalCount === 0) continue;
      if (!president || comparePresidency(row, president) < 0) president = row;
    }
    return { candidates: president ? [{ row: president }] : [] };
  }
}
