/** Every attack, by its name. */
import { MUTATIONS, type Mutation } from '../../server/test/support/mutated.ts';
import type { Attack } from './attack.ts';
import { GAME_ATTACKS } from './rows/game.ts';
import { HTTP_ATTACKS } from './rows/http.ts';
import { READ_ATTACKS } from './rows/reads.ts';
import { SOCKET_ATTACKS } from './rows/sockets.ts';
import { STORM } from './rows/storm.ts';

const USUAL = {
  ...SOCKET_ATTACKS,
  ...GAME_ATTACKS,
  ...READ_ATTACKS,
  ...HTTP_ATTACKS,
  ...MUTATIONS,
};
export const ATTACKS: Readonly<Record<string, Attack | Mutation>> = { ...USUAL, ...STORM };

/**
 * The names of the rows that are called so, or begin so; a storm runs only by its name.
 * @throws Error if there are none.
 */
export function attacksNamed(name = ''): readonly string[] {
  const meant = name in ATTACKS ? [name] : Object.keys(USUAL).filter((one) => one.startsWith(name));
  if (meant.length > 0) return meant;
  throw new Error(`There is no attack ${name}. There are: ${Object.keys(ATTACKS).join(', ')}.`);
}
