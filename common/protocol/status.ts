/** GET /api/status, and the live message `status` */
import { z } from 'zod';
import { defineCall } from './call.ts';

/** What operators have set, for everyone to read. Plain text, never markup. */
export const statusSchema = z.object({
  paused: z
    .string()
    .nullable()
    .describe('Why the game is paused; null: it is not. Commands are refused as `paused` then.'),
  notice: z
    .object({
      text: z.string(),
      until: z.iso.datetime().nullable().describe('When it ends by itself; null: it does not.'),
    })
    .nullable()
    .describe('A line that every page shows.'),
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
