/** A store's writes of several rows that fail when a test says so. */
import type { RowsWrite } from '../rows.ts';
import { StoreUnavailable, type Store } from '../store.ts';

/** `refused`: nothing was written; `unknown`: it was, and the caller sees an error. */
export type Fate = 'done' | 'refused' | 'unknown';

/** @param onWritten called with each write that took place. */
export function failingWrites(
  memory: Pick<Store, 'write'>,
  onWritten: (write: RowsWrite) => void | Promise<void> = () => undefined,
) {
  let fate: Fate = 'done';
  return {
    /** What becomes of the next write. */
    fail: (next: Fate) => void (fate = next),
    write: async (write: RowsWrite): Promise<boolean> => {
      const now = fate;
      fate = 'done';
      if (now === 'refused') throw new StoreUnavailable('nothing was written');
      const isWritten = await memory.write(write);
      if (isWritten) await onWritten(write);
      if (now === 'unknown') throw new StoreUnavailable('it was written, and the answer was lost');
      return isWritten;
    },
  };
}

export function ifUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
