/** Every attack. */
import type { Attack } from './attack.ts';
import { CALLER_ATTACKS } from './rows/callers.ts';
import { HTTP_ATTACKS } from './rows/http.ts';
import { READ_ATTACKS } from './rows/reads.ts';
import { RECORD_ATTACKS } from './rows/records.ts';
import { SIGN_IN_ATTACKS } from './rows/sign-in.ts';
import { SOCKET_ATTACKS } from './rows/sockets.ts';

const ATTACKS: readonly Attack[] = [
  ...SOCKET_ATTACKS,
  ...SIGN_IN_ATTACKS,
  ...RECORD_ATTACKS,
  ...READ_ATTACKS,
  ...HTTP_ATTACKS,
  ...CALLER_ATTACKS,
];

/** The rows whose name equals `name` or begins with it. @throws Error if there are none. */
export function attacksNamed(name: string | undefined): readonly Attack[] {
  if (name === undefined) return ATTACKS;
  const exact = ATTACKS.filter((attack) => attack.name === name);
  const meant = exact.length > 0 ? exact : ATTACKS.filter((one) => one.name.startsWith(name));
  if (meant.length > 0) return meant;
  const names = [...ATTACKS.map((attack) => attack.name), 'storm'].join(', ');
  throw new Error(`There is no attack ${name}. There are: ${names}.`);
}
