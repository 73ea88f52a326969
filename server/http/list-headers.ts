/** Headers: the rev of an answer, the list it shows, and whether the caller already has it. */
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Board } from '../leaderboard/board.ts';

/** The data set and the rev that an answer shows. */
export function placeHeaders({ epoch, rev }: Place): Readonly<Record<string, string>> {
  return { [BOARD_HEADERS.epoch]: epoch, [BOARD_HEADERS.rev]: rev };
}

/** Identifies the list that an answer shows a part of. */
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
 * Identifies a list's rows in every encoding: a weak tag, shared by all Content-Encodings of one list (RFC
 * 9110, §8.8.1).
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

/** Weak comparison, as If-None-Match requires (RFC 9110, §13.1.2). */
export function isHeld(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
