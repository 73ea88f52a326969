/** The one thing a player can do now for their rank, with its real figures. Pure. */
import { DENA_PER_GDP } from '../../../../common/rules/dena-rate.ts';
import type { Address } from '../../../../common/values/address.ts';

interface Row {
  readonly walletAddress: Address;
  readonly name?: string | null | undefined;
  readonly rank: number;
  readonly gdp: number;
}

/** Who would be passed. */
type Passed = { readonly walletAddress: Address; readonly name: string | null };

export type NextStep =
  /** Nothing has raised the GDP yet. */
  | { readonly kind: 'first-stake' }
  /** So much DENA, staked now, passes the player above. */
  | { readonly kind: 'pass'; readonly rank: number; readonly above: Passed; readonly dena: number }
  /** Nobody is above; `lead` dollars to whoever is second, null where nobody is. */
  | { readonly kind: 'lead'; readonly lead: number | null };

/**
 * Null while that cannot be said: the own row, or the one above it, is not among those at hand.
 * @param startingGdp what the player's nation began with, in dollars.
 */
export function nextStep(
  rows: readonly Row[],
  own: Row | null,
  startingGdp: number,
): NextStep | null {
  if (!own) return null;
  if (own.gdp <= startingGdp) return { kind: 'first-stake' };
  if (own.rank === 1) {
    const second = rows[1];
    return { kind: 'lead', lead: second ? own.gdp - second.gdp : null };
  }
  const above = rows[own.rank - 2];
  if (!above || above.gdp < own.gdp) return null;
  // [LB1] A tie keeps whoever was there first, so one dollar more than theirs is needed.
  const dollars = above.gdp - own.gdp + 1;
  return {
    kind: 'pass',
    rank: above.rank,
    above: { walletAddress: above.walletAddress, name: above.name ?? null },
    dena: dollars * DENA_PER_GDP,
  };
}
