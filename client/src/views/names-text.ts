/** Lists players in a sentence. Pure. */
import type { Address } from '../../../common/values/address.ts';
import { shortAddress } from '../../../common/values/short-address.ts';
import { andMore, formatPlayers } from '../ui/format.ts';
import { shownName } from '../ui/Person.tsx';

export interface Nameable {
  readonly walletAddress: Address;
  readonly name?: string | null | undefined;
}

/** The maximum number of names. */
const NAMED = 3;

/** The verified ENS name as it is shown, or the short address. */
export function nameOf({ name, walletAddress }: Nameable): string {
  return name ? shownName(name) : shortAddress(walletAddress);
}

/**
 * `anna.eth`, `anna.eth and ben.eth`, `anna.eth, ben.eth, cleo.eth and 14 more`, `14 players`.
 * @param people the known ones, the foremost first. @param count how many there are in all. @param
 * most how many to name.
 */
export function namesText(
  people: readonly Nameable[],
  count = people.length,
  most = NAMED,
): string {
  const names = people.slice(0, Math.min(count, most)).map(nameOf);
  const others = count - names.length;
  if (names.length === 0) return formatPlayers(count);
  if (others > 0) return names.join(', ') + andMore(others);
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
