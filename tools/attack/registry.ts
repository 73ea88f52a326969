/** Every attack. */
import type { Attacks } from './attack.ts';
import { BUILDER_ATTACKS } from './rows/builders.ts';
import { HTTP_ATTACKS } from './rows/http.ts';
import { READ_ATTACKS } from './rows/reads.ts';
import { RECORD_ATTACKS } from './rows/records.ts';
import { SIGN_IN_ATTACKS } from './rows/sign-in.ts';
import { SOCKET_ATTACKS } from './rows/sockets.ts';
import { STORM } from './rows/storm.ts';

/** By a single client. */
const SINGLE: Attacks = {
  ...SOCKET_ATTACKS,
  ...SIGN_IN_ATTACKS,
  ...RECORD_ATTACKS,
  ...READ_ATTACKS,
  ...HTTP_ATTACKS,
  ...BUILDER_ATTACKS,
};
export const ATTACKS: Attacks = { ...SINGLE, ...STORM };

/** The names of the rows that are called so, or begin so; a storm runs only by its name. @throws Error if there are none. */
export function attacksNamed(name = ''): readonly string[] {
  const meant =
    name in ATTACKS ? [name] : Object.keys(SINGLE).filter((one) => one.startsWith(name));
  if (meant.length > 0) return meant;
  throw new Error(`There is no attack ${name}. There are: ${Object.keys(ATTACKS).join(', ')}.`);
}
