/** Closes the weeks of a game in a store, as the process does that opens it. */
import { REAL_MACHINE, useMachine } from '../../lib/machine.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { createLog } from '../../observe/log.ts';
import type { Store } from '../../store/store.ts';
import { fillSeasons } from '../fill-seasons.ts';
import { Past } from '../past.ts';
import { writeRecord } from '../record-writer.ts';
import { Seasons } from '../seasons.ts';

const LATER_MS = 11_000;

/** @param now the game's time: the weeks before its week are closed. */
export async function closeWeeks(store: Store, now: number): Promise<void> {
  const log = createLog('silent');
  const board = new Board();
  const feed = await followBoard({ store, board, log }, () => undefined);
  const past = new Past({ store, log });
  const parts = { store, board, past, now: () => now, log };
  const seasons = new Seasons(parts);
  const lease = { isHeld: () => true };
  await seasons.advance();
  // Ten seconds later [SEA1].
  useMachine({ ...REAL_MACHINE, monotonic: () => REAL_MACHINE.monotonic() + LATER_MS });
  try {
    await writeRecord({ ...parts, seasons, lease });
    await fillSeasons({ store, seasons, lease });
  } finally {
    useMachine(null);
    await feed.close();
  }
}
