/** Trade Resources [SCR34, VAL8, CON3]: choose a resource and a quantity, see the cost, buy. */
import { useId, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { TRADE_QUANTITY } from '../../../../common/rules/trade.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { failureText } from '../../api/api-error.ts';
import { useTrade, useTradeRules } from '../../wallet/mutations/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { formatCount, formatDenaAmount } from '../../ui/format.ts';
import { QuantityField, QuantityWords } from '../../ui/QuantityField.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Checking } from '../../views/Checking.tsx';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { Choices, Form, Hint, Sum } from './dialog-parts.ts';
import { ResourceChoice } from './ResourceChoice.tsx';
import { RESOURCES } from '../../views/resources.ts';
import { quantitySteps, quote } from './trade-form.ts';

const Quantity = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-2) var(--space-4);

  > label {
    font-weight: 500;
  }
`;

const Words = styled(QuantityWords)`
  grid-column: 1 / -1;
`;

/** A line with marked ends, like a map's scale bar. */
const Slider = styled.input`
  grid-column: 1 / -1;
  inline-size: 100%;
  block-size: var(--tap);
  margin: 0;
  accent-color: var(--action-fill);
  cursor: pointer;

  &:disabled {
    cursor: not-allowed;
    opacity: 0.5;
  }
`;

const TRADE = { does: 'trade' } as const;
const HINT = 'Delivered at once.';

export function TradeDialog({
  player,
  units,
  availableWei,
  onClose,
}: {
  readonly player: PlayerNationView;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly availableWei: bigint;
  readonly onClose: () => void;
}) {
  const [type, setType] = useState<ResourceType | null>(null);
  const { rules, isFromServer } = useTradeRules();
  const steps = quantitySteps(rules);
  const quantity = useQuantity(TRADE_QUANTITY.initial, steps);
  const forecast = useForecast(player, TRADE);
  const quantityId = useId();
  const wordsId = useId();
  const hintId = useId();
  const trade = useTrade();
  const unanswered = useUnanswered('/api/trade', onClose);
  const { value, problem } = quantity;
  const { cost, remainingWei, readiness } = quote(rules, type, value, availableWei, problem);
  // An invalid quantity has no price.
  const isPriced = type !== null && problem === null;

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

  const isLocked = buy.isRunning || unanswered !== null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (type !== null && readiness.status === 'ready' && !isLocked) buy.run(type);
  };
  const isFixed = type === null || isLocked;
  const isBlocked = readiness.status === 'blocked';
  // An invalid quantity is reported beside its field.
  const hint = problem !== null && type !== null ? null : isBlocked ? readiness.reason : HINT;
  return (
    <Dialog
      open
      tall
      onOpenChange={(open) => !open && onClose()}
      title="Trade Resources"
      description="Resources build your nation’s landmark. They don’t raise your GDP or your rank, and the DENA you pay can’t be staked again."
      width="38rem"
    >
      <Form onSubmit={onSubmit} noValidate>
        <Choices disabled={isLocked}>
          <legend>Resource</legend>
          {RESOURCE_TYPES.map((each) => (
            <ResourceChoice
              key={each}
              type={each}
              detail={`${formatCount(rules.tradePrices[each])} DENA each`}
              units={units[each]}
              isChosen={type === each}
              onChoose={() => setType(each)}
            />
          ))}
        </Choices>
        <Quantity>
          <label htmlFor={quantityId}>Quantity</label>
          <QuantityField
            id={quantityId}
            label="units"
            quantity={quantity}
            disabled={isFixed}
            describedBy={wordsId}
          />
          <Words id={wordsId} quantity={quantity} />
          <Slider
            type="range"
            aria-label="Quantity, as a slider"
            {...steps}
            value={value}
            disabled={isFixed}
            onChange={(event) => quantity.set(event.target.valueAsNumber)}
          />
        </Quantity>
        <Sum>
          <div>
            <dt>Total cost</dt>
            <dd>{isPriced ? `${formatCount(cost)} DENA` : '–'}</dd>
          </div>
          <div>
            <dt>Free DENA</dt>
            <dd>
              <span>{denaText(availableWei)}</span>
              {isPriced && (
                <span>{` → ${remainingWei === null ? 'not enough' : denaText(remainingWei)}`}</span>
              )}
            </dd>
          </div>
          <div>
            <dt>{type === null ? 'Resource' : RESOURCES[type].label}</dt>
            <dd>
              <span>{type === null ? '–' : formatCount(units[type])}</span>
              {isPriced && <span>{` → ${formatCount(units[type] + value)}`}</span>}
            </dd>
          </div>
        </Sum>
        <ForecastTable forecast={forecast} />
        <DialogFoot>
          <Button
            type="submit"
            tone="primary"
            pending={isLocked}
            disabled={isBlocked}
            aria-describedby={hintId}
          >
            {buy.isRunning ? 'Buying…' : isPriced ? buyText(type, value, cost) : 'Buy'}
          </Button>
          {unanswered && !buy.isRunning ? (
            <Checking id={hintId} {...unanswered} />
          ) : (
            <Hint id={hintId} $isProblem={isBlocked && type !== null}>
              {hint}
            </Hint>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** The order as understood, in exact figures: `Buy 130 wood for 1,300 DENA`. */
function buyText(type: ResourceType, quantity: number, cost: number): string {
  const what = `${formatCount(quantity)} ${type}`;
  return `Buy ${what} for ${formatCount(cost)} DENA`;
}

function denaText(wei: bigint): string {
  return formatDenaAmount(formatDena(wei));
}
