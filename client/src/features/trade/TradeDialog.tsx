/** Trade Resources [SCR34, VAL8, CON3]: choose a resource and a quantity, see the cost, buy. */
import { useState } from 'react';
import { failureText } from '../../../../client-kit/api/api-error.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { ResourceType, ResourceUnits } from '../../../../common/values/resources.ts';
import { purchasedText, trade, useTradeRules } from '../../wallet/mutations/commands.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { phrases } from '../../ui/format.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { denaText } from '../../views/dena-ledger.ts';
import { useCommand } from '../../views/use-command.ts';
import { WHAT_IT_GIVES } from './contribute-form.ts';
import { ResourcesDialog } from './ResourcesDialog.tsx';
import { firstQuantity, mostAffordable, quantitySteps, quote } from './trade-form.ts';

export interface ResourcesDialogProps {
  readonly player: PlayerNationView;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly onClose: () => void;
}

export function TradeDialog({
  player,
  units,
  availableWei,
  wanted,
  lacks,
  onClose,
}: ResourcesDialogProps & {
  readonly availableWei: bigint;
  /** The resource whose lack the player came to fill; null: they choose first. */
  readonly wanted: ResourceType | null;
  /** What the nation's landmark lacks; null while that is unknown, or if it is finished. */
  readonly lacks: ResourceUnits | null;
}) {
  const [type, setType] = useState(wanted);
  const { inText } = WORK_NAMES[player.playerNation.nationId];
  const { rules, isFromServer } = useTradeRules();
  const missing = wanted && lacks && { type: wanted, units: lacks[wanted] };
  const quantity = useQuantity(firstQuantity(rules, missing, availableWei), quantitySteps(rules));
  const { value, problem } = quantity;
  const { cost, remainingWei, reason } = quote(rules, type, value, availableWei, problem);
  // An invalid quantity has no price, and nothing costs nothing.
  const isPriced = type !== null && problem === null && value > 0;
  const price = `${formatCount(cost)} DENA`;

  const buy = useCommand(trade, {
    done(answer) {
      onClose();
      showDone('Trade Successful!', purchasedText(answer));
    },
    failed: (error) => showFailure('Trade Failed', failureText(error, 'Failed to execute trade')),
    doneLate: onClose,
  });

  return (
    <ResourcesDialog
      title="Trade Resources"
      description={`Resources build ${inText}. ${WHAT_IT_GIVES}`}
      detailOf={(each) =>
        phrases([
          `${formatCount(rules.tradePrices[each])} DENA each`,
          ...(lacks && lacks[each] > 0 ? [`${formatCount(lacks[each])} missing`] : []),
        ])
      }
      unitsAfter={type !== null && reason === null ? units[type] + value : null}
      units={units}
      type={type}
      onChoose={setType}
      quantity={quantity}
      most={type === null ? 0 : mostAffordable(rules, type, availableWei)}
      facts={[
        { label: 'Total cost', value: isPriced ? price : '–' },
        {
          label: 'DENA left to stake',
          value:
            denaText(availableWei) +
            (isPriced ? ` → ${remainingWei === null ? 'not enough' : denaText(remainingWei)}` : ''),
        },
      ]}
      terms="Delivered at once. What you pay is counted by the game, not moved on the chain, and can’t be staked again."
      reason={reason}
      action={
        buy.isRunning
          ? 'Buying…'
          : isPriced
            ? `Buy ${formatCount(value)} ${type} for ${price}`
            : 'Buy'
      }
      command={buy}
      onSend={(resourceType) =>
        buy.run({ resourceType, quantity: value, cost: isFromServer ? String(cost) : undefined })
      }
      onClose={onClose}
    />
  );
}
