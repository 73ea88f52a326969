/** What the HTML of a page shows of the game, read from the board. */
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import { PAGE_FACTS_ROWS, SHOWN_ROWS } from '../../common/protocol/page-facts-place.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import type { Revision } from '../game/reads/queries.ts';
import { standingsOf, worksOf } from '../game/reads/views.ts';
import type { Board } from '../leaderboard/board.ts';
import { leaderboardEntry } from '../leaderboard/entry.ts';
import type { NationChanges } from '../leaderboard/earlier-board.ts';
import { listTag } from './answer-headers.ts';

export type PageFactsSource = ReturnType<typeof pageFactsOf>;

export function pageFactsOf(
  board: Board,
  nationChanges: Pick<NationChanges, 'of' | 'contributed'>,
) {
  return {
    /** The data set and the rev that `read` would show. */
    revision: (): Revision => ({ epoch: board.epoch, rev: board.rev }),
    read(): PageFacts {
      const { epoch, rev, count } = board;
      const shown = count <= PAGE_FACTS_ROWS ? PAGE_FACTS_ROWS : SHOWN_ROWS;
      return {
        epoch,
        rev,
        etag: listTag(board, LIVE_ROWS, 0),
        totalCount: count,
        rows: board
          .slice(shown, 0)
          .map((row, i) => leaderboardEntry(row, i + 1, board.nation(row.nationId))),
        standings: standingsOf(board, nationChanges),
        works: worksOf(board, nationChanges),
      };
    },
  };
}
