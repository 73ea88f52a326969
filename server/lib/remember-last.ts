/**
 * A function that caches its last result: nearly all requests have the same Host and accept the same
 * codings, so there is no need for a cache that could grow.
 * @param find depends only on the key; the other arguments are just where it looks the result up.
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
