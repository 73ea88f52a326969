/** How players' rows right after a commit are looked up in their own events, one read for each. */
import { revSchema, type Rev } from '../../common/values/ids.ts';
import { yieldToLoop } from '../lib/machine.ts';

/** Reads in parallel: the store's other callers need their turn. */
const AT_ONCE = 16;

/** The lowest rev above this one. */
export function revAfter(rev: Rev): Rev {
  return revSchema.parse((BigInt(`0x${rev}`) + 1n).toString(16).padStart(16, '0'));
}

/** The results of reads, a few at a time, in order. */
export async function inTurns<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let done = 0; done < items.length; done += AT_ONCE) {
    values.push(...(await Promise.all(items.slice(done, done + AT_ONCE).map(read))));
    await yieldToLoop();
  }
  return values;
}
