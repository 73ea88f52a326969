/** Trade Resources [SCR34, VAL8, CON3]: choose a resource and a quantity, see the cost, buy. */
import { useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { TRADE_QUANTITY } from '../../../../common/rules/trade.ts';
import type { ResourceType, ResourceUnits } from '../../../../common/values/resources.ts';
import { failureText } from '../../api/api-error.ts';
import { useTrade, useTradeRules } from '../../wallet/mutations/commands.ts';
import { formatCount } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { denaText } from '../../views/dena-ledger.ts';
import { RESOURCES } from '../../views/resources.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { ResourcesDialog } from './ResourcesDialog.tsx';
import { mostAffordable, quantitySteps, quote } from './trade-form.ts';

export interface ResourcesDialogProps {
  readonly player: PlayerNationView;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly onClose: () => void;
}

export function TradeDialog({
  units,
  availableWei,
  onClose,
}: ResourcesDialogProps & { readonly availableWei: bigint }) {
  const [type, setType] = useState<ResourceType | null>(null);
  const { rules, isFromServer } = useTradeRules();
  const quantity = useQuantity(TRADE_QUANTITY.initial, quantitySteps(rules));
  const trade = useTrade();
  const unanswered = useUnanswered('/api/trade', onClose);
  const { value, problem } = quantity;
  const { cost, remainingWei, reason } = quote(rules, type, value, availableWei, problem);
  // An invalid quantity has no price.
  const isPriced = type !== null && problem === null;
  const price = `${formatCount(cost)} DENA`;

  const buy = useSingleFlight(async (resourceType: ResourceType) => {
    try {
      await trade.mutateAsync({ resourceType, quantity: value, cost: isFromServer ? cost : null });
    } catch (error) {
      if (error instanceof AnswerLost) return;
      showToast({
        title: 'Trade Failed',
        description: failureText(error, 'Failed to execute trade'),
        tone: 'destructive',
      });
      return;
    }
    onClose();
    showToast({
      title: 'Trade Successful!',
      description: `You purchased ${value} ${RESOURCES[resourceType].label} for ${cost} DENA`,
      tone: 'success',
    });
  });

  return (
    <ResourcesDialog
      title="Trade Resources"
      description="Resources build your nation’s landmark. They don’t raise your GDP or your rank."
      detailOf={(each) => `${formatCount(rules.tradePrices[each])} DENA each`}
      units={units}
      type={type}
      onChoose={setType}
      quantity={quantity}
      most={type === null ? 0 : mostAffordable(rules, type, availableWei)}
      adds={1}
      facts={[
        { label: 'Total cost', value: isPriced ? price : '–' },
        {
          label: 'Free DENA',
          value:
            denaText(availableWei) +
            (isPriced ? ` → ${remainingWei === null ? 'not enough' : denaText(remainingWei)}` : ''),
        },
      ]}
      terms="Delivered at once. The DENA you pay can’t be staked again."
      reason={reason}
      action={
        buy.isRunning
          ? 'Buying…'
          : isPriced
            ? `Buy ${formatCount(value)} ${type} for ${price}`
            : 'Buy'
      }
      send={buy}
      unanswered={unanswered}
      onClose={onClose}
    />
  );
}
