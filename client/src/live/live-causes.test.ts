import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../../common/values/stored-event.ts';
import { ANNA, BEN, rev } from '../testing/cause.ts';
import { missesCauses, withCauses } from './live-causes.ts';

type Told = Parameters<typeof missesCauses>[0];

const cause = (delta: number, kind: EventKind = 'dena-staked', walletAddress = ANNA) => ({
  walletAddress,
  kind,
  delta,
});
const message = (n: number, causes: Told['causes'], parts: Partial<Told> = {}): Told => ({
  rev: rev(n),
  nationId: 'italy',
  gdp: 1000,
  players: 2,
  presidentWallet: null,
  causes,
  ...parts,
});
const before = (n: number, presidentWallet: Told['presidentWallet'] = null) => ({
  rev: rev(n),
  gdp: 1000,
  players: 2,
  presidentWallet,
});

describe('live causes', () => {
  it('are kept newest first, each with the data of its message', () => {
    const first = withCauses([], message(1, [cause(1)]), null, 5);
    const second = withCauses(first, message(3, [cause(2), cause(3)]), before(1), 7);
    expect(second.map(({ delta, since, atMs }) => [delta, since, atMs])).toEqual([
      [3, rev(1), 7],
      [2, rev(1), 7],
      [1, null, 5],
    ]);
    expect(new Set(second.map(({ key }) => key)).size).toBe(3);
  });

  it('use their event’s id and time if the server sends them', () => {
    const told = { ...cause(1), id: rev(2), at: new Date(1000).toISOString() };
    const [held] = withCauses([], message(4, [told]), before(1), 9000);
    expect(held).toMatchObject({ key: rev(2), rev: rev(2), atMs: 1000, heardMs: 9000 });
  });

  it('[PRE1] record which of them won or lost the presidency', () => {
    const presidencies = (told: Told, was: Told['presidentWallet']) =>
      withCauses([], told, before(1, was), 5).map(({ presidency }) => presidency);
    const staked = cause(1200, 'cultural-staked', BEN);
    const won = message(3, [cause(1200, 'cultural-staked'), staked, cause(5)], {
      presidentWallet: BEN,
    });
    expect(presidencies(won, ANNA)).toEqual([null, 'won', null]);
    // A player who was president before won nothing, and neither did one who was not president before or
    // after.
    expect(presidencies(won, BEN)).toEqual([null, null, null]);
    expect(withCauses([], won, null, 5).some(({ presidency }) => presidency)).toBe(false);
    const lost = message(3, [cause(-1200, 'cultural-unstaked')], { presidentWallet: BEN });
    expect(presidencies(lost, ANNA)).toEqual(['lost']);
    expect(presidencies(message(3, [cause(-9, 'stakes-unbacked')]), ANNA)).toEqual(['lost']);
  });

  it('are known to be incomplete if some were left out, or totals came without them', () => {
    expect(missesCauses(message(2, [cause(1)]), before(1))).toBe(false);
    expect(missesCauses(message(2, [cause(1)], { causesLeftOut: 3 }), before(1))).toBe(true);
    expect(missesCauses(message(2, [], { gdp: 1001 }), before(1))).toBe(true);
    expect(missesCauses(message(2, [], { players: 3 }), before(1))).toBe(true);
    expect(missesCauses(message(2, []), before(1))).toBe(false);
    expect(missesCauses(message(2, [], { gdp: 1001 }), null)).toBe(false);
  });
});
