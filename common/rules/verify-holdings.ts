/** [CHN1] Stakes are backed: a wallet cannot keep staking what it no longer holds. */
import type { Holdings, Player } from '../values/player.ts';
import { amountOf, compareStakes, isActive, STAKE_KINDS } from '../values/stake.ts';
import type { Stake, StakeKind } from '../values/stake.ts';
import { settle } from './accrual.ts';
import { changeBy, type ChainFacts, type Change } from './decision.ts';

/** The unbacked part of a player's stakes, by kind: wei of DENA, copies; 0 if all are backed. */
export type Unbacked = Readonly<Record<StakeKind, bigint>>;

/** Computed from the player's running totals, without reading any stake. */
export function unbackedAmounts(
  { standing, spentWei }: Pick<Player, 'standing' | 'spentWei'>,
  holdings: Holdings,
): Unbacked {
  const dena = atLeast0(holdings.denaWei - spentWei);
  return {
    dena: atLeast0(standing.denaStakedWei - dena),
    national: atLeast0(BigInt(standing.nationalCount - holdings.national)),
    cultural: atLeast0(BigInt(standing.culturalCount - holdings.cultural)),
  };
}

function atLeast0(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

/**
 * The active stakes that these holdings no longer back, locked or not: the newest of a kind first,
 * each as a whole, until the rest is backed.
 * @param stakes the newest active ones of each unbacked kind, enough to cover the unbacked amount.
 */
export function unbackedStakes(
  stakes: readonly Stake[],
  player: Pick<Player, 'standing' | 'spentWei'>,
  holdings: Holdings,
): Stake[] {
  const unbacked = unbackedAmounts(player, holdings);
  const newestFirst = stakes.filter(isActive).sort(compareStakes);
  return STAKE_KINDS.flatMap((kind) => {
    let beyond = unbacked[kind];
    return newestFirst.filter((stake) => {
      if (stake.kind !== kind || beyond <= 0n) return false;
      beyond -= amountOf(stake);
      return true;
    });
  });
}

/**
 * The change that records these holdings and ends the stakes that they no longer back. Null if the
 * holdings are of an older block than the player's own, or if nothing differs: a stake or trade
 * that was checked at too old a block is refused before it commits, so it needs no commit here to
 * conflict with.
 */
export function verifyHoldings(
  player: Player,
  facts: ChainFacts & {
    /** The newest active ones of each unbacked kind, enough to cover `unbackedAmounts`. */
    readonly stakes: readonly Stake[];
  },
): Change | null {
  const { now, holdings, stakes } = facts;
  if (holdings.block < player.holdings.block || isVerified(player, holdings)) return null;
  const ended = unbackedStakes(stakes, player, holdings).map((before) => ({
    before,
    after: { ...before, state: { status: 'ended', endedAt: now, reason: 'unbacked' } } as const,
  }));
  return changeBy(
    player,
    {
      kind: ended.length > 0 ? 'stakes-unbacked' : 'holdings-verified',
      detail:
        ended.length > 0
          ? { stakeIds: ended.map(({ after }) => after.id), block: holdings.block }
          : {},
      stakes: ended,
      patch: {
        holdings,
        // [ACC1] A rate may be about to change; settling is exact, so it does no harm if none is.
        resources: settle(player, facts),
      },
    },
    now,
  );
}

/** Whether the player's record has exactly these balances, and they back all active stakes. */
export function isVerified(player: Player, holdings: Holdings): boolean {
  const unbacked = unbackedAmounts(player, holdings);
  return (
    sameHoldings(holdings, player.holdings) && STAKE_KINDS.every((kind) => unbacked[kind] === 0n)
  );
}

/** Whether the balances are the same, at any block. */
function sameHoldings(a: Holdings, b: Holdings): boolean {
  return a.denaWei === b.denaWei && a.national === b.national && a.cultural === b.cultural;
}
