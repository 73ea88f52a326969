import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NATION_IDS } from '../../common/values/nations.ts';
import { Board } from './board.ts';
import { ListText } from './list-text.ts';
import { anyRowChange, RowGame } from './testing/row-game.ts';

test('the text equals that of the entries, whatever changed since the last call', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyRowChange(6), fc.boolean()), { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 7 }),
      (changes, limit, offset) => {
        const game = new RowGame();
        const board = new Board();
        const text = new ListText(board);
        for (const [change, asks] of changes) {
          board.apply(game.commit(change));
          if (asks) expect(text.page(limit, 0)).toBe(JSON.stringify(board.page(limit, 0)));
        }
        expect(text.page(limit, 0)).toBe(JSON.stringify(board.page(limit, 0)));
        expect(text.page(limit, offset)).toBe(JSON.stringify(board.page(limit, offset)));
        expect(text.nationPage(NATION_IDS[1], limit, 1)).toBe(
          JSON.stringify(board.nationPage(NATION_IDS[1], limit, 1)),
        );
      },
    ),
  );
});
