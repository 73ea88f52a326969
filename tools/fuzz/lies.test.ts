import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLie, Lies } from './lies.ts';

const BATCH = '[{"jsonrpc":"2.0","id":1,"result":"0x1"},{"jsonrpc":"2.0","id":2,"result":null}]';

test('any lie applies to a batch and to a single answer', () => {
  const lies = new Lies();
  fc.assert(
    fc.property(anyLie, (lie) => {
      for (const answer of [BATCH, '{"jsonrpc":"2.0","id":1,"result":"0x1"}', '[]']) {
        lies.tell([lie]);
        lies.tamper(answer);
      }
    }),
  );
});

test('each lie is told once, then the truth', () => {
  const lies = new Lies();
  lies.tell([{ kind: 'hang-up' }, { kind: 'dropped' }]);
  expect([lies.tamper(BATCH), lies.tamper(BATCH), lies.tamper(BATCH)]).toEqual([
    null,
    '[{"jsonrpc":"2.0","id":2,"result":null}]',
    BATCH,
  ]);
});
