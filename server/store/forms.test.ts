import { expect, test } from 'vitest';
import { ALICE, BOB } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { newest } from './forms.ts';
import type { StreamRow } from './stream.ts';

async function madeOf8(part: string, rows: readonly StreamRow[]): Promise<StreamRow[]> {
  const made: StreamRow[] = [];
  const stream = (async function* () {
    await Promise.resolve();
    yield { part, rows };
  })();
  for await (const batch of newest(8, stream)) made.push(...batch.rows);
  return made;
}

test('what 1.0 had followed of the chain is one setting, with who waits and what nobody read', async () => {
  const at = 1_700_000_000_000;
  const settings = {
    'chain.trail': [
      { number: 40, hash: '0xa', at, wallets: [ALICE] },
      { number: 41, hash: '0xb', at, wallets: [] },
    ],
    'chain.unverified': [[BOB, 30]],
    'chain.gap': { from: 10, to: 20, isCompared: true },
    'chain.condition': 'ok',
    'chain.genesis': '0x0',
  };
  const rows = Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]);
  const [looked, genesis, ...others] = await madeOf8('settings', rows);
  expect(looked?.[1]).toBe('chain.looked');
  expect(JSON.parse(String(looked?.[3]))).toEqual({
    newest: { number: 41, hash: '0xb', at },
    named: [
      [BOB, 30, 30],
      [ALICE, 40, null],
    ],
    droppedTo: 0,
    gap: { from: 10, to: 20, isCompared: true, untilRound: 97 },
    condition: 'ok',
  });
  expect(genesis?.[1]).toBe('chain.genesis');
  expect(others).toEqual([]);
});

test('a player of 1.0 has what joining gave, and fractions of a unit in the new measure', async () => {
  const carry = { wood: 2_400_000, oil: 800_000, food: 1_439_999_999_999, technology: 0 };
  const known = { version: 3, resources: { units: { wood: 4 }, carry, settledAt: 7 } };
  const rows = NATION_IDS.map((nationId) => [ALICE, JSON.stringify({ nationId, ...known })]);
  const made = await madeOf8('players', rows);
  const starts = [25_000, 18_000, 15_000, 22_000];
  expect(made.map(([wallet, text]) => [wallet, JSON.parse(String(text))])).toEqual(
    NATION_IDS.map((nationId, i) => [
      ALICE,
      {
        nationId,
        version: 3,
        resources: {
          units: { wood: 4 },
          carry: { wood: 60_000_000, oil: 20_000_000, food: 35_999_999_999_975, technology: 0 },
          settledAt: 7,
        },
        startingGdp: starts[i],
      },
    ]),
  );
});
