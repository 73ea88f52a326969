/** The comparison finds nothing in a sound game, and something in every other game. */
import { describe, expect, test } from 'vitest';
import { compare, type Shown, type Truth } from './compare.ts';
import { FACTS, type Facts } from './facts.ts';
import { ANN, BEN, onChain, playedGame } from './testing.ts';

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

  test('finds every rule that differs', () => {
    const { shown, truth } = playedGame();
    const { italy } = FACTS.nations;
    const others: readonly Partial<Facts>[] = [
      { denaPerDollar: 8n },
      { bonusQuarters: 6 },
      { lockMs: FACTS.lockMs - 1 },
      { prices: { ...FACTS.prices, wood: 11 } },
      { basePerHour: { ...FACTS.basePerHour, technology: 2 } },
      { work: { ...FACTS.work, growth: 2 } },
      { nations: { ...FACTS.nations, italy: { ...italy, startingGdp: 18_001 } } },
      { nations: { ...FACTS.nations, italy: { ...italy, bonus: 'oil' } } },
      { nations: { ...FACTS.nations, italy: { ...italy, culturalGdp: 1201 } } },
    ];
    for (const facts of others) {
      const found = compare(shown, { ...truth, facts: { ...FACTS, ...facts } });
      expect(found, JSON.stringify(Object.keys(facts))).not.toEqual([]);
    }
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

  test('finds rows, players and stakes that are missing or too many', () => {
    const { shown, truth } = playedGame();
    const [ann] = shown.rows;
    if (!ann) throw new Error('there is no row');
    expect(compare({ ...shown, rows: [ann] }, truth).join()).toMatch(/1 rows for 2 players/);
    expect(compare({ ...shown, rows: shown.rows.toReversed() }, truth)).not.toEqual([]);
    const of = shown.wallets.get(ANN);
    if (!of) throw new Error('nothing of Ann is shown');
    const lists = [
      { ...of, dena: [] },
      { ...of, nfts: of.nfts.slice(1) },
      { ...of, nfts: [...of.nfts, ...of.nfts] },
      { ...of, player: null },
    ];
    for (const list of lists) {
      const wallets = new Map(shown.wallets).set(ANN, list);
      expect(compare({ ...shown, wallets }, truth)).not.toEqual([]);
    }
  });

  test('[CHN1] finds balances that differ from the chain', () => {
    const { shown, truth } = playedGame();
    const withAnn = (holds: ReturnType<typeof onChain>): Truth => ({
      ...truth,
      chain: new Map(truth.chain).set(ANN, holds),
    });
    expect(compare(shown, withAnn(onChain(999n, 2n, 1n)))).not.toEqual([]);
    expect(compare(shown, withAnn(onChain(1000n, 1n, 1n))).join()).toMatch(/NFT4/);
    expect(compare(shown, withAnn(onChain(1000n, 2n, 0n))).join()).toMatch(/NFT4/);
    const stranger = { ...truth, chain: new Map([[BEN, onChain(1000n)]]) };
    expect(compare(shown, stranger).join()).toMatch(/nobody plays/);
  });
});
