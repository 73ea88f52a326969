/** The peer of the radix sort: the sort of typed arrays, without a comparison function. */

type Ids = Uint32Array<ArrayBuffer>;

/** Keys are doubles, exact up to here. */
const KEYS = 2 ** 53;

/**
 * Lowest first; ids with equal numbers keep their order.
 * @param numbers the number of each id: whole, and less than 2^53 apart.
 */
export function sortIdsBy(ids: Ids, numbers: Float64Array): Ids {
  const { length } = ids;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    const number = numbers[id] ?? 0;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  // A key is a part of the number, then the place so far; the least significant part is sorted by first.
  const places = 2 ** Math.ceil(Math.log2(Math.max(1, length)));
  const parts = KEYS / places;
  const keys = new Float64Array(length);
  let sorted = ids;
  for (let unit = 1; unit <= most - least; unit *= parts) {
    for (let place = 0; place < length; place += 1) {
      const number = Math.floor(((numbers[sorted[place] ?? 0] ?? 0) - least) / unit);
      keys[place] = modulo(number, parts) * places + place;
    }
    keys.sort();
    const next = new Uint32Array(length);
    for (let place = 0; place < length; place += 1) {
      next[place] = sorted[modulo(keys[place] ?? 0, places)] ?? 0;
    }
    sorted = next;
  }
  return sorted;
}

/** `%` of powers of two, which takes far longer. */
function modulo(number: number, power: number): number {
  return number - Math.floor(number / power) * power;
}
