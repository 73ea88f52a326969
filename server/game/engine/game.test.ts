import { describe, expect } from 'vitest';
import { dena, rules } from '../../../common/testing/fixtures.ts';
import { rulesHash } from '../../../common/values/rules-hash.ts';
import { isActive, type DenaStake } from '../../../common/values/stake.ts';
import { isKnownEvent } from '../../../common/values/stored-event.ts';
import { sleep } from '../../lib/machine.ts';
import { StoreAway, StoreUnavailable, VersionConflict, type Store } from '../../store/store.ts';
import { changeRules } from '../../store/testing/fixtures.ts';
import { allStakes } from '../../store/testing/observe.ts';
import { ALICE, gameTest as test, intent, type GameWorld } from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { tradeCommand } from '../commands/resources.ts';
import { stakeDenaCommand, unstakeDenaCommand } from '../commands/stakes.ts';
import { verifyCommand } from '../commands/upkeep.ts';
import type { Outcome } from './game.ts';

async function choose({ game }: GameWorld) {
  return game.act(chooseNationCommand({ wallet: ALICE, nationId: 'italy' }), intent());
}

function stake({ game }: GameWorld, amount: number, request = intent()) {
  return game.act(stakeDenaCommand({ wallet: ALICE, amountWei: dena(amount) }), request);
}

function answerOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.answer;
}

/** Alice, of Italy, with 10,000 DENA on chain. */
async function aliceWithDena(world: GameWorld): Promise<void> {
  world.chain.give(ALICE, { denaWei: dena(10_000) });
  answerOf(await choose(world));
}

async function activeStakes({ store }: GameWorld): Promise<DenaStake[]> {
  const stakes = await allStakes(store, ALICE);
  return stakes.filter((one) => one.kind === 'dena').filter(isActive);
}

describe('staking DENA', () => {
  test('[DEN1] of a hundred that race for the same DENA one succeeds', async ({ world }) => {
    await aliceWithDena(world);
    const { anotherGame } = world;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const order = stakeDenaCommand({ wallet: ALICE, amountWei: dena(10_000) });
        // Half through one queue, half each through its own.
        return (n % 2 ? world.game : anotherGame()).act(order, intent());
      }),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(['insufficient-dena', 'busy']).toContain(outcome.code);
    }
    expect(await activeStakes(world)).toHaveLength(1);
  });

  test('is decided by the rules of the era in which it lands', async ({ world }) => {
    await aliceWithDena(world);
    answerOf(await stake(world, 100));
    await changeRules(world.store, 1, { denaPerDollar: 25 });
    expect(answerOf(await stake(world, 100))).toMatchObject({ gdpBonus: 4 });
    const events = await world.store.events({ wallet: ALICE, limit: 9, order: 'oldest-first' });
    // Each says by how many changes of the rules before it was decided.
    const places = events.filter(isKnownEvent).map(({ facts }) => facts.rules);
    expect(places).toEqual([undefined, undefined, 1]);
  });

  test('[CHN1] waits for a node that lags behind what is known', async ({ time, world }) => {
    await aliceWithDena(world);
    world.chain.advance(5);
    answerOf(await stake(world, 1));
    world.chain.rewind(3);
    const waiting = stake(world, 1);
    await time.pass(400);
    expect(await activeStakes(world)).toHaveLength(1);
    world.chain.advance(3);
    answerOf((await time.finish(waiting)).value);
    expect(await activeStakes(world)).toHaveLength(2);
    // One that never catches up is as good as none.
    world.chain.rewind(3);
    expect((await time.finish(stake(world, 1))).value).toMatchObject({ code: 'chain-unavailable' });
  });

  test('[CHN1] is checked again if its holdings changed while it was being read', async ({
    world,
  }) => {
    await aliceWithDena(world);
    const { chain } = world;
    const holdings = chain.holdings.bind(chain);
    chain.holdings = async (...asked) => {
      const read = await holdings(...asked);
      chain.holdings = holdings;
      // The follower overtakes the read: everything left in a later block.
      chain.give(ALICE, { denaWei: 0n });
      const known = await holdings(ALICE, 'italy');
      answerOf(await world.anotherGame().act(verifyCommand(ALICE, known), null));
      return read;
    };
    expect(await stake(world, 1)).toMatchObject({ code: 'insufficient-dena' });
    expect(await activeStakes(world)).toEqual([]);
  });

  test('[CHN2] keeps to 5 s for commands that queue behind a hanging chain', async ({
    time,
    world,
  }) => {
    await aliceWithDena(world);
    world.chain.hang();
    const { value: outcomes, tookMs } = await time.finish(
      Promise.all([stake(world, 1), stake(world, 2), stake(world, 3)]),
    );
    expect(tookMs).toBeLessThan(5000);
    for (const outcome of outcomes) expect(outcome.ok).toBe(false);
  });
});

describe('a trade that is decided while the price changes', () => {
  test.for([
    ['[PRO34] at the old cost is refused, and changes nothing', dena(500), 'price-changed', 1],
    ['at any cost is made at the new one', undefined, 'made', 2],
  ] as const)('%s', async ([, shownCostWei, outcome, commits], { world }) => {
    await aliceWithDena(world);
    const { chain, store } = world;
    const holdings = chain.holdings.bind(chain);
    let decided = 0;
    chain.holdings = async (...asked) => {
      decided += 1;
      if (decided === 1) await changeRules(store, 1, { 'tradePrices.oil': 60 });
      return holdings(...asked);
    };
    const order = { wallet: ALICE, resourceType: 'oil', quantity: 10, shownCostWei } as const;
    const traded = await world.game.act(tradeCommand(order), intent());
    expect(traded.ok ? 'made' : traded.code).toBe(outcome);
    expect(decided).toBe(2);
    const query = { wallet: ALICE, limit: 9, order: 'newest-first' } as const;
    const events = (await store.events(query)).filter(isKnownEvent);
    expect(events).toHaveLength(commits);
    if (traded.ok)
      expect(events[0]).toMatchObject({ detail: { amount: '600' }, facts: { rules: 1 } });
  });
});

describe('[PRO34] a command that says which rules its player was shown', () => {
  test('is refused under others, and one that was carried out is answered as before', async ({
    world,
  }) => {
    await aliceWithDena(world);
    const shownRules = rulesHash(rules);
    const request = { ...intent(), shownRules };
    const made = answerOf(await stake(world, 10, request));
    const before = await activeStakes(world);
    await changeRules(world.store, 1, { 'tradePrices.oil': 60 });
    const refused = await stake(world, 10, { ...intent(), shownRules });
    expect(refused).toMatchObject({ ok: false, code: 'rules-changed' });
    expect(await activeStakes(world)).toEqual(before);
    expect(answerOf(await stake(world, 10, request))).toEqual(made);
    const now = rulesHash({ ...rules, tradePrices: { ...rules.tradePrices, oil: 60 } });
    expect(await stake(world, 10, { ...intent(), shownRules: now })).toMatchObject({ ok: true });
  });

  test('is decided again, and refused, if they change while it reads the chain', async ({
    world,
  }) => {
    await aliceWithDena(world);
    const { chain, store } = world;
    const holdings = chain.holdings.bind(chain);
    let reads = 0;
    chain.holdings = async (...asked) => {
      reads += 1;
      if (reads === 1) await changeRules(store, 1, { lockMs: 60_000 });
      return holdings(...asked);
    };
    const refused = await stake(world, 10, { ...intent(), shownRules: rulesHash(rules) });
    expect(refused).toMatchObject({ code: 'rules-changed' });
    expect(reads).toBe(1);
    expect(await activeStakes(world)).toEqual([]);
  });
});

describe('unstaking DENA', () => {
  test('[CHN2] does not wait behind a stake of the same wallet that waits for the chain', async ({
    time,
    world,
  }) => {
    await aliceWithDena(world);
    const { id: stakeId } = answerOf(await stake(world, 10));
    await world.clock.advance(rules.lockMs);
    world.chain.hang();
    const waiting = stake(world, 1);
    const unstake = unstakeDenaCommand({ wallet: ALICE, stakeId });
    const { value, tookMs } = await time.finish(world.game.act(unstake, intent()));
    expect(answerOf(value).state.status).toBe('ended');
    expect(tookMs).toBeLessThan(100);
    expect((await time.finish(waiting)).value).toMatchObject({ code: 'chain-unavailable' });
  });
});

describe('acting once', () => {
  test('a retry gets the same answer even if the first attempt finishes during it', async ({
    world,
  }) => {
    await aliceWithDena(world);
    const order = stakeDenaCommand({ wallet: ALICE, amountWei: dena(10_000) });
    const request = intent();
    let first: Outcome<DenaStake> | null = null;
    // The first, on another process, finishes just after the retry has loaded its state.
    const afterIts = async <T>(read: Promise<T>): Promise<T> => {
      const found = await read;
      first ??= await world.game.act(order, request);
      return found;
    };
    const { store } = world;
    const retry = await world
      .anotherGame(instead(store, { load: (...asked) => afterIts(store.load(...asked)) }))
      .act(order, request);
    // Only the first one committed.
    expect(first).toMatchObject({ ok: true, rev: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(retry).toEqual(Object.assign({}, first, { rev: null }));
    expect(await activeStakes(world)).toHaveLength(1);
  });

  test.for([
    {
      where: 'what it needs is gone',
      gone: (world: GameWorld) => world.chain.give(ALICE, { denaWei: 0n }),
    },
    { where: 'the chain is away', gone: (world: GameWorld) => world.chain.goDown() },
  ])(
    '[PRO29] a commit that may still come is not refused, where $where',
    async ({ gone }, { time, world }) => {
      await aliceWithDena(world);
      let pending: Parameters<Store['commit']> | null = null;
      const store = instead(world.store, {
        async commit(...args) {
          if (pending) return world.store.commit(...args);
          pending = args;
          gone(world);
          throw new StoreUnavailable('it is not done yet');
        },
      });
      const order = stakeDenaCommand({ wallet: ALICE, amountWei: dena(100) });
      const request = intent();
      const acting = world.anotherGame(store).act(order, request);
      expect((await time.finish(acting)).value).toMatchObject({ code: 'store-unavailable' });
      if (pending) await world.store.commit(...(pending as Parameters<Store['commit']>));
      const made = answerOf((await time.finish(world.game.act(order, request))).value);
      expect(await allStakes(world.store, ALICE)).toEqual([made]);
    },
  );

  test('[PRO29] nor where another commit of the wallet comes first, too late to try again', async ({
    time,
    world,
  }) => {
    await aliceWithDena(world);
    let isFirst = true;
    const store = instead(world.store, {
      async commit() {
        if (isFirst) {
          isFirst = false;
          throw new StoreUnavailable('it is not done yet');
        }
        await sleep(4000);
        throw new VersionConflict('another was first');
      },
    });
    const order = stakeDenaCommand({ wallet: ALICE, amountWei: dena(100) });
    const { value } = await time.finish(world.anotherGame(store).act(order, intent()));
    expect(value).toMatchObject({ code: 'store-unavailable' });
  });

  test('a store that stays unavailable is given up after 5 s', async ({ time, world }) => {
    const store = instead(world.store, {
      load: () => Promise.reject(new StoreUnavailable('gone')),
    });
    const order = chooseNationCommand({ wallet: ALICE, nationId: 'usa' });
    const { value, tookMs } = await time.finish(world.anotherGame(store).act(order, intent()));
    expect(value).toMatchObject({ code: 'store-unavailable' });
    expect(tookMs).toBeGreaterThanOrEqual(4000);
    expect(tookMs).toBeLessThan(5000);
  });

  test.for(['load', 'commit'] as const)(
    'a store that is away or full, as a %s shows, is not asked again',
    async (method, { world }) => {
      let asked = 0;
      const refuse = () => {
        asked += 1;
        return Promise.reject(new StoreAway('gone'));
      };
      const order = chooseNationCommand({ wallet: ALICE, nationId: 'usa' });
      const game = world.anotherGame(instead(world.store, { [method]: refuse }));
      expect(await game.act(order, intent())).toMatchObject({ code: 'store-unavailable' });
      expect(asked).toBe(1);
    },
  );

  test('a bug is not mistaken for a refusal', async ({ world }) => {
    const store = instead(world.store, {
      load: () => Promise.reject(new TypeError('a bug')),
    });
    const order = chooseNationCommand({ wallet: ALICE, nationId: 'usa' });
    await expect(world.anotherGame(store).act(order, intent())).rejects.toThrow('a bug');
  });
});

describe('[PRO40] while the game is paused', () => {
  const PAUSED = { ok: false, code: 'paused', message: 'Back at noon.' };

  test('a player’s command is refused, one that was carried out before is answered, and the server’s own go on', async ({
    world,
  }) => {
    await aliceWithDena(world);
    const request = intent();
    const made = answerOf(await stake(world, 10, request));
    await world.pause('Back at noon.');
    expect(await stake(world, 10)).toEqual(PAUSED);
    expect(await choose(world)).toEqual(PAUSED);
    expect(answerOf(await stake(world, 10, request))).toEqual(made);
    const holdings = await world.chain.holdings(ALICE, 'italy');
    expect(await world.game.act(verifyCommand(ALICE, { ...holdings, denaWei: 0n }), null)).toMatchObject({ ok: true }); // prettier-ignore
    expect(await activeStakes(world)).toEqual([]);
    await world.pause(null);
    expect(await stake(world, 10)).toMatchObject({ ok: true });
  });

  test('nothing is committed that was decided before', async ({ time, world }) => {
    await aliceWithDena(world);
    world.chain.advance(5);
    answerOf(await stake(world, 1));
    world.chain.rewind(3);
    const waiting = stake(world, 1);
    await time.pass(400);
    await world.pause('Back at noon.');
    world.chain.advance(3);
    expect((await time.finish(waiting)).value).toEqual(PAUSED);
    expect(await activeStakes(world)).toHaveLength(1);
  });
});
