/** Who has how much of the wall screen's room, in px of what is laid out [SCR77]. Pure. */
import { ROWS } from './wall-rows.tsx';

/** On a screen of 16:9: a higher one has higher rows, and more moves. */
const ROW_PX = 45;
/** Few rows are higher; higher than this only where there are no moves to have the room. */
const HIGH_ROW_PX = 85;
const MOST_ROW_PX = 170;
/** Of what is said below the rows. */
const NOTE_PX = 40;
const MOVES = 1;
const MOVE_PX = 56;
/** Between the list and the moves. */
const GAP_PX = 12;
/** Higher by the room of missing moves. */
const CHART_PX = 100;
/** Its frame and words too, less what the nations have of it. */
const NO_CHART_PX = 135;

export function wallRoom({
  rows,
  hasNote,
  isWeek,
  isUpright,
  sparePx,
  moves,
}: {
  readonly rows: number;
  readonly hasNote: boolean;
  /** A week has no chart. */
  readonly isWeek: boolean;
  /** Its parts are below each other. */
  readonly isUpright: boolean;
  readonly sparePx: number;
  /** How many there are; null while unknown. */
  readonly moves: number | null;
}) {
  const notePx = hasNote ? NOTE_PX : 0;
  const gapPx = isUpright ? 0 : GAP_PX;
  // Below each other, the moves have what is to spare, and the rows what a week doesn't show.
  const allPx = ROWS * ROW_PX + (isUpright ? sparePx % MOVE_PX : sparePx);
  const freePx = allPx - notePx - rows * HIGH_ROW_PX - gapPx;
  const freeMoves = isWeek || rows === 0 ? 0 : Math.max(0, Math.floor(freePx / MOVE_PX));
  const usualMoves = MOVES + Math.floor(sparePx / MOVE_PX);
  const isBelow = !isUpright && freeMoves > 0;
  const most = (isBelow ? 0 : usualMoves) + freeMoves;
  const shown = Math.min(most, moves ?? most);
  const missingPx = (most - shown) * MOVE_PX;
  let listPx = allPx;
  if (isBelow) listPx -= shown > 0 ? shown * MOVE_PX + gapPx : 0;
  else if (isUpright) listPx += isWeek ? NO_CHART_PX + missingPx : -freeMoves * MOVE_PX;
  return {
    listPx,
    rowPx: Math.min(MOST_ROW_PX, Math.floor((listPx - notePx) / rows)),
    chartPx: CHART_PX + (isBelow ? usualMoves * MOVE_PX + gapPx : missingPx),
    moves: shown,
    /** What few rows leave is the moves': on a wide screen they are below the list then. */
    isBelow,
  };
}
