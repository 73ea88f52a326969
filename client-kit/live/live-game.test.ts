import { expect, test } from 'vitest';
import type { Tick } from '../../common/protocol/live.ts';
import { revSchema } from '../../common/values/ids.ts';
import { missesEvents } from './live-game.ts';

const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));
const italy = (parts: Partial<Tick['nations'][number]> = {}): Tick['nations'][number] => ({
  nationId: 'italy',
  gdp: 1000,
  players: 2,
  changed: [],
  left: [],
  ...parts,
});
const tick = (since: number | null, n: number, parts: Partial<Tick> = {}): Tick => ({
  room: 'all',
  since: since === null ? null : rev(since),
  rev: rev(n),
  nations: [italy()],
  events: [],
  ...parts,
});

test('[PRO19] events are missing if some were left out, a tick was lost, or a snapshot shows more', () => {
  const before = { italy: { gdp: 1000, players: 2 } };
  const moved = { nations: [italy({ gdp: 1001 })] };
  expect(missesEvents(tick(1, 2, moved), rev(1), before)).toBe(false);
  expect(missesEvents(tick(1, 2, { eventsLeftOut: 3 }), rev(1), before)).toBe(true);
  expect(missesEvents(tick(2, 3), rev(1), before)).toBe(true);
  expect(missesEvents(tick(2, 3), null, before)).toBe(false);
  const joined = { nations: [italy({ players: 3 })] };
  expect(missesEvents(tick(null, 2, joined), rev(1), before)).toBe(true);
  const one = { nations: [italy({ gdp: 1001 }), italy({ nationId: 'usa' })] };
  expect(missesEvents(tick(null, 2, one), rev(1), before)).toBe(true);
  expect(missesEvents(tick(null, 2), rev(1), before)).toBe(false);
  expect(missesEvents(tick(null, 2, moved), null, {})).toBe(false);
});
