/** [DEN1, STK1] Staking DENA. No tokens move: the ledger is the game's. */
import { formatDena } from '../values/amount.ts';
import type { StakeId } from '../values/ids.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import type { Player } from '../values/player.ts';
import type { DenaStake } from '../values/stake.ts';
import {
  changeBy,
  GDP_OUT_OF_RANGE,
  NO_NATION,
  refuse,
  type ChainFacts,
  type Decision,
} from './decision.ts';
import { availableWei } from './dena.ts';
import { denaGdpBonus } from './gdp.ts';
import { stakeLimitRefusal } from './stake-limit.ts';

/** `holdings` must be as new as the player's own: a check against an older block proves nothing. */
export function stakeDena(
  player: Player | null,
  command: { readonly stakeId: StakeId; readonly amountWei: bigint },
  { now, holdings, rules }: ChainFacts,
): Decision<{ readonly stake: DenaStake }> {
  if (!player) return NO_NATION;
  const { amountWei, stakeId } = command;
  if (amountWei <= 0n) {
    return refuse(
      'amount-not-positive',
      'The amount must be above 0. Enter how much DENA to stake.',
    );
  }
  const full = stakeLimitRefusal(player.standing, 'dena', rules);
  if (full) return full;
  const available = availableWei({ ...player, holdings });
  if (amountWei > available) {
    return refuse(
      'insufficient-dena',
      `Only ${formatDena(available)} DENA are available. Stake that much or less.`,
    );
  }
  const bonus = denaGdpBonus(amountWei, rules);
  if (bonus > BigInt(MAX_GDP)) return GDP_OUT_OF_RANGE;
  const stake: DenaStake = {
    id: stakeId,
    wallet: player.wallet,
    kind: 'dena',
    amountWei,
    gdpBonus: Number(bonus),
    stakedAt: now,
    playerVersion: player.version + 1,
    unstakeableAt: now + rules.lockMs,
    state: { status: 'active' },
  };
  const change = changeBy(
    player,
    {
      kind: 'dena-staked',
      detail: { stakeIds: [stakeId], amount: formatDena(amountWei) },
      stakes: [{ before: null, after: stake }],
      patch: { holdings },
    },
    now,
  );
  return change ? { ok: true, change, stake } : GDP_OUT_OF_RANGE;
}
