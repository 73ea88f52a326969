/** [TRD1] Trading DENA for resources: debit and credit in one commit. */
import { formatDena, WEI_PER_DENA } from '../values/amount.ts';
import type { Holdings, Player } from '../values/player.ts';
import type { ResourceType } from '../values/resources.ts';
import { changeBy, NO_NATION, refuse, type Decision } from './decision.ts';
import { availableWei } from './dena.ts';

/** DENA per unit. */
export const TRADE_PRICES: Readonly<Record<ResourceType, number>> = {
  wood: 10,
  oil: 50,
  food: 20,
  technology: 100,
};

export const TRADE_QUANTITY = { max: 1000, step: 10, initial: 50 } as const;

/** The cost of a quantity of a resource, in whole DENA. */
export function tradeCost(resourceType: ResourceType, quantity: number): number {
  return TRADE_PRICES[resourceType] * quantity;
}

/** `holdings` must be as new as the player's own. */
export function trade(
  player: Player | null,
  command: { readonly resourceType: ResourceType; readonly quantity: number },
  facts: { readonly now: number; readonly holdings: Holdings },
): Decision<{ readonly costWei: bigint }> {
  if (!player) return NO_NATION;
  const { resourceType, quantity } = command;
  const { now, holdings } = facts;
  const { max, step } = TRADE_QUANTITY;
  if (!Number.isInteger(quantity) || quantity < step || quantity > max || quantity % step !== 0) {
    return refuse(
      'quantity-not-tradable',
      `A trade buys ${step} to ${max} units, in steps of ${step}.`,
    );
  }
  const costWei = BigInt(tradeCost(resourceType, quantity)) * WEI_PER_DENA;
  const available = availableWei({ ...player, holdings });
  if (costWei > available) {
    return refuse(
      'insufficient-dena',
      `This costs ${formatDena(costWei)} DENA and ${formatDena(available)} are available. Buy less, or unstake some first.`,
    );
  }
  const { units } = player.resources;
  const change = changeBy(
    player,
    {
      kind: 'traded',
      detail: { resourceType, quantity, amount: formatDena(costWei) },
      patch: {
        holdings,
        spentWei: player.spentWei + costWei,
        resources: {
          ...player.resources,
          units: { ...units, [resourceType]: units[resourceType] + quantity },
        },
      },
    },
    now,
  );
  if (!change) throw new Error('a trade changes no stake, so the GDP cannot leave its range');
  return { ok: true, change, costWei };
}
