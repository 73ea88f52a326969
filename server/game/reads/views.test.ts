import { expect, test } from 'vitest';
import { boardRow } from '../../../common/rules/ranking.ts';
import { newcomer, NOW, rules } from '../../../common/testing/fixtures.ts';
import { createPlayerView } from './views.ts';

test('[CHN1] a player’s view says how far the holdings are verified, whatever is stored', () => {
  const { player } = newcomer('italy', { block: 7 });
  const board = { ranked: () => null, count: 0 };
  const shown = (at: number | null) => {
    const view = createPlayerView({
      board,
      dayAgo: board,
      rules: () => rules,
      verifiedUpTo: ({ holdings }) => ({ block: holdings.block + 5, at }),
    });
    return view(player).playerNation.holdings;
  };
  expect(shown(NOW)).toEqual({ block: 12, verifiedAt: new Date(NOW).toISOString() });
  expect(shown(null)).toEqual({ block: 12, verifiedAt: null });
});

test('[PCT1] a player’s view has the rank of a day ago next to its percentage, which is truncated', () => {
  const { player } = newcomer('italy');
  const shown = (rank: number, dayAgo: number | null) => {
    const at = (place: number | null) => ({
      ranked: () => (place === null ? null : { row: boardRow(player), rank: place }),
    });
    const view = createPlayerView({
      board: { ...at(rank), count: 9 },
      dayAgo: at(dayAgo),
      rules: () => rules,
      verifiedUpTo: ({ holdings }) => ({ block: holdings.block, at: null }),
    });
    return view(player).playerNation.change24h;
  };
  expect(shown(8, 6)).toMatchObject({ rank: -33.33, rankDayAgo: 6 });
  expect(shown(8, null)).toMatchObject({ rank: null, rankDayAgo: null });
});
