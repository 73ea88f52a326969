import { expect, test } from 'vitest';
import { newcomer, NOW } from '../../../common/testing/fixtures.ts';
import { createPlayerView } from './views.ts';

test('[CHN1] a player’s view says how far the holdings are verified, whatever is kept of them', () => {
  const { player } = newcomer('italy', { block: 7 });
  const board = { ranked: () => null, count: 0 };
  const shown = (at: number | null) => {
    const view = createPlayerView({
      board,
      dayAgo: board,
      verifiedUpTo: ({ holdings }) => ({ block: holdings.block + 5, at }),
    });
    return view(player).playerNation.holdings;
  };
  expect(shown(NOW)).toEqual({ block: 12, verifiedAt: new Date(NOW).toISOString() });
  expect(shown(null)).toEqual({ block: 12, verifiedAt: null });
});
