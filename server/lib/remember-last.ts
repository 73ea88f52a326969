/**
 * A function that keeps its last answer: nearly all requests have the same Host and take the same
 * codings, so that there is no need for a cache that could grow.
 * @param find depends on the key alone; what else it takes is where it looks the answer up.
 */
export function rememberLast<Key, Rest extends readonly unknown[], Value>(
  find: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key, ...rest) => {
    if (!last || last.key !== key) last = { key, value: find(key, ...rest) };
    return last.value;
  };
}
