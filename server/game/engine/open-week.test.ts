/** [SEA1] Weeks end by the store's time, before the first commit after them. */
import { describe, expect } from 'vitest';
import { dena } from '../../../common/testing/fixtures.ts';
import { isWeekEnd } from '../../../common/values/stored-event.ts';
import { WEEK_MS, weekAt, weekBegins } from '../../../common/values/week.ts';
import { firstWeekOpened, weeksIn } from '../../store/kept/era.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stakes.ts';
import {
  ALICE,
  BOB,
  gameTest as test,
  intent,
  type GameWorld,
} from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import type { Store } from '../../store/store.ts';
import { BackingProgress } from '../backing/backing-progress.ts';
import { createGame } from './game.ts';

/** A process with a clock of its own. */
function processWith({ store, chain, board, clock }: GameWorld, own: Partial<GameWorld['clock']>) {
  const holdings = new BackingProgress(chain);
  return createGame({ store, holdings, board, clock: { ...clock, ...own } });
}

/** One whose clock is ahead of the store's, or behind it, by so many ms. */
const processAt = (world: GameWorld, aheadMs: number) =>
  processWith(world, { now: () => world.clock.now() + aheadMs });

async function joins(game: GameWorld['game'], wallet: typeof ALICE): Promise<void> {
  const outcome = await game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  expect(outcome).toMatchObject({ ok: true });
}

async function stakes(game: GameWorld['game'], wallet: typeof ALICE): Promise<void> {
  const command = stakeDenaCommand({ wallet, amountWei: dena(10) });
  expect(await game.act(command, intent())).toMatchObject({ ok: true });
}

/** Each commit as its week, and those that end one by name. */
async function story({ store }: Pick<GameWorld, 'store'>): Promise<(number | string)[]> {
  const commits = await store.events({ limit: 1000, order: 'oldest-first' });
  return commits.map((commit) =>
    isWeekEnd(commit) ? `${commit.kind} ${commit.week}` : weekAt(commit.at),
  );
}

/** So many ms before the end of the week in which Alice and Bob joined. */
async function lastMoments(world: GameWorld, ms: number): Promise<number> {
  for (const wallet of [ALICE, BOB]) {
    world.chain.give(wallet, { denaWei: dena(1000) });
    await joins(world.game, wallet);
  }
  const week = weekAt(world.clock.now());
  await world.clock.advance(weekBegins(week + 1) - ms - world.clock.now());
  return week;
}

describe('a week', () => {
  test('is ended before the first commit after it, and all that are over with it', async ({
    world,
  }) => {
    const week = await lastMoments(world, 1000);
    await stakes(world.game, ALICE);
    await world.clock.advance(2 * WEEK_MS + 1000);
    await Promise.all([stakes(world.game, ALICE), stakes(processAt(world, 0), BOB)]);
    const ends = [0, 1, 2].map((n) => `week-ended ${week + n}`);
    expect(await story(world)).toEqual([week, week, week, ...ends, week + 3, week + 3]);
    expect(weeksIn((await world.store.era()).value)).toEqual({ first: week, open: week + 3 });
    const [end] = await world.store.events({
      ofEras: 'week-ended',
      limit: 1,
      order: 'oldest-first',
    });
    expect(end?.at).toBe(weekBegins(week + 1));
  });

  test('is not ended by a process whose clock is ahead of the store’s: its commits count for it', async ({
    world,
  }) => {
    const week = await lastMoments(world, 1000);
    await stakes(processAt(world, 1500), ALICE);
    expect(await story(world)).toEqual([week, week, week]);
    const [last] = await world.store.events({ wallet: ALICE, limit: 1, order: 'newest-first' });
    expect(last?.at).toBe(weekBegins(week + 1) - 1);
  });

  test('is not ended by a store’s clock that is wrong for a moment: this machine’s must agree', async ({
    world,
  }) => {
    const week = await lastMoments(world, -1000);
    const storeNow = async () => (await world.clock.storeNow()) + 52 * WEEK_MS;
    await stakes(processWith(world, { storeNow }), ALICE);
    expect(await story(world)).toEqual([week, week, `week-ended ${week}`, week + 1]);
  });

  test('stays ended for a process whose clock is behind: its commits count for the next one', async ({
    world,
  }) => {
    const week = await lastMoments(world, -500);
    await stakes(world.game, ALICE);
    await stakes(processAt(world, -1500), BOB);
    expect(await story(world)).toEqual([week, week, `week-ended ${week}`, week + 1, week + 1]);
    const [last] = await world.store.events({ wallet: BOB, limit: 1, order: 'newest-first' });
    expect(last?.at).toBe(weekBegins(week + 1));
  });

  test('that ends while a command is being decided takes it over into the next one', async ({
    world,
  }) => {
    const week = await lastMoments(world, 1000);
    let decided = 0;
    const command = stakeDenaCommand({ wallet: ALICE, amountWei: dena(10) });
    const outcome = await world.game.act(
      {
        ...command,
        async decide(state, facts) {
          decided += 1;
          const verdict = await command.decide(state, facts);
          if (decided > 1) return verdict;
          await world.clock.advance(2000);
          await stakes(world.game, BOB);
          return verdict;
        },
      },
      intent(),
    );
    expect([outcome.ok, decided]).toEqual([true, 2]);
    expect(await story(world)).toEqual([week, week, `week-ended ${week}`, week + 1, week + 1]);
  });

  test('that takes long to be ended holds no command up for longer than a command may take', async ({
    time,
    world,
  }) => {
    const week = await lastMoments(world, -1000);
    let letGo: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    const changeEra: Store['changeEra'] = async (next) => {
      await gone;
      return world.store.changeEra(next);
    };
    const game = world.anotherGame(instead(world.store, { changeEra }));
    const command = stakeDenaCommand({ wallet: ALICE, amountWei: dena(10) });
    const { value, tookMs } = await time.finish(game.act(command, intent()));
    expect(value).toMatchObject({ ok: false, code: 'store-unavailable' });
    expect(tookMs).toBeLessThan(5000);
    letGo();
    await time.finish(stakes(game, ALICE));
    expect(await story(world)).toEqual([week, week, `week-ended ${week}`, week + 1]);
  });

  test('ends where nobody commits, and nothing ends before anybody has joined', async ({
    world,
  }) => {
    for (const _ of [1, 2]) {
      // A command that is refused opens a week.
      const early = await world.game.act(
        stakeDenaCommand({ wallet: ALICE, amountWei: dena(10) }),
        intent(),
      );
      expect(early).toMatchObject({ ok: false, code: 'no-nation' });
      await world.clock.advance(3 * WEEK_MS);
      await world.game.endWeeks();
    }
    const week = weekAt(world.clock.now());
    expect(weeksIn((await world.store.era()).value)).toEqual({ first: week, open: week });
    await joins(world.game, ALICE);
    expect(await story(world)).toEqual([week]);
    await world.game.endWeeks();
    expect(await story(world)).toEqual([week]);
    await world.clock.advance(WEEK_MS);
    await Promise.all([world.game.endWeeks(), processAt(world, 0).endWeeks()]);
    expect(await story(world)).toEqual([week, `week-ended ${week}`]);
  });

  test('of the first player counts, even if it was over as they joined', async ({ world }) => {
    const { store, clock } = world;
    const week = weekAt(clock.now());
    await store.changeEra(firstWeekOpened(week));
    await clock.advance(2 * WEEK_MS);
    let isFirst = true;
    // Joins at a process whose clock is behind, once the other has seen that nobody has.
    const late = processAt(world, -2 * WEEK_MS);
    const events: Store['events'] = async (query) => {
      const found = await store.events(query);
      if (isFirst) {
        isFirst = false;
        await joins(late, ALICE);
      }
      return found;
    };
    await world.anotherGame(instead(store, { events })).endWeeks();
    expect(await story(world)).toEqual([week, `week-ended ${week}`, `week-ended ${week + 1}`]);
  });

  test('that a process opens whose clock is behind, before anybody has joined, has no end', async ({
    world,
  }) => {
    const { store, clock } = world;
    const week = weekAt(clock.now());
    let isFirst = true;
    const changeEra: Store['changeEra'] = async (next) => {
      const era = await store.changeEra(next);
      if (isFirst) await store.changeEra(firstWeekOpened(week - 1));
      isFirst = false;
      return era;
    };
    await world.anotherGame(instead(store, { changeEra })).endWeeks();
    expect(await story(world)).toEqual([]);
    expect(weeksIn((await store.era()).value)).toEqual({ first: week, open: week });
  });
});
