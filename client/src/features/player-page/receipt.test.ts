import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptSchema } from '../../../../common/protocol/players.ts';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { receiptBlocks } from './receipt.ts';

const STAKED = '2026-11-01T00:00:00.000Z';
const UNTIL = '2026-11-08T00:00:00.000Z';
const when = { stakedAt: STAKED, unstakeableAt: UNTIL };
const id = (n: number) => `stake-${n}`;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const RECEIPT = receiptSchema.parse({
  total: 18_000 + 16_200 + 2400 + 1001,
  terms: [
    { term: 'starting', gdp: 18_000, parts: [] },
    {
      term: 'national',
      gdp: 16_200,
      parts: [
        { stakeId: id(1), quantity: 1, productionBonus: 0.6, ...when },
        { stakeId: id(2), quantity: 2, productionBonus: 0.15, ...when },
      ],
    },
    {
      term: 'cultural',
      gdp: 2400,
      parts: [{ stakeId: id(3), quantity: 2, gdpBonus: 1200, ...when }],
    },
    {
      term: 'dena',
      gdp: 1001,
      parts: [
        { stakeId: id(4), amount: '10000', gdpBonus: 1000, ...when },
        { stakeId: id(5), amount: '19.5', gdpBonus: 1, ...when },
      ],
    },
  ],
});

describe('[GDP1] a receipt', () => {
  it('says what each stake is and what it adds', () => {
    const blocks = receiptBlocks(RECEIPT, 18_000);
    expect(blocks.map(({ title, note, dollars }) => [title, note, dollars])).toEqual([
      ['Starting GDP', null, 18_000],
      ['National NFTs', '+0.90x of $18,000', 16_200],
      ['Cultural NFTs', null, 2400],
      ['DENA', null, 1001],
    ]);
    expect(
      blocks.flatMap(({ lines }) => lines.map(({ words, dollars }) => [words, dollars])),
    ).toEqual([
      ['1 copy at +0.60x', 10_800],
      ['2 copies at +0.15x', 5400],
      ['2 copies at $1,200', 2400],
      ['10,000 DENA', 1000],
      ['19.5 DENA', 1],
    ]);
  });

  it('adds up to the dollar, line by line, whatever the production and the starting GDP', () => {
    fc.assert(
      fc.property(
        // Includes a starting GDP that production does not divide evenly.
        fc.oneof(
          fc.constantFrom(...NATION_LIST.map(({ startingGdp }) => startingGdp)),
          fc.nat(99_999),
        ),
        fc.array(fc.record({ hundredths: fc.integer({ min: 10, max: 60 }), quantity: fc.integer({ min: 1, max: 50 }) }), { maxLength: 30 }), // prettier-ignore
        fc.array(fc.nat(10_000), { maxLength: 30 }),
        (startingGdp, land, dena) => {
          // As the server computes it: one floor over the total.
          const national = Math.floor(
            (startingGdp * sum(land.map(({ hundredths, quantity }) => hundredths * quantity))) /
              100,
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
            startingGdp,
          );
          for (const { term, dollars, lines } of blocks) {
            if (term !== 'starting') expect(sum(lines.map((line) => line.dollars))).toBe(dollars);
          }
          expect(sum(blocks.map(({ dollars }) => dollars))).toBe(total);
        },
      ),
    );
  });
});
