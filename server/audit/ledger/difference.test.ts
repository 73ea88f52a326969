import { expect, test } from 'vitest';
import { firstDifference, Unfinished } from './difference.ts';
import { notesIn } from './seen-checkpoints.ts';

test.for([
  ['the same', [{ a: 1, b: ['x'] }], [{ a: 1, b: ['x'] }], null],
  ['a newer server’s fields', { a: 1, more: 2 }, { a: 1 }, null],
  ['names', { name: 'someone.eth' }, { name: null }, null],
  ['a stage that is looked up', { completedAt: null }, { completedAt: 'then' }, null],
  ['a figure', [{ a: { b: 2 } }], [{ a: { b: 3 } }], '[0].a.b is 2, the ledger comes to 3'],
  ['a missing field', {}, { a: null }, 'a is missing, the ledger comes to null'],
  ['a longer list', [1, 2], [1], 'it is 2 entries, the ledger comes to 1'],
  ['no list', { a: 'x' }, { a: [1] }, 'a is x, the ledger comes to a list of 1'],
  ['no object', null, { a: 1 }, 'it is null, the ledger comes to {"a":1}'],
] as const)('names the first difference: %s', ([, served, due, says]) => {
  expect(firstDifference(served, due)).toBe(says);
});

test('checkpoints are read as blocks and as lines', () => {
  const note =
    'play.example/denaria\n5\nAAAA\n\n— play.example/denaria c2lnbmF0dXJl\n— witness d2l0\n';
  const file = `# kept by hand\n\n${note}\n${JSON.stringify(note)}\n${note.replaceAll('\n', '\r\n')}`;
  expect(notesIn(file, 'seen.txt').map((one) => one.note)).toEqual([note, note, note]);
  expect(() => notesIn('nothing', 'seen.txt')).toThrow(Unfinished);
});
