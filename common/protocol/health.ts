/** GET /healthz and /readyz */
import { z } from 'zod';
import { defineCall } from './call.ts';

export const healthCall = defineCall({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process lives.',
  needsSession: false,
  answers: { 200: z.object({ status: z.literal('ok') }) },
});

export const readySchema = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  store: z.enum(['ok', 'unavailable']),
  chain: z.enum(['ok', 'unavailable']),
});
export type ReadyView = z.infer<typeof readySchema>;

export const readyCall = defineCall({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the store and the chain answer; 503 where one does not or the process drains.',
  needsSession: false,
  answers: { 200: readySchema },
});
