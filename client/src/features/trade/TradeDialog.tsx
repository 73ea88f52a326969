/** Trade Resources [SCR34, VAL8, CON3]: choose a resource and a quantity, see the cost, buy. */
import { useId, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { failureText } from '../../../../client-kit/api/api-error.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { useRules } from '../../api/config.ts';
import { purchasedText, trade } from '../../wallet/mutations/commands.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { phrases } from '../../ui/format.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { QuantityField } from '../../ui/QuantityField.tsx';
import { Caption, Strong, Words } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { Checking } from '../../views/Checking.tsx';
import { denaText } from '../../views/dena-ledger.ts';
import { RESOURCES } from '../../views/resources.ts';
import { useAnnouncedFigures } from '../../views/rule-changes.tsx';
import { useCommand } from '../../views/use-command.ts';
import { WHAT_IT_GIVES } from './contribution.ts';
import { firstQuantity, mostAffordable, quantitySteps, quote } from './trade-form.ts';

const Choices = styled(Stack)`
  gap: var(--space-2);

  > legend {
    inline-size: 100%;
    margin-block-end: var(--space-2);
    padding: 0 var(--space-3) 0 0;
    font-weight: 500;
  }
`;

const Choice = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  gap: 0 var(--space-3);
  align-items: center;
  padding: var(--space-2) var(--space-3);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  cursor: pointer;

  > svg {
    grid-row: span 2;
    color: var(--ink-muted);
  }

  > strong {
    font-weight: 500;
  }

  > :nth-child(4) {
    grid-column: 3 / -1;
    text-align: end;
  }

  > :nth-child(5) {
    grid-column: 2 / -1;
  }

  &:hover {
    border-color: var(--rule-strong);
  }

  &[data-chosen] {
    border-color: var(--action);
    box-shadow: inset 3px 0 0 var(--action);
    background: var(--surface-hover);

    > svg {
      color: var(--action);
    }
  }

  /* The whole card is the radio button. */
  > input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    appearance: none;
    cursor: inherit;
  }
`;

/** What the player consents to. */
const TERMS =
  'Delivered at once. What you pay is counted by the game, not moved on the chain, and can’t be staked again.';

export function TradeDialog({
  player,
  units,
  availableWei,
  wanted,
  lacks,
  onClose,
}: {
  readonly player: PlayerNationView;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly availableWei: bigint;
  /** The resource whose lack the player came to fill; null: they choose first. */
  readonly wanted: ResourceType | null;
  /** What the nation's landmark lacks; null while that is unknown, or if it is finished. */
  readonly lacks: ResourceUnits | null;
  readonly onClose: () => void;
}) {
  const termsId = useId();
  const [type, setType] = useState(wanted);
  const { inText } = WORK_NAMES[player.playerNation.nationId];
  const rules = useRules();
  const missing = wanted && lacks && { type: wanted, units: lacks[wanted] };
  const quantity = useQuantity(firstQuantity(rules, missing, availableWei), quantitySteps(rules));
  const { value } = quantity;
  const { cost, remainingWei, ...quoted } = quote(rules, type, value, availableWei);
  const isPriced = type !== null && value > 0;
  const price = `${formatCount(cost)} DENA`;
  const most = type === null ? 0 : mostAffordable(rules, type, availableWei);

  const buy = useCommand(trade, {
    done(answer) {
      onClose();
      showDone('Trade Successful!', purchasedText(answer));
    },
    failed: (error) => showFailure('Trade Failed', failureText(error, 'Failed to execute trade')),
    doneLate: onClose,
  });
  const { isLocked, checking, whyNot } = buy;
  const reason = whyNot ?? quoted.reason;
  const isFixed = type === null || most === 0 || isLocked;
  const isBlocked = reason !== null && !isLocked;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (type === null || reason !== null || isLocked) return;
    buy.run({ resourceType: type, quantity: value, cost: String(cost) });
  };
  return (
    <Dialog
      tall
      onClose={onClose}
      title="Trade Resources"
      description={`Resources build ${inText}. ${WHAT_IT_GIVES}`}
      width="38rem"
    >
      <Stack as="form" $gap={4} onSubmit={onSubmit} noValidate>
        <ResourceChoices
          chosen={type}
          bought={quoted.reason === null ? value : null}
          units={units}
          prices={rules.tradePrices}
          lacks={lacks}
          disabled={isLocked}
          onChoose={setType}
        />
        <QuantityField
          label="Quantity"
          units="units"
          quantity={quantity}
          disabled={isFixed}
          beside={
            <Button disabled={isFixed || value === most} onClick={() => quantity.set(most)}>
              Max
            </Button>
          }
        />
        <Facts
          beside
          facts={[
            { label: 'Total cost', value: isPriced ? price : '–' },
            {
              label: 'DENA left to stake',
              value:
                denaText(availableWei) +
                (isPriced
                  ? ` → ${remainingWei === null ? 'not enough' : denaText(remainingWei)}`
                  : ''),
            },
          ]}
        />
        <DialogFoot>
          {checking ? (
            <Checking id={termsId} {...checking} />
          ) : (
            <Words
              id={termsId}
              $tone={isBlocked && whyNot === null && type !== null && value > 0 ? 'fall' : 'muted'}
            >
              {isBlocked ? reason : TERMS}
            </Words>
          )}
          <Button
            type="submit"
            tone="primary"
            pending={isLocked}
            disabled={isBlocked}
            aria-describedby={termsId}
          >
            {buy.isRunning
              ? 'Buying…'
              : isPriced
                ? `Buy ${formatCount(value)} ${type} for ${price}`
                : 'Buy'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

function ResourceChoices({
  chosen,
  bought,
  units,
  prices,
  lacks,
  disabled,
  onChoose,
}: {
  readonly chosen: ResourceType | null;
  /** How many units of the chosen one would be bought; null: none can be. */
  readonly bought: number | null;
  readonly units: ResourceUnits;
  readonly prices: Rules['tradePrices'];
  readonly lacks: ResourceUnits | null;
  readonly disabled: boolean;
  readonly onChoose: (type: ResourceType) => void;
}) {
  const announced = useAnnouncedFigures('tradePrices');
  return (
    <Choices as="fieldset" disabled={disabled}>
      <Row as="legend" $justify="space-between">
        <span>Resource</span>
        <Caption aria-hidden>You have</Caption>
      </Row>
      {RESOURCE_TYPES.map((each) => {
        const { label, Icon } = RESOURCES[each];
        const isChosen = each === chosen;
        const after = isChosen && bought !== null ? units[each] + bought : null;
        return (
          <Choice key={each} data-chosen={isChosen || undefined}>
            <input
              type="radio"
              name="resource"
              value={each}
              checked={isChosen}
              onChange={() => onChoose(each)}
            />
            <Icon size={24} strokeWidth={1.5} aria-hidden />
            <strong>{label}</strong>
            <span>
              <span>{`${formatCount(units[each])}${after === null ? '' : ' → '}`}</span>
              {after !== null && <Strong>{formatCount(after)}</Strong>}
            </span>
            <Caption>
              {phrases(
                [
                  `${formatCount(prices[each])} DENA each`,
                  announced.get(each) ?? '',
                  ...(lacks && lacks[each] > 0 ? [`${formatCount(lacks[each])} still needed`] : []),
                ].filter(Boolean),
              )}
            </Caption>
          </Choice>
        );
      })}
    </Choices>
  );
}
