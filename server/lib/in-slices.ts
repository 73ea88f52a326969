/**
 * Long lists are processed in slices, one per turn of the event loop, in the order of the requests:
 * no number of long reads delays short ones, or each other, by much.
 */
import { defer } from './machine.ts';

/** A few tenths of a millisecond of work. */
const SLICE = 50;

/**
 * The callers waiting for their next slice, in the whole process: it has one event loop. First
 * come, first served.
 */
const waiting: (() => void)[] = [];

/** `items.map(work)`, immediately if there are only a few. */
export async function inSlices<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Value,
): Promise<Value[]> {
  if (items.length <= SLICE) return items.map(work);
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    await nextSlice();
    for (const item of items.slice(from, from + SLICE)) values.push(work(item));
  }
  return values;
}

/** Resolves when the caller may process its next slice, the only one in its turn of the loop. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) defer(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) defer(next);
}

/** The results of reads in order, a few at a time: the store's other callers have their share. */
export async function inBatches<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Promise<Value>,
  atOnce = 16,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let done = 0; done < items.length; done += atOnce) {
    values.push(...(await Promise.all(items.slice(done, done + atOnce).map(read))));
    await nextSlice();
  }
  return values;
}
