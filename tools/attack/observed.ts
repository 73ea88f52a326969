/** What the bystander tells of a stretch of time. */
import { z } from 'zod';

export const observedSchema = z.object({
  /** Of everything that was answered as it should be, ms. */
  latenciesMs: z.array(z.number()),
  /** What was not, in words. */
  failures: z.array(z.string()),
});
export type Observed = z.infer<typeof observedSchema>;
