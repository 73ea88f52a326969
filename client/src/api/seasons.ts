/** The weeks' race [SEA1]: the weeks, and one week's ranking. */
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Season, SeasonDetail, seasonCall } from '../../../common/protocol/seasons.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { weekBegins, weekId } from '../../../common/values/week.ts';
import { gameClock } from './game-clock.ts';
import { getByKey, getByKeyOrNull } from './get-by-key.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { newerAnswer } from './newer-answer.ts';

const calls = () => import('../../../common/protocol/seasons.ts');

/** Between two polls the ticks keep a week's places current. */
const WEEK_POLL_MS = 30_000;
/** How often one that has ended is asked for until it is final, and the next until it runs. */
const CLOSING_POLL_MS = 2000;
/** A week is final within a second of its end; not every page asks at once. */
const FINAL_AFTER_MS = 1500 + Math.random() * 8000;
const STORY_MS = 2 * 60_000;
/** The longest that a timer waits. */
const LONGEST_MS = 2 ** 31 - 1;

/** A query with its answer. */
interface Queried<Answer> {
  readonly state: { readonly data: Answer | null | undefined };
}

/** Of the weeks of one answer, the most that can be asked for. */
const WEEKS = 200;
const getWeeks = getByKey(async () => (await calls()).seasonsCall);

/** All of them, newest first. Asked for again when the one that runs has become final. */
export function seasonsQuery() {
  return queryOptions({
    queryKey: ['/api/seasons'] as const,
    async queryFn({ queryKey: [path], signal }) {
      const limit = String(WEEKS);
      const weeks = await getWeeks({ queryKey: [path, { limit }], signal });
      for (let page = weeks; page.length === WEEKS;) {
        const before = page[page.length - 1]?.id;
        page = await getWeeks({ queryKey: [path, { limit, before }], signal });
        weeks.push(...page);
      }
      return weeks;
    },
    structuralSharing: newerAnswer,
    refetchInterval: ({ state: { data } }: Queried<readonly Season[]>) => {
      const [next] = data?.filter(({ state }) => state !== 'final').slice(-1) ?? [];
      // The server does not know them yet, or nobody has joined.
      if (!next) return POLL_INTERVAL_MS;
      const leftMs = instantOf(next.to) + FINAL_AFTER_MS - gameClock.now();
      return Math.min(LONGEST_MS, Math.max(CLOSING_POLL_MS, leftMs));
    },
  });
}

/** Whether there is a race in a week, by the list; a request for another would be refused. */
export function hasWeek(seasons: readonly Season[], week: number, thisWeek: number): boolean {
  const oldest = seasons[seasons.length - 1];
  return oldest !== undefined && week <= thisWeek && weekBegins(week) >= instantOf(oldest.from);
}

/**
 * How many entries of a week are asked for: those that the ticks keep current; once it is over,
 * all.
 */
const LIMIT = { live: '100', over: '1000' } as const;

/**
 * Null if there is no such week, or not yet: it begins by a commit, a moment after the clock says
 * so. @param week its number.
 */
export function seasonQuery(week: number, walletAddress: Address | null, { isWhole = false } = {}) {
  const isOver = gameClock.now() >= weekBegins(week + 1);
  const limit = isWhole && isOver ? LIMIT.over : LIMIT.live;
  return queryOptions({
    queryKey: [
      '/api/seasons',
      weekId(week),
      { limit, ...(walletAddress && { walletAddress }) },
    ] as const,
    queryFn: getByKeyOrNull(async () => (await calls()).seasonCall, 404),
    structuralSharing: newerOrNull,
    refetchInterval: ({ state: { data } }: Queried<SeasonDetail>) => {
      if (data?.season.state === 'final') return lacksStory(data) && WEEK_POLL_MS;
      return isOver || data === null ? CLOSING_POLL_MS : WEEK_POLL_MS;
    },
    // The same week, by a longer list.
    placeholderData: (old?: SeasonDetail | null) =>
      old?.season.id === weekId(week) ? old : undefined,
  });
}

/** What a week has of a nation, or what a search in it finds; `q` must be findable. */
export function weekFoundQuery(week: number, nationId: NationId | null, q: string) {
  return weekPartQuery(week, {
    ...(nationId && { nationId }),
    ...(q ? { q } : { limit: LIMIT.over }),
  });
}

/** Its key has the week in the path: no tick is merged into it. */
export function weekPartQuery(week: number, part: z.input<typeof seasonCall.query>) {
  return queryOptions({
    queryKey: [`/api/seasons/${weekId(week)}`, part] as const,
    queryFn: getByKey(async () => (await calls()).seasonCall),
    structuralSharing: newerAnswer,
    refetchInterval: ({ state: { data } }: Queried<SeasonDetail>) =>
      data?.season.state === 'final' ? false : POLL_INTERVAL_MS,
  });
}

/** [SEA5] Its highlights come within a minute of its end; older weeks have none. */
function lacksStory({ season, highlights }: SeasonDetail): boolean {
  return !highlights && gameClock.now() - instantOf(season.to) < STORY_MS;
}

function newerOrNull<Answer>(old: unknown, next: Answer | null): Answer | null {
  return next && newerAnswer(old, next);
}
