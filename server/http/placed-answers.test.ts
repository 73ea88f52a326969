import { expect } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { stakeDenaCommand } from '../game/commands/stake-dena.ts';
import { StoreUnavailable } from '../store/store.ts';
import { ALICE, gameTest as test, intent } from '../test/support/game-world.ts';
import { instead } from '../test/support/instead.ts';
import { carryOut } from './placed-answers.ts';

const STAKE = () => stakeDenaCommand({ wallet: ALICE, amountWei: dena(10) });

test('an answer is fresh if it was decided, and not if it came from its receipt', async ({
  world: { game, chain },
}) => {
  chain.give(ALICE, { denaWei: dena(1000) });
  await game.act(chooseNationCommand({ wallet: ALICE, nationId: 'italy' }), intent());
  const sent = intent();
  expect(await carryOut(game, STAKE(), sent)).toMatchObject({ ok: true, isFresh: true });
  expect(await carryOut(game, STAKE(), sent)).toMatchObject({ ok: true, isFresh: false });
});

test('nor if one attempt was written but its answer lost, and the next one read its receipt', async ({
  world: { game, chain, store, anotherGame },
}) => {
  chain.give(ALICE, { denaWei: dena(1000) });
  await game.act(chooseNationCommand({ wallet: ALICE, nationId: 'italy' }), intent());
  let commits = 0;
  const unheard = instead(store, {
    async commit(...args) {
      commits += 1;
      await store.commit(...args);
      throw new StoreUnavailable('the answer was lost');
    },
  });
  const outcome = await carryOut(anotherGame(unheard), STAKE(), intent());
  expect(outcome).toMatchObject({ ok: true, isFresh: false });
  expect(commits).toBe(1);
});
