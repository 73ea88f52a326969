/** What the bystander reports for a period. */
import { z } from 'zod';

export const observedSchema = z.object({
  /** Latency of each request that was answered correctly, ms, by what was asked. */
  latenciesMs: z.record(z.string(), z.array(z.number())),
  /** Requests that were not answered correctly, in words that begin with what was asked. */
  failures: z.array(z.string()),
});
export type Observed = z.infer<typeof observedSchema>;
