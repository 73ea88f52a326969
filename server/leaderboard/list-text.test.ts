import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Board } from './board.ts';
import { ListText } from './list-text.ts';
import { anyMove, SmallGame } from './testing/fixtures.ts';

test('the text equals that of the entries, whatever changed since the last call', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyMove(6), fc.boolean()), { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 7 }),
      (moves, limit, offset) => {
        const game = new SmallGame();
        const board = new Board();
        const text = new ListText(board);
        for (const [move, asks] of moves) {
          game.playOn(board, move);
          if (asks) expect(text.first(limit)).toBe(JSON.stringify(board.page(limit, 0)));
        }
        expect(text.first(limit)).toBe(JSON.stringify(board.page(limit, 0)));
        expect(text.page(limit, offset)).toBe(JSON.stringify(board.page(limit, offset)));
        expect(text.nationPage('italy', limit, 1)).toBe(
          JSON.stringify(board.nationPage('italy', limit, 1)),
        );
      },
    ),
  );
});
