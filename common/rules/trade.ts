/** [TRD1] Trading DENA for resources: debit and credit in one commit. */
import { formatDena, WEI_PER_DENA } from '../values/amount.ts';
import type { Player } from '../values/player.ts';
import type { ResourceType } from '../values/resources.ts';
import type { Rules } from '../values/rules.ts';
import { changeBy, NO_NATION, refuse, type ChainFacts, type Decision } from './decision.ts';
import { availableWei } from './dena.ts';

/** The cost of a quantity of a resource, in whole DENA. */
export function tradeCost(
  resourceType: ResourceType,
  quantity: number,
  { tradePrices }: Pick<Rules, 'tradePrices'>,
): number {
  return tradePrices[resourceType] * quantity;
}

export interface TradeOrder {
  readonly resourceType: ResourceType;
  readonly quantity: number;
  /** What the player was shown as its cost; undefined if they take any. */
  readonly shownCostWei?: bigint | undefined;
}

/** `holdings` must be as new as the player's own. */
export function trade(
  player: Player | null,
  command: TradeOrder,
  { now, holdings, rules }: ChainFacts,
): Decision<{ readonly costWei: bigint }> {
  if (!player) return NO_NATION;
  const { resourceType, quantity, shownCostWei } = command;
  const { tradeMax: max, tradeStep: step } = rules;
  if (!Number.isInteger(quantity) || quantity < step || quantity > max || quantity % step !== 0) {
    return refuse(
      'quantity-not-tradable',
      `A trade buys ${step} to ${max} units, in steps of ${step}.`,
    );
  }
  const costWei = BigInt(tradeCost(resourceType, quantity, rules)) * WEI_PER_DENA;
  if (shownCostWei !== undefined && shownCostWei !== costWei) {
    return refuse(
      'price-changed',
      `This costs ${formatDena(costWei)} DENA, not ${formatDena(shownCostWei)}: the price has changed. Look at the new price, then trade again.`,
    );
  }
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
