import fc from 'fast-check';
import { expect, it } from 'vitest';
import { receiptSchema } from '../../../../common/protocol/players.ts';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import { receiptBlocks } from './receipt.ts';

const STAKED = '2026-11-01T00:00:00.000Z';
const UNTIL = '2026-11-08T00:00:00.000Z';
const when = { stakedAt: STAKED, unstakeableAt: UNTIL };
const id = (n: number) => `stake-${n}`;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

it('[GDP1] a receipt adds up to the dollar, line by line, whatever the production and the starting GDP', () => {
  fc.assert(
    fc.property(
      // Includes a starting GDP that production does not divide evenly.
      fc.oneof(fc.constantFrom(25_000, 18_000, 15_000, 22_000), fc.nat(99_999)),
      fc.array(fc.record({ hundredths: fc.integer({ min: 10, max: 60 }), quantity: fc.integer({ min: 1, max: 50 }) }), { maxLength: 30 }), // prettier-ignore
      fc.array(fc.nat(10_000), { maxLength: 30 }),
      (startingGdp, land, dena) => {
        // As the server computes it: one floor over the total.
        const national = Math.floor(
          (startingGdp * sum(land.map(({ hundredths, quantity }) => hundredths * quantity))) / 100,
        );
        const total = startingGdp + national + sum(dena);
        const blocks = receiptBlocks(
          receiptSchema.parse({
            total,
            terms: [
              { term: 'starting', gdp: startingGdp, parts: [] },
              {
                term: 'national',
                gdp: national,
                parts: land.map(({ hundredths, quantity }, n) => ({
                  stakeId: id(n),
                  quantity,
                  productionBonus: hundredths / 100,
                  ...when,
                })),
              },
              { term: 'cultural', gdp: 0, parts: [] },
              {
                term: 'dena',
                gdp: sum(dena),
                parts: dena.map((gdpBonus, n) => ({
                  stakeId: id(n),
                  amount: String(gdpBonus * 10),
                  gdpBonus,
                  ...when,
                })),
              },
            ],
          }),
          SPECIFIED_RULES,
        );
        for (const { term, dollars, lines } of blocks) {
          if (term !== 'starting') expect(sum(lines.map((line) => line.dollars))).toBe(dollars);
        }
        expect(sum(blocks.map(({ dollars }) => dollars))).toBe(total);
      },
    ),
  );
});

it('[GDP1] says the rate in force only if all its stakes began at it', () => {
  const noteOf = (amount: string, denaPerDollar: number) =>
    receiptBlocks(
      receiptSchema.parse({
        total: 18_100,
        terms: [
          { term: 'starting', gdp: 18_000, parts: [] },
          { term: 'dena', gdp: 100, parts: [{ stakeId: id(1), amount, gdpBonus: 100, ...when }] },
        ],
      }),
      { ...SPECIFIED_RULES, denaPerDollar },
    ).at(-1)?.note;
  expect(noteOf('1009', 10)).toBe('Every 10 DENA adds $1, each stake rounded down');
  expect(noteOf('2000', 20)).toBe('Every 20 DENA adds $1, each stake rounded down');
  expect(noteOf('1009', 20)).toBe('Each stake at the rate when it began, rounded down');
});
