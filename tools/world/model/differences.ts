/** Where two answers differ, in words. */

/** @param should the fields that are compared; others may be there. */
export function differences(what: string, is: unknown, should: unknown): string[] {
  if (isSame(is, should)) return [];
  if (!isObject(should) || !isObject(is)) {
    return [`${what} is ${JSON.stringify(is)}; by the rules ${JSON.stringify(should)}`];
  }
  // Of a list also what it has too many.
  const names = new Set([
    ...(Array.isArray(should) ? Object.keys(is) : []),
    ...Object.keys(should),
  ]);
  return [...names].flatMap((name) =>
    differences(`${what}, ${name}`, Reflect.get(is, name), Reflect.get(should, name)),
  );
}

function isSame(is: unknown, should: unknown): boolean {
  if (is === should) return true;
  // A rate per hour is exact only here.
  return (
    typeof is === 'number' &&
    typeof should === 'number' &&
    !Number.isInteger(should) &&
    Math.abs(is - should) < 1e-6 * should
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
