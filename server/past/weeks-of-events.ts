/**
 * [SEA1] The closed weeks as they follow from the events, in the order of commits: a game without a
 * record gets its weeks from here, and an audit compares them with the record.
 */
import { CLOSED_AFTER_MS } from '../../common/rules/season.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { SeasonRace } from '../leaderboard/season-race.ts';
import { turn } from '../lib/machine.ts';
import type { PastPlace } from '../store/rows.ts';
import { weekNow, type WeekNow } from './closed-week.ts';

/** Before all weeks: nothing is remembered for closings that are learnt later. */
const NO_TIME = () => 0;

interface WeekOfEvents {
  readonly week: number;
  /** The last commit that counts for it. */
  readonly upTo: PastPlace;
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
  const board = new Board();
  const race = new SeasonRace(board, NO_TIME);
  let number = 0;
  let upTo: PastPlace | null = null;
  let open: number | null = null;

  for await (const events of pages) {
    for (const event of events) {
      open ??= weekAt(event.at);
      if (upTo) for (; open < until && isOver(open, event); open += 1) yield* close(open, upTo);
      board.apply(event);
      // Its kind can't be read, or the event that joined can't.
      for (const wallet of race.unsure) race.settle(wallet, [event]);
      number += 1;
      upTo = { rev: event.rev, number };
    }
    await turn();
  }
  if (open === null || !upTo) return;
  for (; open < until; open += 1) yield* close(open, upTo);

  /** True if the event comes after what counts for the week. */
  function isOver(week: number, { at, rev }: StoredEvent): boolean {
    const last = closed.get(week);
    return last ? rev > last : at >= weekBegins(week + 1) + CLOSED_AFTER_MS;
  }

  function* close(week: number, last: PastPlace): Generator<WeekOfEvents> {
    yield { week, upTo: last, now: () => weekNow(board, week, race.list(week)) };
    race.close({ week, rev: closed.get(week) ?? last.rev });
  }
}
