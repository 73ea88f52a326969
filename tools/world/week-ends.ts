/**
 * [SEA1] The ends of weeks in a game's log: each is a commit of its own, and every player's commit
 * before it counts for the week that it ends.
 */
import { weekFrom, WEEK_MS, type Logged } from '../../common/testing/weeks.ts';
import { weekAt, weekId } from '../../common/values/week.ts';
import type { Orders } from './model/ranking.ts';
import type { WireEvent } from './model/wire.ts';

/** How long a week may stay open after its end, where a process runs with a sound store. */
const OVERDUE_MS = 2500;

interface WeekEnd {
  readonly rev: string;
  /** When the week that it opens begins. */
  readonly opens: number;
}

export class WeekEnds {
  #ends: WeekEnd[] = [];
  #open: number | null = null;

  /** When the open week began; null before the first commit. */
  get open(): number | null {
    return this.#open;
  }

  /** The week that ended last, as addresses name it; null: none has. */
  get lastId(): string | null {
    const last = this.#ends.at(-1);
    return last ? weekId(weekAt(last.opens - 1)) : null;
  }

  /** Nothing stays of a log that was replaced. */
  forget(): void {
    this.#ends = [];
    this.#open = null;
  }

  /** The next commit is a player's. @returns what is wrong, in words. */
  commit(rev: string, at: number): string[] {
    this.#open ??= weekFrom(at);
    return weekFrom(at) === this.#open
      ? []
      : [`${rev} is dated ${textOf(at)}, outside of the week open from ${textOf(this.#open)}`];
  }

  /**
   * The next commit ends a week.
   * @param week when it began. @param at what the commit is dated.
   * @param latest what the store's clock may say at most.
   */
  end(rev: string, { week, at, latest }: Record<'week' | 'at' | 'latest', number>): string[] {
    const open = this.#open;
    this.#open = week + WEEK_MS;
    this.#ends.push({ rev, opens: this.#open });
    const says = `${rev} ends the week from ${textOf(week)}`;
    return [
      ...(week === open
        ? []
        : [`${says}, and ${open ? `the one from ${textOf(open)}` : 'none'} is open`]),
      ...(at === this.#open ? [] : [`${says}, and is dated ${textOf(at)}`]),
      ...(latest >= this.#open ? [] : [`${says}, at ${textOf(latest)}`]),
    ];
  }

  /** @param now by the slowest clock of those that could end the open week. */
  overdue(now: number): string[] {
    if (this.#open === null || now < this.#open + WEEK_MS + OVERDUE_MS) return [];
    return [`the week from ${textOf(this.#open)} is still open at ${textOf(now)}`];
  }

  /** Those that have ended, oldest first: when each began, and its end. */
  ended(): { readonly from: number; readonly rev: string }[] {
    return this.#ends.map(({ rev, opens }) => ({ from: opens - WEEK_MS, rev }));
  }

  /** The log as weeks are counted. @param events of players, oldest first. */
  log(events: readonly WireEvent[], orders: Orders): Logged[] {
    const reached = new Map<string, number>();
    const ends = [...this.#ends];
    const log: Logged[] = [];
    for (const event of events) {
      for (; ends[0] && ends[0].rev < event.id; ends.shift()) log.push(ends[0]);
      const { walletAddress: wallet, nationId, at, gdpBefore, gdpAfter: gdp } = event;
      if (gdp !== gdpBefore) reached.set(wallet, orders.get(event.id) ?? 0);
      log.push({ wallet, nationId, at, gdp, gdpOrder: reached.get(wallet) ?? 0 });
    }
    return [...log, ...ends];
  }
}

function textOf(at: number): string {
  return new Date(at).toISOString();
}
