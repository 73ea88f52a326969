/** The ranking's list with its headers: its epoch and rev, and the total number of rows. */
import { z } from 'zod';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { UnreadableAnswer } from './api-error.ts';
import { LEADERBOARD_KEY } from './leaderboard-key.ts';
import { readAnswer } from './read-answer.ts';
import { send } from './request.ts';

const placeSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  totalCount: z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number),
});

/** The first 1000 rows, best first, with their epoch, rev and total count. */
export interface LeaderboardList extends z.output<typeof placeSchema> {
  readonly rows: readonly LeaderboardEntry[];
  readonly etag: string | null;
}

/**
 * The list; null if it still matches `etag`.
 * @throws what `request` throws.
 */
export async function fetchLeaderboard(
  etag: string | null,
  signal?: AbortSignal,
): Promise<LeaderboardList | null> {
  const response = await send('GET', LEADERBOARD_KEY.join('/'), {
    headers: etag === null ? {} : { 'If-None-Match': etag },
    signal,
  });
  if (response.status === 304) return null;
  const place = placeSchema.safeParse({
    epoch: response.headers.get(BOARD_HEADERS.epoch),
    rev: response.headers.get(BOARD_HEADERS.rev),
    totalCount: response.headers.get(BOARD_HEADERS.totalCount),
  });
  if (!place.success) {
    throw new UnreadableAnswer(
      'The ranking came without the headers that place it. Reload the page.',
      { cause: place.error },
    );
  }
  const rows = await readAnswer(leaderboardCall, response);
  return { ...place.data, rows, etag: response.headers.get('ETag') };
}
