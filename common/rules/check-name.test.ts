import { expect, test } from 'vitest';
import { after, newcomer, NOW } from '../testing/fixtures.ts';
import { checkName } from './check-name.ts';

const LATER = { now: NOW + 60_000 };

test('[NAM1] a different name changes only the name', () => {
  const { player } = newcomer('italy');
  const change = checkName(player, 'marco.eth', LATER);
  expect(change?.player).toEqual({ ...player, name: 'marco.eth', version: player.version + 1 });
  expect(change?.stakes).toEqual([]);
  expect(change?.event).toMatchObject({
    at: LATER.now,
    kind: 'name-checked',
    gdpBefore: player.standing.gdp,
    detail: {},
    row: { wallet: player.wallet, name: 'marco.eth', gdp: player.standing.gdp },
  });
});

test('[NAM1] the same name again changes nothing, and neither does no name if there was none', () => {
  const state = newcomer('italy');
  expect(checkName(state.player, null, LATER)).toBeNull();
  const change = checkName(state.player, 'marco.eth', LATER);
  if (!change) throw new Error('no change');
  expect(checkName(after(state, change).player, 'marco.eth', LATER)).toBeNull();
});
