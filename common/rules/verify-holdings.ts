/** [CHN1] Stakes are backed: what a wallet no longer holds, it no longer stakes. */
import type { Holdings, Player } from '../values/player.ts';
import type { Stake } from '../values/stake.ts';
import { settle } from './accrual.ts';
import { changeBy, type Change, type PlayerState } from './decision.ts';
import { isActive } from './gdp.ts';

function amountOf(stake: Stake): bigint {
  return stake.kind === 'dena' ? stake.amountWei : BigInt(stake.quantity);
}

/** The newest active stakes of a kind, whole, until the rest is within what backs it. */
function beyond(stakes: readonly Stake[], kind: Stake['kind'], backing: bigint): Stake[] {
  const newestFirst = stakes
    .filter((stake) => stake.kind === kind && isActive(stake))
    .toSorted((a, b) => b.stakedAt - a.stakedAt || (a.id < b.id ? 1 : -1));
  let total = newestFirst.reduce((sum, stake) => sum + amountOf(stake), 0n);
  const ended: Stake[] = [];
  for (const stake of newestFirst) {
    if (total <= backing) break;
    total -= amountOf(stake);
    ended.push(stake);
  }
  return ended;
}

/** The active stakes that these holdings no longer back, lock or no lock. */
export function unbackedStakes(
  stakes: readonly Stake[],
  player: Pick<Player, 'spentWei'>,
  holdings: Holdings,
): Stake[] {
  const dena = holdings.denaWei - player.spentWei;
  return [
    ...beyond(stakes, 'national', BigInt(holdings.national)),
    ...beyond(stakes, 'cultural', BigInt(holdings.cultural)),
    ...beyond(stakes, 'dena', dena > 0n ? dena : 0n),
  ];
}

/**
 * The change that takes over what the chain holds at a newer block and ends what it no longer backs.
 * It raises the version even where every balance is the same, so that a stake or trade that was
 * checked at an older block is checked again. Null for holdings of an older block, unless the chain
 * was reorganised: what was read of blocks that are gone is then worth nothing.
 */
export function verifyHoldings(
  state: PlayerState,
  facts: { readonly now: number; readonly holdings: Holdings; readonly reorganised?: boolean },
): Change | null {
  const { player } = state;
  const { now, holdings, reorganised = false } = facts;
  if (holdings.block < player.holdings.block && !reorganised) return null;
  const ended = unbackedStakes(state.stakes, player, holdings).map((stake): Stake => ({
    ...stake,
    state: { status: 'ended', endedAt: now, reason: 'unbacked' },
  }));
  return changeBy(
    state,
    {
      kind: ended.length > 0 ? 'stakes-unbacked' : 'holdings-verified',
      detail: ended.length > 0 ? { stakeIds: ended.map((stake) => stake.id) } : {},
      stakes: ended,
      patch: {
        holdings,
        // [ACC1] A rate may be about to change; settling is exact, so it harms nothing where none is.
        resources: settle(player.nationId, player.standing, player.resources, now),
      },
    },
    now,
  );
}

/** Whether the holdings say the same, whatever their block. */
export function sameHoldings(a: Holdings, b: Holdings): boolean {
  return a.denaWei === b.denaWei && a.national === b.national && a.cultural === b.cultural;
}
