/** [SEA1] Weeks of logs that a test makes, and what is served of them. */
import { describe, expect, test } from 'vitest';
import type { Leaf } from '../../../common/ledger/leaf.ts';
import { rulesWith } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { SEASON_ROWS } from '../../../common/protocol/seasons.ts';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { weekBegins, weekId, weekOf } from '../../../common/values/week.ts';
import { Difference } from './difference.ts';
import { LogReplay } from './log-replay.ts';
import type { ServedWeek } from './week-replay.ts';

const WEEK = weekOf('2026-W10') ?? 0;
const [A, B, C] = [walletOf(1), walletOf(2), walletOf(3)];
const DAY = 24 * 3_600_000;
/** The end of the first week. */
const END = weekBegins(WEEK + 1);
const holdings = { block: 1, dena: dena(100_000).toString(), national: 0, museum: 50 };

/** A leaf but for what the log gives it: numbers. */
type Draft = (place: { n: number; version: (wallet: Address) => number }) => Leaf;

const ofPlayer =
  (wallet: Address, at: number, fields: object): Draft =>
  ({ n, version }) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the replay takes only leaves
    ({
      v: 1,
      n,
      at,
      wallet,
      version: version(wallet),
      order: ORDER_BASE + n,
      holdings,
      ...fields,
    }) as Leaf;
const joined = (wallet: Address, at: number) =>
  ofPlayer(wallet, at, { kind: 'nation-chosen', nation: 'italy' });
const staked = (wallet: Address, at: number, amount: number) =>
  ofPlayer(wallet, at, { kind: 'dena-staked', amount: dena(amount).toString() });
const museum = (wallet: Address, at: number, copies: number) =>
  ofPlayer(wallet, at, { kind: 'museum-staked', token: '2', copies, bonus: 1200 });
const ended =
  (week: number, at = weekBegins(week + 1)): Draft =>
  ({ n }) => ({ v: 1, n, at, kind: 'week-ended', week: weekId(week) });

function logOf(drafts: readonly Draft[]): Leaf[] {
  const versions = new Map<Address, number>();
  const version = (wallet: Address) => {
    versions.set(wallet, (versions.get(wallet) ?? 0) + 1);
    return versions.get(wallet) ?? 0;
  };
  return drafts.map((draft, n) => draft({ n, version }));
}

function firstEndedIn(log: readonly Leaf[]): number | null {
  const first = log.find((leaf) => leaf.kind === 'week-ended');
  return first?.kind === 'week-ended' ? weekOf(first.week) : null;
}

/** A week as it is after the first leaves of a log, which none of them ends. */
function weekAfter(drafts: readonly Draft[], week: number): ServedWeek {
  const log = logOf(drafts);
  const served = { weeks: new Map(), known: 0, now: Infinity, firstEnded: firstEndedIn(log) };
  const game = new LogReplay(served);
  for (const leaf of log) game.take(leaf);
  const page = game.weeks.now(week, SEASON_ROWS)?.page;
  if (!page) throw new Error('it has ended');
  const named = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, name: null }));
  const { season, entries, best, presidents } = page;
  const champion = season.champion && { ...season.champion, name: null };
  const shown = { ...season, champion, state: 'final' as const };
  return {
    season: shown,
    detail: { season: shown, entries, best: [...best], presidents: named(presidents) },
  };
}

interface Asked {
  /** How many leaves were known when the weeks were asked for; all, if it isn't named. */
  readonly known?: number;
}

function replayed(
  drafts: readonly Draft[],
  weeks: readonly (readonly [week: number, served: ServedWeek])[],
  { known = drafts.length }: Asked = {},
): LogReplay {
  const log = logOf(drafts);
  const now = END + 100 * DAY;
  const game = new LogReplay({ weeks: new Map(weeks), known, now, firstEnded: firstEndedIn(log) });
  for (const leaf of log) game.take(leaf);
  game.weeks.finish();
  return game;
}

/** The sentence that a replay ends with. */
function foundIn(...game: Parameters<typeof replayed>): string {
  try {
    replayed(...game);
  } catch (error) {
    if (error instanceof Difference) return error.message;
    throw error;
  }
  throw new Error('the replay agrees');
}

const running = (week: number): ServedWeek => {
  const { season } = weekAfter([joined(A, weekBegins(week))], week);
  return { season: { ...season, state: 'running' }, detail: null };
};
const [ID, NEXT] = [weekId(WEEK), weekId(WEEK + 1)];

describe('weeks that leaves ended', () => {
  const first = [joined(A, END - 3 * DAY), joined(B, END - 3 * DAY), staked(A, END - 2 * DAY, 900), museum(B, END - DAY, 2)]; // prettier-ignore
  const second = [ended(WEEK), staked(B, END, 500), museum(A, END + DAY, 5)];
  const game = [...first, ...second, ended(WEEK + 1), staked(A, END + 8 * DAY, 100)];
  const weeks = [
    [WEEK, weekAfter(first, WEEK)],
    [WEEK + 1, weekAfter([...first, ...second], WEEK + 1)],
    [WEEK + 2, running(WEEK + 2)],
  ] as const;
  const [[, one], [, two], [, three]] = weeks;
  const { detail } = one;
  if (!detail) throw new Error('it is final');
  const instead = (of: Partial<typeof detail>) =>
    foundIn(game, [[WEEK, { ...one, detail: { ...detail, ...of } }], ...weeks.slice(1)]);
  /** The log with drafts in place of those from a place on. */
  const spliced = (at: number, count: number, ...drafts: Draft[]) =>
    game.toSpliced(at, count, ...drafts);

  test('are what they were there', () => {
    const { weeks: found } = replayed(game, weeks);
    expect([found.compared, found.untold, found.open]).toEqual([2, [], WEEK + 2]);
    expect(detail.entries).toMatchObject([{ walletAddress: B }, { walletAddress: A }]);
    expect(detail.presidents).toMatchObject([{ walletAddress: B, staked: 2 }]);
  });

  test('are the same wherever the rules change, which are of no week', () => {
    for (let at = 0; at < game.length; at += 1) {
      const moment = logOf(game)[at]?.at ?? 0;
      const change: Draft = ({ n }) => ({ v: 1, n, at: moment, kind: 'rules', rules: rulesWith(SPECIFIED_RULES, { lockMs: DAY }) }); // prettier-ignore
      const { weeks: found, rules } = replayed(spliced(at, 0, change), weeks);
      expect([found.compared, found.open, rules.lockMs]).toEqual([2, WEEK + 2, DAY]);
    }
  });

  test('have no other list, sums, first entries or presidents', () => {
    const [row, ...others] = detail.entries;
    if (!row) throw new Error('somebody is ranked');
    const more = { ...row, gained: row.gained + 1 };
    expect(instead({ entries: [more, ...others] })).toBe(
      `The week ${ID} is not what it was when it ended: entries[0].gained is ${more.gained}, the ledger comes to ${row.gained}.`,
    );
    expect(instead({ best: [more] })).toContain('best[0].gained is');
    expect(instead({ season: { ...detail.season, players: 3 } })).toContain('season.players is 3');
    const president = { nationId: 'italy' as const, walletAddress: A, name: null, staked: 5 };
    expect(instead({ presidents: [president] })).toContain(`presidents[0].walletAddress is ${A}`);
    expect(instead({ presidents: [] })).toContain('presidents[0] is missing');
  });

  test.each<[what: string, says: string, log: Draft[]]>([
    [
      'a commit that is dated before the week’s end and comes after it',
      `Leaf 5 is dated 2026-03-08T23:59:59.999Z, and the week ${NEXT} is open there: a leaf ended`,
      spliced(5, 1, staked(B, END - 1, 500)),
    ],
    [
      'a commit of the next week before this one’s end',
      `Leaf 6 is dated 2026-03-16T00:00:00.000Z, and the week ${NEXT} is open there`,
      spliced(6, 1, museum(A, weekBegins(WEEK + 2), 5)),
    ],
    [
      'an end at another moment',
      `Leaf 7 ends the week ${NEXT} and is dated 2026-03-16T00:00:00.001Z, which is not its end.`,
      spliced(7, 1, ended(WEEK + 1, weekBegins(WEEK + 2) + 1)),
    ],
    [
      'no week',
      'Leaf 7 ends the week 2026-W99 and is dated',
      spliced(7, 1, ({ n }) => ({ v: 1, n, at: END, kind: 'week-ended', week: '2026-W99' })),
    ],
    [
      'a week twice',
      `Leaf 5 ends the week ${ID}, and ${NEXT} is open there.`,
      spliced(5, 0, ended(WEEK)),
    ],
    [
      'a week that is skipped',
      `Leaf 7 ends the week ${weekId(WEEK + 2)}, and ${NEXT} is open there.`,
      spliced(7, 1, ended(WEEK + 2)),
    ],
    [
      'a week from before the game',
      `Leaf 4 ends the week ${weekId(WEEK - 1)}, and ${ID} is open`,
      spliced(4, 1, ended(WEEK - 1)),
    ],
    [
      'an end that is missing',
      `The week ${NEXT} is final in /api/seasons, and no leaf has ended it.`,
      game.slice(0, 7),
    ],
    ['an end too late', `The week ${ID} is not what it was when it ended: nations[1].gained is `, [...first, staked(B, END - 1, 70), ...second, ended(WEEK + 1)]], // prettier-ignore
  ])('finds %s', (_, says, log) => {
    expect(foundIn(log, weeks)).toContain(says);
  });

  test('are final, but for the newest of those whose end was known', () => {
    const closing = ({ season }: ServedWeek): ServedWeek => ({
      season: { ...season, state: 'closing' },
      detail: null,
    });
    expect(replayed(game, [weeks[0], [WEEK + 1, closing(two)], weeks[2]]).weeks.compared).toBe(1);
    const early = [[WEEK, closing(one)], ...weeks.slice(1)] as const;
    expect(foundIn(game, early)).toBe(
      `The week ${ID} is not final in /api/seasons, and it had ended by leaf 4.`,
    );
    // Its successor ended while the weeks were asked for.
    expect(replayed(game, early, { known: 6 }).weeks.compared).toBe(1);
  });

  test('are all there, as is no later one', () => {
    expect(foundIn(game, weeks.slice(1))).toBe(`The week ${ID} is missing from /api/seasons.`);
    expect(foundIn(game, [...weeks, [WEEK + 3, running(WEEK + 3)]])).toBe(
      `The week ${weekId(WEEK + 3)} is there in /api/seasons, and no leaf has ended the week before it.`,
    );
    expect(three.detail).toBe(null);
  });

  test('begin with a player', () => {
    expect(() => replayed([ended(WEEK - 1), ...game], weeks)).toThrow(
      `Leaf 0 ends the week ${weekId(WEEK - 1)}, and no player has joined there.`,
    );
  });
});

describe('weeks that release 1.0 closed', () => {
  const before = [joined(A, END - 3 * DAY), joined(B, END - 3 * DAY), joined(C, END - 3 * DAY), staked(A, END - DAY, 900), museum(B, END - DAY, 2)]; // prettier-ignore
  const after = [staked(B, END + 12_000, 500), staked(A, END + DAY, 100)];
  const closed = weekAfter(before, WEEK);
  const presidents = (walletAddress: Address, count: number, of = closed): ServedWeek => {
    if (!of.detail) throw new Error('it is final');
    const president = { nationId: 'italy' as const, walletAddress, name: null, staked: count };
    return { ...of, detail: { ...of.detail, presidents: [president] } };
  };
  const untoldOf = (log: Draft[], served: ServedWeek) => {
    const { untold, compared } = replayed(log, [[WEEK, served]]).weeks;
    expect(compared).toBe(1);
    return untold;
  };

  test('are what they were ten seconds after their end', () => {
    expect(untoldOf([...before, ...after], closed)).toEqual([]);
    expect(untoldOf(before, closed)).toEqual([]);
    const more = weekAfter([...before, staked(B, END - 1, 500)], WEEK);
    for (const log of [before, [...before, ...after]]) {
      expect(foundIn(log, [[WEEK, more]])).toContain(
        `The week ${ID} is not what it was when it ended`,
      );
    }
    expect(foundIn([...before, ...after], [[WEEK + 1, running(WEEK + 1)]])).toContain('missing');
  });

  test('can’t be told where a commit came about then that is dated before', () => {
    const late = [...before, staked(B, END + 6000, 500), staked(C, END - 1, 70), ...after];
    const without = weekAfter([...before, staked(B, END + 6000, 500)], WEEK);
    const withIt = weekAfter([...before, staked(C, END - 1, 70)], WEEK);
    expect(untoldOf(late, withIt)).toEqual([]);
    expect(untoldOf(late, without)).toEqual([
      `the list of the week ${ID}: leaf 6 came about when release 1.0 closed a week`,
    ]);
    // Sooner it counts.
    const soon = [...before, staked(B, END + 4000, 500), staked(C, END - 1, 70), ...after];
    expect(foundIn(soon, [[WEEK, without]])).toContain('is not what it was');
  });

  test('can’t be told where a clock was set back over their end', () => {
    const late = [staked(C, END - 9000, 70), staked(C, END - 1000, 80)];
    const log = [...before, staked(B, END + 500, 500), ...late, ...after];
    const without = weekAfter([...before, staked(B, END + 500, 500)], WEEK);
    expect(untoldOf(log, without)).toEqual([
      `the list of the week ${ID}: leaf 7 came about when release 1.0 closed a week`,
    ]);
    expect(untoldOf(log, weekAfter([...before, ...late], WEEK))).toEqual([]);
    // Others, whose clocks differ by less, count.
    const soon = [...before, staked(B, END + 500, 500), staked(C, END - 4000, 70), ...after];
    expect(foundIn(soon, [[WEEK, without]])).toContain('is not what it was');
  });

  test('can’t be told from whom they count a late commit either', () => {
    const log = [...before, staked(B, END + 12_000, 500), staked(C, END + 5000 - 10_000, 70)];
    const next = [...log, ended(WEEK + 1), staked(C, END + 8 * DAY, 10)];
    const counted = weekAfter(
      [...before, staked(B, END + 12_000, 500), staked(C, END + 13_000, 70)],
      WEEK + 1,
    );
    const notCounted = weekAfter([...before, staked(B, END + 12_000, 500)], WEEK + 1);
    const untold = (served: ServedWeek) =>
      replayed(next, [[WEEK, closed], [WEEK + 1, served], [WEEK + 2, running(WEEK + 2)]]).weeks.untold; // prettier-ignore
    expect(untold(counted)).toEqual([]);
    expect(untold(notCounted)).toEqual([
      expect.stringContaining(`the list of the week ${NEXT}: leaf 6`),
    ]);
  });

  test.each([
    ['just past midnight', [museum(A, END + 15_000, 5), museum(C, END + 50_000, 9)]],
    [
      'right after a start days later',
      [museum(A, END + 2 * DAY, 5), museum(C, END + 2 * DAY + 30_000, 9)],
    ],
  ])('can’t be told by their presidents, who changed %s', (_, changes) => {
    const log = [...before, ...changes];
    const untold = [
      `the presidents of the week ${ID}: they changed about when release 1.0 closed it`,
    ];
    expect(untoldOf(log, presidents(B, 2))).toEqual([]);
    expect(untoldOf(log, presidents(A, 5))).toEqual(untold);
    expect(untoldOf(log, presidents(C, 9))).toEqual(untold);
    expect(foundIn(log, [[WEEK, presidents(C, 8)]])).toContain(
      `presidents[0].walletAddress is ${C}`,
    );
  });

  test('have the presidents of their end, where those changed long after', () => {
    const log = [...before, staked(B, END + 1, 500), museum(A, END + DAY, 5)];
    expect(foundIn(log, [[WEEK, presidents(A, 5)]])).toContain(`walletAddress is ${A}`);
  });

  test('come before those that leaves ended, whose commits may stand before their end', () => {
    const game = [...before, ...after, museum(C, END + 8 * DAY, 7), staked(C, END + 8 * DAY, 30)];
    const log = [...game, ended(WEEK + 1), staked(A, END + 8 * DAY + 1, 10), ended(WEEK + 2)];
    const second = presidents(C, 7, weekAfter([...before, ...after], WEEK + 1));
    const third = weekAfter(log.slice(0, -1), WEEK + 2);
    const weeks = [[WEEK, closed], [WEEK + 1, second], [WEEK + 2, third]] as const; // prettier-ignore
    const { untold, compared } = replayed(log, weeks).weeks;
    expect([untold, compared]).toEqual([[], 3]);
    expect(third.detail?.entries.map(({ walletAddress }) => walletAddress)).toContain(C);
  });
});
