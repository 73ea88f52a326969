/** The comparison finds nothing in a sound game, and something in every other game. */
import { describe, expect, test } from 'vitest';
import { compare, type Shown } from './compare.ts';
import { playedGame } from './testing.ts';

/** A path into what is shown; the tests put another value there. */
type Path = readonly (string | number)[];

/** Fields for the caller's own use that no rule determines. */
const FREE = new Set(['holdings', 'gdpOrder', 'culturalOrder']);

function plain({ wallets, ...lists }: Shown): Record<string, unknown> {
  return structuredClone({ ...lists, wallets: Object.fromEntries(wallets) });
}

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
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [
      name,
      name === key ? changed(one, rest) : one,
    ]),
  );
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === 'italy') return 'usa';
  if (value === 'wood') return 'oil';
  if (value === 'museum') return 'national';
  if (value === 'national') return 'museum';
  if (typeof value === 'string')
    return /^\d+$/.test(value) ? String(BigInt(value) + 1n) : `${value}x`;
  return value === null ? 'x' : value;
}

function shownOf(value: unknown): Shown {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- it was taken apart above
  const { wallets, ...lists } = value as Omit<Shown, 'wallets'> & {
    readonly wallets: Record<string, never>;
  };
  return { ...lists, wallets: new Map(Object.entries(wallets)) };
}

describe('the comparison', () => {
  test('finds nothing in a sound game', () => {
    const { shown, truth } = playedGame();
    expect(compare(shown, truth)).toEqual([]);
  });

  test('finds any value that is changed', () => {
    const { shown, truth } = playedGame();
    const whole = plain(shown);
    const missed = leaves(whole)
      .filter((path) => compare(shownOf(changed(whole, path)), truth).length === 0)
      .map((path) => path.join('.'));
    expect(leaves(whole).length).toBeGreaterThan(150);
    // Only the order of an event's ids counts, and no rule checks the time of a trade.
    const isFree = (path: string) => path === 'events.5.at' || /^events\.\d+\.id$/.test(path);
    expect(missed.filter((path) => !isFree(path))).toEqual([]);
  });

  test('finds what is lost, done twice, or unrequested', () => {
    const { shown, truth } = playedGame();
    const trade = shown.events.find(({ kind }) => kind === 'traded');
    if (!trade) throw new Error('nobody trades');
    const without = { ...shown, events: shown.events.filter((event) => event !== trade) };
    expect(compare(without, truth).join()).toMatch(/lost: .*trade/);
    const twice = { ...shown, events: [...shown.events, { ...trade, id: 'f'.repeat(16) }] };
    expect(compare(twice, truth).join()).toMatch(/nobody asked for it, or it was done twice/);
    const unanswered = truth.deeds.map((deed, n) => (n === 5 ? { ...deed, outcome: null } : deed));
    expect(compare(shown, { ...truth, deeds: unanswered }).join()).toMatch(/was never answered/);
  });
});
