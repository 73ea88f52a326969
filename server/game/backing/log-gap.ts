/** [CHN1] Blocks whose transfers nobody read: holdings read before them can't be relied on. */
import { z } from 'zod';
import type { Store } from '../../store/store.ts';

const SETTING = 'chain.gap';

const gapSchema = z.object({
  /** The first and the last such block of all gaps so far, inclusive. */
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  /** True if all who have staked were compared after it. Others are read only by their next command. */
  isCompared: z.boolean(),
});
export type LogGap = z.infer<typeof gapSchema>;

/** The gap extended by these blocks. */
export function widened(gap: LogGap | null, from: number, to: number): LogGap {
  return {
    from: Math.min(gap?.from ?? from, from),
    to: Math.max(gap?.to ?? to, to),
    isCompared: false,
  };
}

/** Null if every block was read. */
export async function readGap(store: Pick<Store, 'setting'>): Promise<LogGap | null> {
  const text = await store.setting(SETTING);
  return text === null ? null : gapSchema.parse(JSON.parse(text));
}

/** Resolves once it is durable. */
export async function writeGap(store: Pick<Store, 'putSetting'>, gap: LogGap): Promise<void> {
  await store.putSetting(SETTING, JSON.stringify(gap));
}
