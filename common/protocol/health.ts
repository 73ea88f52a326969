/** GET /healthz and /readyz */
import { z } from 'zod';
import { defineCall } from './call.ts';

export const healthCall = defineCall({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process is alive.',
  needsSession: false,
  answers: { 200: z.object({ status: z.literal('ok') }) },
});

/**
 * The chain's condition as the server last saw it, without a new request: `unavailable` if no
 * endpoint answered the last request; `behind` if the chain's head has been below the newest
 * processed block for a minute.
 */
export const chainConditionSchema = z.enum(['ok', 'unavailable', 'behind']);
export type ChainCondition = z.infer<typeof chainConditionSchema>;

export const readySchema = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  /** Whether the store accepts writes. */
  store: z.enum(['ok', 'unavailable']),
  chain: chainConditionSchema,
  /** Whether this process has received the newest commit. */
  feed: z.enum(['ok', 'unavailable']),
});
/** Also of a 503: a process that is shutting down reports only that. */
export const readyViewSchema = z.union([readySchema, z.object({ status: z.literal('draining') })]);
export type ReadyView = z.infer<typeof readyViewSchema>;

export const readyCall = defineCall({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  summary:
    'Whether the store and the chain answer and this process is up to date; 503 if not, or while it drains. A load balancer asks with exclude=chain, because the game can be read without the chain.',
  needsSession: false,
  query: z.object({
    exclude: z
      .literal('chain', { error: 'exclude is chain, or left out.' })
      .optional()
      .describe('What readiness doesn’t depend on.'),
  }),
  answers: { 200: readySchema },
});
