/**
 * What a connection string may not say: durability and the order of commits rest on Denaria's own settings,
 * and the driver would let the string override some of them. A value equal to ours is accepted, since the
 * strings that hosting providers hand out often have one.
 */
import { StoreNotOpened } from '../store.ts';

/** By the option's name in lower case: the one value that changes nothing; null if there is none. */
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

/** @throws StoreNotOpened if it overrides a setting; no message contains a value, which may be a secret. */
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
