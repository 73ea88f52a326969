/** [LCK1, LCK2] Unstaking: after the lock, once. */
import { instantText } from '../values/instant.ts';
import { formatDena } from '../values/amount.ts';
import type { EventDetail, EventKind } from '../values/stored-event.ts';
import type { Player } from '../values/player.ts';
import { isOfKind, type Stake, type StakeKind, type StakeOf } from '../values/stake.ts';
import { settle } from './accrual.ts';
import { changeBy, GDP_OUT_OF_RANGE, refuse, type Decision, type Facts } from './decision.ts';
import { isLocked } from './lock.ts';

const EVENT_OF: Readonly<Record<StakeKind, EventKind>> = {
  dena: 'dena-unstaked',
  national: 'national-unstaked',
  cultural: 'cultural-unstaked',
};

function detailOf(stake: Stake): EventDetail {
  const stakeIds = [stake.id];
  return stake.kind === 'dena'
    ? { stakeIds, amount: formatDena(stake.amountWei) }
    : { stakeIds, quantity: stake.quantity };
}

/**
 * A stake of another wallet, of another kind, or one that doesn't exist is refused as not found.
 * @param named the player's stake by the id in the command; null if there is none.
 */
export function unstake<K extends StakeKind>(
  player: Player | null,
  named: Stake | null,
  command: { readonly kinds: readonly K[] },
  facts: Facts,
): Decision<{ readonly stake: StakeOf<K> }> {
  const { now } = facts;
  const stake = named && isOfKind(named, command.kinds) ? named : null;
  if (!player || !stake) {
    return refuse('no-such-stake', 'This wallet has no such stake. Reload the list and try again.');
  }
  if (stake.state.status === 'ended') {
    return refuse(
      'stake-ended',
      `This stake ended on ${instantText(stake.state.endedAt)} already.`,
    );
  }
  if (isLocked(stake, now)) {
    return refuse(
      'stake-locked',
      `This stake is locked until ${instantText(stake.unstakeableAt)}. Unstake it then.`,
    );
  }
  const ended: StakeOf<K> = {
    ...stake,
    state: { status: 'ended', endedAt: now, reason: 'unstaked' },
  };
  const change = changeBy(
    player,
    {
      kind: EVENT_OF[stake.kind],
      detail: detailOf(stake),
      stakes: [{ before: stake, after: ended }],
      // [ACC1] The rate is about to change, so resources accrued at the old one are settled first.
      patch: stake.kind === 'national' ? { resources: settle(player, facts) } : {},
    },
    now,
  );
  return change ? { ok: true, change, stake: ended } : GDP_OUT_OF_RANGE;
}
