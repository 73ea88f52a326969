/** Headers: which rev an answer is of, which list it shows, and whether the caller has it already. */
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Board } from '../leaderboard/board.ts';

/** Which rev of which data set an answer is of. */
export function placeHeaders({ epoch, rev }: Place): Readonly<Record<string, string>> {
  return { [BOARD_HEADERS.epoch]: epoch, [BOARD_HEADERS.rev]: rev };
}

/** Which list it is that an answer shows a part of. */
export function placing(
  { count, epoch, rev }: Pick<Board, 'count' | 'epoch' | 'rev'>,
  totalCount = count,
): Readonly<Record<string, string>> {
  return {
    [BOARD_HEADERS.totalCount]: String(totalCount),
    ...placeHeaders({ epoch, rev }),
  };
}

/**
 * Names the rows of a list, however they are coded on the way: a weak tag, which one list has in
 * every Content-Encoding (RFC 9110, §8.8.1).
 */
export function listTag(
  { epoch, rev }: Pick<Board, 'epoch' | 'rev'>,
  limit: number,
  offset: number,
  nationId?: NationId,
): string {
  const part = nationId === undefined ? '' : `${nationId}.`;
  return `W/"${epoch}.${rev}.${part}${offset}.${limit}"`;
}

/** Weak comparison, as If-None-Match wants it (RFC 9110, §13.1.2). */
export function isHeld(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
