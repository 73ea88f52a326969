import { describe, expect, it } from 'vitest';
import type { Tick } from '../../../common/protocol/live.ts';
import { ANNA, BEN, rev, tickEvent } from '../testing/event.ts';
import { deltaOf, withEvents } from './live-events.ts';

type Events = Tick['events'];

const tick = (
  since: number | null,
  n: number,
  events: Events,
  parts: Partial<Tick> = {},
): Tick => ({
  room: 'all',
  since: since === null ? null : rev(since),
  rev: rev(n),
  nations: [italy()],
  events,
  ...parts,
});
const italy = (parts: Partial<Tick['nations'][number]> = {}): Tick['nations'][number] => ({
  nationId: 'italy',
  gdp: 1000,
  players: 2,
  changed: [],
  left: [],
  ...parts,
});
const before = (presidentWallet: typeof ANNA | null = null) => ({
  italy: { gdp: 1000, players: 2, presidentWallet },
});

describe('live events', () => {
  it('say what they did to a GDP', () => {
    expect(deltaOf({ gdpBefore: 25_000, gdpAfter: 24_000 })).toBe(-1000);
  });

  it('are sorted newest first, each once', () => {
    const two = [tickEvent(2, 'dena-staked', 2), tickEvent(3, 'dena-staked', 3)];
    const first = withEvents([], tick(0, 1, [tickEvent(1, 'dena-staked', 1)]), {});
    const all = withEvents(first, tick(1, 3, two), before());
    expect(all.map(({ id }) => id)).toEqual([rev(3), rev(2), rev(1)]);
    expect(withEvents(all, tick(1, 3, two), before())).toBe(all);
    const many = Array.from({ length: 400 }, (_, n) => tickEvent(n + 4, 'dena-staked', 1));
    const latest = withEvents(all, tick(3, 403, many), before());
    expect([latest.length, latest[0]?.id, latest.at(-1)?.id]).toEqual([400, rev(403), rev(4)]);
  });

  it('[PRE1] record which of them won or lost the presidency', () => {
    const presidencies = (events: Events, is: typeof ANNA | null, was: typeof ANNA | null) => {
      const president = is && { walletAddress: is, staked: 1 };
      const update = tick(1, 3, events, { nations: [italy({ president })] });
      return withEvents([], update, before(was)).map(({ presidency }) => presidency);
    };
    const won = [
      tickEvent(1, 'cultural-staked', 1200),
      tickEvent(2, 'cultural-staked', 1200, { walletAddress: BEN }),
      tickEvent(3, 'dena-staked', 5),
    ];
    expect(presidencies(won, BEN, ANNA)).toEqual([undefined, 'won', undefined]);
    const overtaken = [
      tickEvent(1, 'cultural-staked', 1200, { walletAddress: BEN }),
      tickEvent(2, 'cultural-staked', 1200),
      tickEvent(3, 'cultural-staked', 1200, { nationId: 'china', walletAddress: BEN }),
    ];
    expect(presidencies(overtaken, BEN, ANNA)).toEqual([undefined, undefined, 'won']);
    // A player who was president before won nothing.
    expect(presidencies(won, BEN, BEN)).toEqual([undefined, undefined, undefined]);
    const lost = [tickEvent(1, 'cultural-unstaked', -1200)];
    expect(presidencies(lost, BEN, ANNA)).toEqual(['lost']);
    expect(presidencies([tickEvent(1, 'stakes-unbacked', -9)], null, ANNA)).toEqual(['lost']);
    // Without word of the nation before, or of its president now, nothing is concluded.
    expect(withEvents([], tick(1, 3, won), before(ANNA)).some((one) => one.presidency)).toBe(false);
    const elected = { nations: [italy({ president: { walletAddress: BEN, staked: 1 } })] };
    expect(withEvents([], tick(1, 3, won, elected), {}).some((one) => one.presidency)).toBe(false);
  });
});
