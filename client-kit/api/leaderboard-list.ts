/** The ranking's list with its headers: its epoch and rev, and the total number of rows. */
import { z } from 'zod';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import {
  leaderboardCall,
  leaderboardEntrySchema,
  type LeaderboardEntry,
} from '../../common/protocol/leaderboard.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { UnreadableAnswer } from './api-error.ts';
import type { ApiClient } from './api-client.ts';
import { nextTask } from './next-task.ts';

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
 * @throws what `ApiClient.request` throws.
 */
export async function fetchLeaderboard(
  api: ApiClient,
  etag: string | null,
  signal?: AbortSignal,
): Promise<LeaderboardList | null> {
  const response = await api.send(leaderboardCall.method, leaderboardCall.path, {
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
      place.error,
      'The ranking came without the headers that place it. Reload the page.',
    );
  }
  const rows = await readRows(response.text);
  return { ...place.data, rows, etag: response.headers.get('ETag') };
}

const sliceSchema = z.array(leaderboardEntrySchema);
/**
 * A phone parses so many in a few ms; a thousand at once would delay what somebody does meanwhile.
 */
const SLICE_ROWS = 100;

async function readRows(text: string): Promise<readonly LeaderboardEntry[]> {
  try {
    const all = z.array(z.unknown()).parse(JSON.parse(text));
    const rows: LeaderboardEntry[] = [];
    for (let at = 0; at < all.length; at += SLICE_ROWS) {
      if (at > 0) await nextTask();
      rows.push(...sliceSchema.parse(all.slice(at, at + SLICE_ROWS)));
    }
    return rows;
  } catch (cause) {
    throw new UnreadableAnswer(cause);
  }
}
