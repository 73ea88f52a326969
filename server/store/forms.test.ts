import { expect, test } from 'vitest';
import { ALICE, BOB } from '../../common/testing/fixtures.ts';
import { newest } from './forms.ts';
import type { StreamRow } from './stream.ts';

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
  const made: StreamRow[] = [];
  const stream = (async function* () {
    await Promise.resolve();
    yield { part: 'settings', rows };
  })();
  for await (const batch of newest(8, stream)) made.push(...batch.rows);
  const [looked, genesis, ...others] = made;
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
