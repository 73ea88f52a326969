/** GET /api/status, and the live message `status` */
import { z } from 'zod';
import { defineCall } from './call.ts';

/** What operators have set, for everyone to read. Plain text, never markup. */
export const statusSchema = z.object({
  /** Why the game is paused: commands are refused as `paused`. Null: it is not. */
  paused: z.string().nullable(),
  /** A line that every page shows, and when it ends by itself; null: it does not. */
  notice: z.object({ text: z.string(), until: z.iso.datetime().nullable() }).nullable(),
  /** That of the rules in force (`GET /api/config`): pushed when they change. */
  rulesHash: z.string().optional(),
});
export type Status = z.output<typeof statusSchema>;

export const NOTHING_SET: Status = { paused: null, notice: null };

export const isSet = ({ paused, notice }: Status): boolean => paused !== null || notice !== null;

export const statusCall = defineCall({
  name: 'getStatus',
  method: 'GET',
  path: '/api/status',
  summary: 'Whether the game is paused, and the notice that every page shows.',
  needsSession: false,
  answers: { 200: statusSchema },
});
