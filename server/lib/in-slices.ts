/**
 * Long lists are worked through in slices, one in each turn of the event loop, in the
 * order of asking: no number of long reads at once keeps short ones, or each other, waiting.
 */

/** Some tenths of a millisecond's work. */
const SLICE = 50;

/** Those whose slice is to come, of the whole process: it has one event loop. First come, first served. */
const waiting: (() => void)[] = [];

/** `items.map(work)`, at once where there are few of them. */
export async function inSlices<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Value,
): Promise<Value[]> {
  if (items.length <= SLICE) return items.map(work);
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    await turn();
    for (const item of items.slice(from, from + SLICE)) values.push(work(item));
  }
  return values;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
