/** [WRK1] Contributing resources to the work of one's nation: a debit for good, in one commit. */
import type { Player } from '../values/player.ts';
import { RESOURCE_TYPES, type ResourceType, type ResourceUnits } from '../values/resources.ts';
import { stagesComplete, stillNeeded, WORK_STAGES } from '../values/works.ts';
import { settle } from './accrual.ts';
import { changeBy, NO_NATION, refuse, type Decision, type Facts } from './decision.ts';

/**
 * Settles first [ACC1], so everything that has accrued by `now` can be given.
 * @param facts.totals what the nation's players have contributed, as far as the deciding process
 * knows: contributions under way at the same time may together exceed the need.
 */
export function contribute(
  player: Player | null,
  command: { readonly resourceType: ResourceType; readonly quantity: number },
  facts: Facts & { readonly totals: ResourceUnits },
): Decision {
  if (!player) return NO_NATION;
  const { resourceType, quantity } = command;
  const { now, totals } = facts;
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    return refuse(
      'quantity-not-whole',
      'A contribution is a whole number of units: send a quantity of 1 or more.',
    );
  }
  if (stagesComplete(totals) === WORK_STAGES) {
    return refuse(
      'work-finished',
      'Your nation’s landmark is finished and needs nothing more. Keep your resources.',
    );
  }
  const needed = stillNeeded(totals, resourceType);
  if (needed === 0) {
    const missing = RESOURCE_TYPES.filter((type) => stillNeeded(totals, type) > 0);
    return refuse(
      'resource-not-needed',
      `Your nation’s landmark needs no more ${resourceType}. It still needs ${listed(missing)}: contribute that instead.`,
    );
  }
  const settled = settle(player, facts);
  const available = settled.units[resourceType];
  if (quantity > available) {
    return refuse(
      'insufficient-resources',
      `You have ${available} ${resourceType}. Contribute at most that, or trade for more first.`,
    );
  }
  if (quantity > needed) {
    return refuse(
      'more-than-needed',
      `Your nation’s landmark needs only ${needed} more ${resourceType}. Contribute at most that.`,
    );
  }
  const change = changeBy(
    player,
    {
      kind: 'contributed',
      detail: { resourceType, quantity },
      patch: {
        resources: {
          ...settled,
          units: { ...settled.units, [resourceType]: available - quantity },
        },
        contributed: {
          ...player.contributed,
          [resourceType]: player.contributed[resourceType] + quantity,
        },
      },
    },
    now,
  );
  if (!change)
    throw new Error('a contribution changes no stake, so the GDP cannot leave its range');
  return { ok: true, change };
}

/** `wood, oil and food`. */
function listed(types: readonly ResourceType[]): string {
  return types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;
}
