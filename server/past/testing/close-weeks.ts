/** Ends the weeks of a game in a store, records and tells them, as a process does that opens it. */
import { OpenWeeks } from '../../game/engine/open-week.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { createLog } from '../../observe/log.ts';
import type { Store } from '../../store/store.ts';
import { fillSeasons } from '../fill-seasons.ts';
import { Past } from '../past.ts';
import { writeRecord } from '../record-writer.ts';
import { Seasons } from '../seasons.ts';
import { tellWeeks } from '../tell-weeks.ts';

/** @param now the game's time: the weeks before its week are closed. */
export async function closeWeeks(store: Store, now: number): Promise<void> {
  const log = createLog('silent');
  const at = () => now;
  const clock = { now: at, settledNow: at, storeNow: () => Promise.resolve(now) };
  await new OpenWeeks(store, clock).endDue();
  const board = new Board();
  const feed = await followBoard({ store, board, log }, () => undefined);
  const past = new Past({ store, log });
  const parts = { store, board, past, now: () => now, log };
  const seasons = new Seasons(parts);
  const lease = { isHeld: () => true };
  try {
    await seasons.advance();
    await writeRecord({ ...parts, seasons, lease });
    await fillSeasons({ store, seasons, lease });
    await seasons.advance();
    await tellWeeks({ store, board, seasons, lease, log });
  } finally {
    await feed.close();
  }
}
