/**
 * The stories of weeks at a process that tells each when it ended, or later, and loses its lease at
 * times: what a count of all commits says, and what a process that begins at the end tells.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRank } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { isOfPlayer, isWeekEnd, type Commit } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { anyRowChange, RowGame } from '../leaderboard/testing/row-game.ts';
import { createLog } from '../observe/log.ts';
import { readAllPast, type PastRow } from '../store/kept/past.ts';
import { failingWrites, ifUnavailable, type Fate } from '../store/testing/failing-writes.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import type { Store } from '../store/store.ts';
import { instead } from '../test/support/instead.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { fillSeasons } from './fill-seasons.ts';
import { Past } from './past.ts';
import { writeRecord } from './record-writer.ts';
import { Seasons } from './seasons.ts';
import { tellWeeks } from './tell-weeks.ts';

const WEEK = 2966;
const PLAYERS = 5;
const DAY_MS = 24 * 3_600_000;

/** A store, and the processes that are started on it. */
function recordOf(game: RowGame) {
  const memory = openMemoryStore();
  const { fail, write } = failingWrites(memory);
  let reads = 0;
  const events: Store['events'] = (query) => {
    reads += 1;
    return game.events(query);
  };
  const store = instead(memory, { write, events });
  const log = createLog('silent');
  const now = () => game.now;
  const always = { isHeld: () => true };

  async function start() {
    const board = new Board();
    await board.load(game.snapshot());
    const past = new Past({ store, log });
    const seasons = new Seasons({ store, board, past, now, log });
    await seasons.advance();
    return { board, past, seasons };
  }
  return {
    /**
     * A process records and tells what there is.
     * @param looks how many looks at its lease come before one that finds it lost for a moment.
     */
    async tell(looks = Infinity, fate: Fate = 'done') {
      const { board, past, seasons } = await start();
      await writeRecord({ store, board, past, seasons, lease: always, now });
      await fillSeasons({ store, seasons, lease: always });
      await seasons.advance();
      let left = looks;
      const lease = { isHeld: () => (left -= 1) !== -1 };
      fail(fate);
      reads = 0;
      await tellWeeks({ store, board, seasons, lease, log }).catch(ifUnavailable);
      fail('done');
      return seasons;
    },
    /** How many pages of commits were read last. */
    reads: () => reads,
    async rows(): Promise<PastRow[]> {
      const kinds = ['season-story', 'season-passed'] as const;
      return (await Promise.all(kinds.map((kind) => readAllPast(store, { kind })))).flat();
    },
  };
}

/** What a count of all commits says of a week. */
function counted(history: readonly Commit[], week: number) {
  const rows = new Map<Address, BoardRow>();
  const ranking = () => [...rows.values()].toSorted(compareRank).map(({ wallet }) => wallet);
  let began: Address[] = [];
  let hasCommits = false;
  let mostPlaces = 0;
  let open = weekAt(history[0]?.at ?? 0);
  let led = { wallet: ranking()[0], since: weekBegins(week) };
  let longestMs = 0;
  const leads = (at: number, wallet: Address | undefined) => {
    if (led.wallet === wallet) return;
    if (led.wallet) longestMs = Math.max(longestMs, at - led.since);
    led = { wallet, since: at };
  };
  for (const commit of history) {
    if (isWeekEnd(commit)) open = commit.week + 1;
    if (open > week) break;
    if (open === week && isWeekEnd(commit)) led = { wallet: ranking()[0], since: commit.at };
    if (!isOfPlayer(commit)) continue;
    const { wallet } = commit.row;
    const before = ranking().indexOf(wallet);
    rows.set(wallet, commit.row);
    const after = ranking().indexOf(wallet);
    if (open < week) {
      began = ranking();
      continue;
    }
    leads(commit.at, ranking()[0]);
    hasCommits = true;
    if (before >= 0) mostPlaces = Math.max(mostPlaces, before - after);
  }
  leads(weekBegins(week + 1), undefined);
  return {
    lead: hasCommits && rows.size > 1 ? longestMs : null,
    mostPlaces,
    passed: (wallet: Address) => {
      const ahead = began.slice(0, Math.max(0, began.indexOf(wallet)));
      const place = ranking().indexOf(wallet);
      return hasCommits ? ahead.filter((one) => ranking().indexOf(one) > place).length : 0;
    },
  };
}

const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ change: anyRowChange(PLAYERS), afterMs: fc.nat({ max: DAY_MS }) }),
  },
  { weight: 2, arbitrary: fc.constant('end' as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      looks: fc.oneof(fc.nat({ max: 8 }), fc.constant(Infinity)),
      fate: fc.constantFrom<Fate>('done', 'done', 'refused', 'unknown'),
    }),
  },
);

test('[SEA5] the story of a week is the same whenever it is told, and what a count of the commits says', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
      const game = new RowGame();
      game.now = weekBegins(WEEK) + 4 * DAY_MS;
      const first = recordOf(game);
      let open = WEEK;
      for (const step of steps) {
        if (step === 'end') {
          // No more than get one where no week has one yet.
          if (game.played.length > 0 && open < WEEK + 8) game.endWeek(open++);
        } else if ('looks' in step) await first.tell(step.looks, step.fate);
        else {
          game.now = Math.min(game.now + step.afterMs, weekBegins(open + 1) - 1);
          game.commit(step.change);
        }
      }
      for (let round = 0; round < 2; round += 1) await first.tell();
      const second = recordOf(game);
      const seasons = await second.tell();
      expect(await second.rows()).toEqual(await first.rows());
      for (let week = WEEK; game.played.length > 0 && week < open; week += 1) {
        const { highlights } = await seasons.standings(week, null);
        const is = counted(game.history, week);
        const figures = (kind: string) => highlights?.find((one) => one.kind === kind)?.figures;
        expect(highlights).toBeDefined();
        expect(figures('lead')?.['ms'] ?? null).toBe(is.lead);
        const { from = 0, to = 0 } = figures('climb') ?? {};
        expect(from - to).toBe(is.mostPlaces);
        for (let player = 0; player < PLAYERS; player += 1) {
          const wallet = walletOf(player);
          const { own } = await seasons.standings(week, wallet);
          if (own) expect(own.passed).toBe(is.passed(wallet));
        }
      }
    }),
    { numRuns: runs({ usual: 60, long: 2000 }) },
  ));

test('a process that loses its lease makes no more stories, and a shutdown waits for none', async () => {
  const game = new RowGame();
  game.now = weekBegins(WEEK) + DAY_MS;
  for (let n = 0; n < 2500; n += 1) {
    const fields = { gdp: n };
    game.commit({ player: n % 3, fields, resource: {}, gift: null, isKnown: true });
  }
  game.endWeek(WEEK);
  const record = recordOf(game);
  await record.tell(2);
  expect(record.reads()).toBe(2);
  expect(await record.rows()).toEqual([]);
  await record.tell();
  expect(record.reads()).toBeGreaterThan(4);
  expect(await record.rows()).not.toEqual([]);
});
