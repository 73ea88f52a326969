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

/**
 * What a server knows of the chain, without asking it: `unavailable` where no endpoint answered when it was
 * last asked; `behind` where the chain has been lower for a minute than the newest block dealt with.
 */
export const chainConditionSchema = z.enum(['ok', 'unavailable', 'behind']);
export type ChainCondition = z.infer<typeof chainConditionSchema>;

export const readySchema = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  /** Whether it can be written. */
  store: z.enum(['ok', 'unavailable']),
  chain: chainConditionSchema,
  /** Whether this process has heard of the newest commit. */
  feed: z.enum(['ok', 'unavailable']),
});
/** A process that is about to end says no more than that. */
export type ReadyView = z.infer<typeof readySchema> | { readonly status: 'draining' };

export const readyCall = defineCall({
  method: 'GET',
  path: '/readyz',
  summary:
    'Whether the store answers, the chain does and this process is up to date; 503 where not, or where it drains. A balancer asks with exclude=chain, as the game can be read without the chain.',
  needsSession: false,
  query: z.object({
    exclude: z.literal('chain', { error: 'exclude is chain, or left out.' }).optional(),
  }),
  answers: { 200: readySchema },
});
