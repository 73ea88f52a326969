import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLie, Lies, told, type Lie } from './lies.ts';

const BATCH = '[{"jsonrpc":"2.0","id":1,"result":"0x1"},{"jsonrpc":"2.0","id":2,"result":null}]';

test.each<[Lie, string | null]>([
  [{ kind: 'truth' }, BATCH],
  [{ kind: 'hang-up' }, null],
  [{ kind: 'cut', at: 0.5 }, BATCH.slice(0, BATCH.length / 2)],
  [
    { kind: 'result', json: '[]' },
    '[{"jsonrpc":"2.0","id":1,"result":[]},{"jsonrpc":"2.0","id":2,"result":[]}]',
  ],
  [
    { kind: 'ids', json: 'null' },
    '[{"jsonrpc":"2.0","id":null,"result":"0x1"},{"jsonrpc":"2.0","id":null,"result":null}]',
  ],
  [
    { kind: 'reversed' },
    '[{"jsonrpc":"2.0","id":2,"result":null},{"jsonrpc":"2.0","id":1,"result":"0x1"}]',
  ],
  [{ kind: 'dropped' }, '[{"jsonrpc":"2.0","id":2,"result":null}]'],
  [{ kind: 'instead', text: 'busy' }, 'busy'],
])('$kind', (lie, text) => {
  expect(told(lie, BATCH)).toBe(text);
});

test('one byte is flipped, the others stay', () => {
  const bytes = told({ kind: 'flip', at: 0, byte: 0x7b }, BATCH);
  expect(String(bytes)).toBe(`{${BATCH.slice(1)}`);
});

test('any lie applies to a batch and to a single answer', () => {
  fc.assert(
    fc.property(anyLie, (lie) => {
      for (const answer of [BATCH, '{"jsonrpc":"2.0","id":1,"result":"0x1"}', '[]'])
        told(lie, answer);
    }),
  );
});

test('each lie is told once, then the truth', () => {
  const lies = new Lies();
  lies.tell([{ kind: 'hang-up' }, { kind: 'truth' }]);
  expect([lies.tamper(BATCH), lies.tamper(BATCH), lies.tamper(BATCH)]).toEqual([
    null,
    BATCH,
    BATCH,
  ]);
});
