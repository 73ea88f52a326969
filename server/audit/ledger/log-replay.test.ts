import { describe, expect, test } from 'vitest';
import type { Leaf } from '../../../common/ledger/leaf.ts';
import { rulesWith } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { DAY_MS, dena, HOUR_MS, NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { weekAt, weekBegins, weekId } from '../../../common/values/week.ts';
import { Difference } from './difference.ts';
import { LogReplay } from './log-replay.ts';

const joined = (n: number, at: number, order = 7): Leaf => ({
  v: 1,
  n,
  at,
  wallet: walletOf(n),
  version: 1,
  kind: 'nation-chosen',
  nation: 'italy',
  holdings: { block: 1, dena: '0', national: 0, museum: 0 },
  order,
});

/** How many leaves a replay takes. */
function taken(now: number, leaves: readonly Leaf[]): number {
  const game = new LogReplay({ weeks: new Map(), known: 0, now, firstEnded: null });
  for (const leaf of leaves) game.take(leaf);
  return game.size;
}

test('[ORD1] of commits under way together the later one has no lower number by a clock, except a developer’s that is moved', () => {
  const leaves = [joined(0, NOW), joined(1, NOW + 3_600_000)];
  expect(taken(Infinity, leaves)).toBe(2);
  expect(() => taken(NOW + 7_200_000, leaves)).toThrow(Difference);
});

test('[SEA1] a commit under way that a developer’s moved clock has dated at its week’s last moment makes no later one old', () => {
  const last = weekBegins(weekAt(NOW) + 1) - 1;
  const leaves = (moved: number) => [joined(0, NOW), joined(1, moved, 8), joined(2, NOW + 900, 9)];
  expect(taken(Infinity, leaves(last))).toBe(3);
  expect(() => taken(Infinity, leaves(last - 1))).toThrow('s before leaf 1');
  expect(() => taken(last, leaves(last))).toThrow('s before leaf 1');
});

describe('changes of the rules', () => {
  const holdings = { block: 1, dena: dena(5000).toString(), national: 0, museum: 9 };
  /** Of the only player, whose commit of this version it is. */
  const own = (version: number, at: number, fields: object) => ({
    v: 1,
    at,
    wallet: walletOf(1),
    version,
    holdings,
    ...fields,
  });
  const joins = own(1, NOW, { kind: 'nation-chosen', nation: 'italy', order: ORDER_BASE });
  const trades = (version: number, at: number, cost: number) =>
    own(version, at, { kind: 'traded', resource: 'oil', quantity: 10, amount: String(dena(cost)) });
  const museum = (version: number, at: number, bonus: number) =>
    own(version, at, { kind: 'museum-staked', token: '2', copies: 1, bonus, order: ORDER_BASE + version }); // prettier-ignore
  const changed = (at: number, set: Record<string, number>, before = SPECIFIED_RULES) => {
    const rules = rulesWith(before, set);
    return { v: 1, at, kind: 'rules', rules } as const;
  };

  function replayed(...drafts: readonly object[]): LogReplay {
    const game = new LogReplay({ weeks: new Map(), known: 0, now: NOW, firstEnded: null });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the replay takes only leaves
    for (const [n, draft] of drafts.entries()) game.take({ n, ...draft } as Leaf);
    return game;
  }

  test('decide what comes after them, also before the first player and between moments', () => {
    const dearer = changed(NOW + 5000, { 'tradePrices.oil': 60 });
    const { rules, rulesLeaves } = replayed(joins, trades(2, NOW, 500), dearer, trades(3, NOW, 600)); // prettier-ignore
    expect([rules.tradePrices.oil, rulesLeaves.length]).toEqual([60, 1]);
    expect(() => replayed(joins, dearer, trades(2, NOW + 9000, 500))).toThrow(
      `Leaf 2 (traded of ${walletOf(1)}, 2026-01-01T00:00:09.000Z) breaks the rules. This costs 600 DENA, not 500`,
    );
    expect(() => replayed(joins, trades(2, NOW, 600), dearer)).toThrow('This costs 500 DENA');
    const first = changed(NOW - DAY_MS, { 'startingGdp.italy': 7000 });
    const { players } = replayed(first, joins);
    expect(players.get(walletOf(1))?.player).toMatchObject({ startingGdp: 7000, standing: { gdp: 7000 } }); // prettier-ignore
  });

  test('are not dated before the end of the week that a leaf ended', () => {
    const week = weekAt(NOW);
    const ends = { v: 1, at: weekBegins(week + 1), kind: 'week-ended', week: weekId(week) };
    const early = changed(NOW + 1000, { 'tradePrices.oil': 60 });
    expect(() => replayed(joins, ends, early)).toThrow('before the end of the last week');
    const there = changed(weekBegins(week + 1), { 'tradePrices.oil': 60 });
    expect(replayed(joins, ends, there).rules.tradePrices.oil).toBe(60);
  });

  test('leave a stake what it was told: its bonus and its lock', () => {
    const change = changed(NOW + 2000, { 'culturalGdpBonus.italy': 900, lockMs: DAY_MS });
    const two = [joins, museum(2, NOW + 1000, 1200), change, museum(3, NOW + 3000, 900)];
    const stakes = replayed(...two).players.get(walletOf(1))?.stakes;
    expect([...(stakes?.values() ?? [])]).toMatchObject([
      { culturalGdpBonus: 1200, unstakeableAt: NOW + 1000 + 7 * DAY_MS },
      { culturalGdpBonus: 900, unstakeableAt: NOW + 3000 + DAY_MS },
    ]);
    const ends = (began: number) =>
      replayed(...two, own(4, NOW + 2 * DAY_MS, { kind: 'museum-unstaked', ended: [began], order: ORDER_BASE + 9 })); // prettier-ignore
    expect(ends(3).players.get(walletOf(1))?.stakes.size).toBe(1);
    expect(() => ends(2)).toThrow('This stake is locked until 2026-01-08');
    expect(() => replayed(...two.slice(0, 3), museum(3, NOW + 3000, 1200))).toThrow(
      'one adds $900',
    );
  });

  test('[ACC1] what accrued before one accrued at the old rate', () => {
    const faster = changed(NOW + 10 * HOUR_MS, { 'accrualPerHour.oil': 300 });
    const settled = own(2, NOW + 20 * HOUR_MS, { kind: 'resources-settled' });
    const units = (...of: object[]) =>
      replayed(...of).players.get(walletOf(1))?.player.resources.units.oil;
    expect(units(joins, settled)).toBe(2 * 20);
    expect(units(joins, faster, settled)).toBe(2 * 10 + 300 * 10);
  });

  const cheaper = changed(NOW + 60_000, { 'tradePrices.oil': 40 });
  const { rules: cheap } = cheaper;
  test.each<[what: string, says: string, leaf: object]>([
    ['nothing', 'It changes nothing: these rules are in force.', changed(NOW + 60_000, {}, cheap)],
    [
      'what never changes',
      'maxGdp is the largest figure that every client can hold: it never changes.',
      { ...cheaper, rules: { ...cheap, maxGdp: 7 } },
    ],
    [
      'a figure beyond its bounds',
      'A lock is a minute to 365 days.',
      changed(NOW + 60_000, { lockMs: 59_999 }, cheap),
    ],
    [
      'them before the last time',
      'It is dated before leaf 1, the change of the rules before it.',
      changed(NOW + 59_999, { lockMs: DAY_MS }, cheap),
    ],
    [
      'them long ago',
      'It is dated 660 s before leaf 1, which the log has before it; 10 s are possible',
      changed(NOW - 600_000, { lockMs: DAY_MS }, cheap),
    ],
  ])('may not change %s', (_, says, leaf) => {
    expect(() => replayed(joins, cheaper, leaf)).toThrow(`Z) breaks the rules. ${says}`);
  });

  test('are no leaf’s excuse to be dated long before them', () => {
    const late = changed(NOW + DAY_MS, { 'tradePrices.oil': 40 });
    expect(() => replayed(joins, late, trades(2, NOW, 400))).toThrow('s before leaf 1, which');
  });
});
