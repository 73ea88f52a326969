/**
 * What a connection string may not say: the settings that durability and the order of commits rest on are
 * Denaria's own, and the driver would let some of them be overridden there. A value that is the same as
 * ours is let pass, since the strings that hosts hand out often have one.
 */
import { StoreNotOpened } from '../store.ts';

/** By the option's name in lower case: the one value that changes nothing; null where there is none. */
const SETTLED: ReadonlyMap<string, string | null> = new Map([
  ['w', 'majority'],
  ['journal', 'true'],
  ['j', 'true'],
  ['fsync', null],
  ['wtimeout', null],
  ['wtimeoutms', null],
  ['timeoutms', null],
  ['readconcernlevel', 'majority'],
  ['readpreference', 'primary'],
  ['readpreferencetags', null],
  ['maxstalenessseconds', null],
  ['retrywrites', 'true'],
  ['retryreads', 'true'],
  ['directconnection', 'false'],
  ['loadbalanced', 'false'],
]);

/** @throws StoreNotOpened where it says otherwise; no message holds a value, which may be a secret's. */
export function assertNothingOverridden(uri: string): void {
  const query = uri.slice(uri.indexOf('?') + 1);
  if (query === uri) return;
  const wrong = [...new URLSearchParams(query)].find(([name, value]) => {
    const only = SETTLED.get(name.toLowerCase());
    return only !== undefined && only !== value.toLowerCase();
  });
  if (!wrong) return;
  const [name] = wrong;
  const only = SETTLED.get(name.toLowerCase());
  const why = only ? `Denaria relies on ${name}=${only}` : 'Denaria sets that itself';
  throw new StoreNotOpened(
    `MONGODB_URI sets ${name}, which decides what an acknowledged commit is worth, or in what order commits are read: ${why}. Take ${name} out of MONGODB_URI.`,
  );
}
