/**
 * [SEA1] The closed weeks as they follow from the events, in the order of commits: a game without a
 * record gets its weeks from here, and an audit compares them with the record. It keeps of a player
 * only what a week's rows say.
 */
import { comparePresidency } from '../../common/rules/ranking.ts';
import { CLOSED_AFTER_MS, seasonAfter } from '../../common/rules/season.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { SeasonFigures } from '../../common/values/player.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { WeekList, type Racer } from '../leaderboard/week-list.ts';
import { yieldToLoop } from '../lib/machine.ts';
import type { CommitPosition } from '../store/rows.ts';
import { weekNow, type WeekNow } from './closed-week.ts';

interface WeekOfEvents {
  readonly week: number;
  /** The last commit that counts for it. */
  readonly upTo: CommitPosition;
  /** Its list. Call it before the next week is taken. */
  readonly now: () => WeekNow;
}

/**
 * Every week from that of the first event on, oldest first.
 * @param pages all events, oldest first.
 * @param known.closed of the weeks that were closed, the last commit that counts.
 * @param known.until the first week that is left out.
 */
export async function* weeksOfEvents(
  pages: AsyncIterable<readonly StoredEvent[]>,
  known: { readonly closed: ReadonlyMap<number, Rev>; readonly until: number },
): AsyncGenerator<WeekOfEvents> {
  const { closed, until } = known;
  const race = new WeekTally();
  let number = 0;
  let upTo: CommitPosition | null = null;
  let open: number | null = null;

  for await (const events of pages) {
    for (const event of events) {
      open ??= weekAt(event.at);
      if (upTo) for (; open < until && isOver(open, event); open += 1) yield* close(open, upTo);
      race.apply(event);
      number += 1;
      upTo = { rev: event.rev, number };
    }
    await yieldToLoop();
  }
  if (open === null || !upTo) return;
  for (; open < until; open += 1) yield* close(open, upTo);

  /** True if the event comes after what counts for the week. */
  function isOver(week: number, { at, rev }: StoredEvent): boolean {
    const last = closed.get(week);
    return last ? rev > last : at >= weekBegins(week + 1) + CLOSED_AFTER_MS;
  }

  function* close(week: number, last: CommitPosition): Generator<WeekOfEvents> {
    yield { week, upTo: last, now: () => weekNow(race, week, race.list(week)) };
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

class WeekTally {
  readonly #rows = new Map<Address, TallyRow>();
  /** By week: players who have a commit of a later one, as they were after their last of it. */
  readonly #earlier = new Map<number, TallyRow[]>();
  /** The first week that is not closed: no commit counts for an earlier one. */
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
