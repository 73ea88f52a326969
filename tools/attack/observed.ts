/** What the bystander reports for a period. */
import { z } from 'zod';

export const observedSchema = z.object({
  /** Latency of each request that was answered correctly, ms. */
  latenciesMs: z.array(z.number()),
  /** Requests that were not answered correctly, in words. */
  failures: z.array(z.string()),
});
export type Observed = z.infer<typeof observedSchema>;
