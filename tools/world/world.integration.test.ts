/** The simulated game repeats to the bit, and finds nothing; the model finds what is changed. */
import { describe, expect, test } from 'vitest';
import { compare, type Shown, type Expected } from './model/compare.ts';
import { SPECIFIED } from './model/rules.ts';
import { planOf } from './plan.ts';
import { inWorld, runWorld } from './run.ts';

test('a game gives the same trace twice, and finds nothing', async () => {
  // ws closes a WebSocket whose peer doesn't answer by a timer of its own, in real time: no such
  // closing matters in this seed's game.
  const play = () => runWorld({ seed: 4, days: 16, only: null });
  const first = await play();
  expect(first.findings).toEqual([]);
  expect(first.counts['acknowledged']).toBeGreaterThan(50);
  expect((await play()).hash).toBe(first.hash);
});

/** A path into what is shown; the tests put another value there. */
type Path = readonly (string | number)[];

/** For the caller's own use: no rule determines it. */
const FREE = new Set(['holdings', 'flag']);
/** What a schema would not read otherwise. */
const WORDS = [
  ['usa', 'italy'],
  ['italy', 'usa'],
  ['china', 'usa'],
  ['argentina', 'usa'],
  ['wood', 'oil'],
  ['oil', 'wood'],
  ['food', 'wood'],
  ['technology', 'wood'],
  ['museum', 'national'],
  ['national', 'museum'],
] as const;
/** Of each place, so many are changed. */
const OF_EACH = 2;

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one: unknown, n) => [n, one])
    : Object.entries(value);
  return entries.flatMap(([key, one]) =>
    FREE.has(String(key)) ? [] : leaves(one, [...path, key]),
  );
}

/** A copy with another value in one place. */
function changed(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return other(value);
  if (Array.isArray(value)) {
    return value.map((one: unknown, n) => (n === key ? changed(one, rest) : one));
  }
  const entries = Object.entries(Object(value));
  return Object.fromEntries(
    entries.map(([name, one]) => [name, name === key ? changed(one, rest) : one]),
  );
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'x';
  const word = WORDS.find(([one]) => one === value);
  if (word) return word[1];
  return /^[\d.]+$/.test(value) ? `${value}1` : `${value}x`;
}

/** Some of all places, of each kind. */
function sample(paths: readonly Path[], kindOf: (path: Path) => string): Path[] {
  const counts = new Map<string, number>();
  return paths.filter((path) => {
    const kind = kindOf(path);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return (counts.get(kind) ?? 0) <= OF_EACH;
  });
}

describe('the comparison', async () => {
  const { shown, expected } = await playedGame();
  const found = (game: Shown) => compare(game, { ...expected, orders: new Map(expected.orders) });

  test('finds nothing in a sound game', () => {
    expect(shown.events.length).toBeGreaterThan(50);
    expect(found(shown)).toEqual([]);
  });

  test('finds any value that is changed', () => {
    const { wallets, ...lists } = shown;
    const whole = { ...lists, wallets: Object.fromEntries(wallets) };
    const kindOf = ([list = '', at = 0, ...rest]: Path) =>
      list === 'events'
        ? `${shown.events[Number(at)]?.kind} ${rest.join('.')}`
        : `${list} ${rest.filter((key) => typeof key === 'string').join('.')}`;
    const paths = sample(leaves(whole), kindOf);
    const missed = paths.filter((path) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was taken apart above
      const game = changed(whole, path) as typeof whole;
      return found({ ...game, wallets: new Map(Object.entries(game.wallets)) }).length === 0;
    });
    expect(paths.length).toBeGreaterThan(150);
    // Of an event's id only the order counts, and not every moment has consequences. The first
    // rules begin before the game does, and a hash is of no figure.
    const isFree = (kind: string) => / (id|at)$|^rules (since|hash)$|^changes kind$/.test(kind);
    expect([...new Set(missed.map(kindOf))].filter((kind) => !isFree(kind))).toEqual([]);
  });

  test('finds what is lost, done twice, or never answered', () => {
    const trade = shown.events.find(({ kind }) => kind === 'traded');
    if (!trade) throw new Error('nobody trades');
    const without = { ...shown, events: shown.events.filter((event) => event !== trade) };
    expect(found(without).join()).toMatch(/lost: .*trade/);
    const twice = { ...shown, events: [...shown.events, { ...trade, id: 'f'.repeat(16) }] };
    expect(found(twice).join()).toMatch(/nobody asked for it, or it was done twice/);
    const operations = expected.operations.map((operation, n) =>
      n === 5 ? { ...operation, outcome: null } : operation,
    );
    expect(compare(shown, { ...expected, operations }).join()).toMatch(/was never answered/);
  });
});

/** Three bouts without faults. */
async function playedGame(): Promise<{ shown: Shown; expected: Expected }> {
  const plan = planOf(1, 1);
  const steps = plan.steps.filter(({ kind }) => ['operation', 'burst', 'rules'].includes(kind));
  const played: { shown: Shown; expected: Expected }[] = [];
  await inWorld(plan, { seed: 1 }, async ({ scheduler }, oracle) => {
    for (const bout of plan.bouts.keys()) {
      const own = steps.filter((step) => step.bout === bout);
      await oracle.play(own, 8000);
      await oracle.judge();
      played.push({ shown: await oracle.shown(), expected: oracle.expected() });
      scheduler.leap(SPECIFIED.lockMs);
    }
  });
  const game = played.at(-1);
  if (!game) throw new Error('nothing was played');
  return game;
}
