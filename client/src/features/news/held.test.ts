import { expect, it } from 'vitest';
import { ANNA, event, rev } from '../../testing/event.ts';
import { heldFrom, told } from './held.ts';
import type { Seen } from './news.ts';

const seen: Seen = { epoch: 'e1', rev: rev(5), atMs: 1, rank: 4, gdp: 9, isPresident: false };
const past = {
  connection: 2,
  events: [event(8, 'dena-staked', 1, { walletAddress: ANNA })],
};
const held = { ...heldFrom(seen, null), past };

it('what another tab has seen since is seen here, too', () => {
  const later = { ...seen, rev: rev(9), rank: 5 };
  expect(told(held, later, 2)).toEqual({ seen: later, connection: 2, past: null });
  expect(told(held, later, null)).toEqual({ seen: later, connection: null, past: null });
});

it('[PRE1] a presidency that another tab noted ends no absence: who passed meanwhile is still told', () => {
  const noted = { ...seen, hasWon: true };
  expect(told(held, noted, 2)).toEqual({ seen: noted, connection: null, past });
});
