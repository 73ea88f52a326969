import { describe, expect, it, vi } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { stakeIdSchema } from '../../../../common/values/ids.ts';
import { ANNA, BEN, event } from '../../testing/event.ts';
import { testStorage } from '../../testing/wallet.ts';
import { awayOf, wasAway, type Seen } from './away.ts';
import { keepSeen, lastSeen } from './kept-news.ts';
import { awayText } from './words.ts';

const YOU = address(`0x${'f'.repeat(40)}`);
const HOUR_MS = 3_600_000;
const seen: Seen = { epoch: 'e1', atMs: HOUR_MS, rank: 4, gdp: 20_000, isPresident: true };
const now: Seen = { epoch: 'e1', atMs: 4 * HOUR_MS, rank: 4, gdp: 20_000, isPresident: true };
const NOTHING = { own: [], all: [] };

const moved = (
  atMs: number,
  walletAddress: typeof YOU,
  [gdpBefore, gdpAfter]: readonly [number, number],
) => {
  const at = new Date(atMs).toISOString();
  return event(1, 'dena-staked', 0, { at, walletAddress, gdpBefore, gdpAfter });
};

describe('while the player was away', () => {
  it('nothing is reported if nothing happened', () => {
    expect(awayOf(seen, now, YOU, NOTHING, [])).toBeNull();
  });

  it('[LB1] names only those who have passed the player since', () => {
    const all = [
      moved(3 * HOUR_MS, ANNA, [20_000, 25_000]),
      moved(2 * HOUR_MS, BEN, [21_000, 26_000]),
      moved(HOUR_MS / 2, BEN, [18_000, 21_000]),
    ];
    const away = awayOf(seen, { ...now, rank: 5 }, YOU, { own: [], all }, []);
    expect(away?.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([ANNA]);
    expect(away && awayText(away, now.atMs)).toBe(
      'While you were away (3 h): rank #4 → #5, passed by 0xaAaA…aaAa.',
    );
    expect(away && awayText(away, now.atMs, () => 'anna.eth')).toContain('passed by anna.eth.');
  });

  it('names who passed right after the page was left, though its clock was ahead', () => {
    const all = [moved(HOUR_MS - 1500, ANNA, [20_000, 25_000])];
    const away = awayOf(seen, { ...now, rank: 5 }, YOU, { own: [], all }, []);
    expect(away?.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([ANNA]);
  });

  it('[CHN1] says which stakes ended, at which block, and what it cost', () => {
    const ended = {
      ...moved(2 * HOUR_MS, YOU, [20_000, 15_000]),
      kind: 'stakes-unbacked' as const,
      detail: { stakeIds: ['1', '2'].map((id) => stakeIdSchema.parse(id)), block: 1234 },
    };
    const away = awayOf(seen, { ...now, gdp: 15_000 }, YOU, { own: [ended], all: [] }, []);
    expect(away && awayText(away, now.atMs)).toBe(
      'While you were away (3 h): −$5,000 GDP · 2 stakes ended at block 1,234, no longer in your wallet.',
    );
  });

  it('[LCK1, PRE1] reports ended locks and the presidency', () => {
    const stakes = [2, 5].map((hour) => ({
      id: String(hour),
      unstakeableAt: new Date(hour * HOUR_MS).toISOString(),
    }));
    const away = awayOf(seen, { ...now, isPresident: false }, YOU, NOTHING, stakes);
    expect(away && awayText(away, now.atMs)).toBe(
      'While you were away (3 h): you lost the presidency · 1 stake unlocked.',
    );
  });
});

it('a reload does not count as an absence', () => {
  const soon = { ...now, atMs: seen.atMs + 30_000 };
  expect(wasAway(null, now, [])).toBe(false);
  expect(wasAway(seen, soon, [])).toBe(false);
  expect(wasAway(seen, { ...soon, rank: 3, gdp: 30_000 }, [])).toBe(false);
  expect(wasAway(seen, now, [])).toBe(true);
  // A game that was reset, or another game at the same address.
  expect(wasAway(seen, { ...now, epoch: 'e2' }, [])).toBe(false);
});

it('what was lost during a reload is still reported', () => {
  const soon = { ...now, atMs: seen.atMs + 5000 };
  expect(wasAway(seen, { ...soon, rank: 5 }, [])).toBe(true);
  expect(wasAway(seen, { ...soon, gdp: 19_999 }, [])).toBe(true);
  expect(wasAway(seen, { ...soon, isPresident: false }, [])).toBe(true);
  const unstakeableAt = new Date(seen.atMs + 1000).toISOString();
  expect(wasAway(seen, soon, [{ id: 'a', unstakeableAt }])).toBe(true);
});

it('what was stored is read back, and invalid data is ignored', () => {
  const storage = testStorage();
  vi.stubGlobal('localStorage', storage);
  keepSeen(YOU, seen);
  expect(lastSeen(YOU)).toEqual(seen);
  expect(lastSeen(ANNA)).toBeNull();
  for (const text of [
    'null',
    '[]',
    '{"rank":"4"}',
    '{"atMs":1,"rank":1.5,"gdp":1}',
    '{"atMs":-1e300,"rank":1,"gdp":1}',
  ]) {
    for (const key of Array.from({ length: storage.length }, (_, i) => storage.key(i))) {
      if (key !== null) storage.setItem(key, text);
    }
    expect(lastSeen(YOU)).toBeNull();
  }
  vi.unstubAllGlobals();
});
