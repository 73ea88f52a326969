/** What the board reads of players: the same as the schema reads, or nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapshotRow } from '../../../common/rules/ranking.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import type { Player } from '../../../common/values/player.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { playerDocument } from '../documents.ts';
import { stateAfter, story } from '../testing/fixtures.ts';
import { packRows, unpackRows } from './packed-rows.ts';

const { player: anyone } = stateAfter(story(walletOf(7), 'argentina'));

const anyCount = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 999_999_999_999_999 }));
const anyWei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const anyUnits = fc.record({
  wood: anyCount,
  oil: anyCount,
  food: anyCount,
  technology: anyCount,
});

const anyPlayer: fc.Arbitrary<Player> = fc
  .record({
    n: fc.nat({ max: 1_000_000 }),
    name: fc.constantFrom(null, 'marco.eth', 'żółw.eth', '🐢🐢.eth', 'x'.repeat(80)),
    nationId: fc.constantFrom(...NATION_IDS),
    numbers: fc.tuple(anyCount, anyCount, anyCount, anyCount, anyCount, anyCount),
    held: anyWei,
    spent: anyWei,
    units: anyUnits,
    carry: anyUnits,
    contributed: anyUnits,
    season: fc.record({ week: anyCount, base: anyCount, best: anyCount }),
  })
  .map(({ n, name, nationId, numbers, held, spent, units, carry, contributed, season }) => {
    const [gdp, culturalCount, gdpSince, gdpOrder, culturalSince, culturalOrder] = numbers;
    return {
      ...anyone,
      wallet: walletOf(n),
      name,
      nationId,
      gdpSince,
      gdpOrder,
      culturalSince,
      culturalOrder,
      spentWei: spent,
      standing: { ...anyone.standing, gdp, culturalCount },
      holdings: { ...anyone.holdings, denaWei: held },
      resources: { ...anyone.resources, units, carry },
      contributed,
      season,
    };
  });

function textOf(player: Player): string {
  return JSON.stringify(playerDocument.encode(player));
}

/** What reading a document without the fast reader gives. */
function bySchema(text: string): unknown {
  try {
    return snapshotRow(playerDocument.decode(JSON.parse(text)));
  } catch {
    return 'unreadable';
  }
}

const MOST = 5;

function read(text: string): unknown {
  const packed = packRows(text, MOST);
  return packed && unpackRows(packed);
}

describe('the rows of players', () => {
  test('are read from the text that is written today, without the schema', () => {
    fc.assert(
      fc.property(fc.array(anyPlayer, { minLength: 1, maxLength: MOST }), (players) => {
        const text = players.map(textOf).join(',');
        expect(read(text)).toEqual(players.map((player) => snapshotRow(player)));
      }),
    );
  });

  test('are what the schema reads, or left to it, however the text is damaged', () => {
    const whole = textOf(anyone);
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length - 1 }),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '0', '9', 'f', '"', ',', '}', '{', '\\', ' ', '\n', '\0'),
        (at, removed, inserted) => {
          const text = whole.slice(0, at) + inserted + whole.slice(at + removed);
          const found = read(text);
          if (found !== null) expect(found).toEqual([bySchema(text)]);
        },
      ),
      { numRuns: runs({ usual: 1000, long: 50_000 }) },
    );
  });

  test.each([
    [
      'a number too large to be sure of',
      textOf(anyone).replace(/(?<="gdpSince":)\d+/, '1'.repeat(16)),
    ],
    ['an escaped name', textOf({ ...anyone, name: 'a\\b.eth' })],
    [
      'one more document than there is room for',
      Array(MOST + 1)
        .fill(textOf(anyone))
        .join(),
    ],
  ])('are left to the schema if there is %s', (_, text) => {
    expect(read(text)).toBeNull();
  });
});
