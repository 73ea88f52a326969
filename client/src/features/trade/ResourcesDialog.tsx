/** The dialog of trade and contribute: which resource, how many, what that costs or does, and one button. */
import { useId, type FormEvent } from 'react';
import { styled } from 'styled-components';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { QuantityField } from '../../ui/QuantityField.tsx';
import { Caption, Strong, Words } from '../../ui/text.ts';
import type { Quantity } from '../../ui/use-quantity.ts';
import { Checking } from '../../views/Checking.tsx';
import { RESOURCES } from '../../views/resources.ts';
import type { Command } from '../../views/use-command.ts';

const Choices = styled(Stack)`
  gap: var(--space-2);

  > legend {
    margin-block-end: var(--space-2);
    padding: 0;
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

export function ResourcesDialog({
  title,
  description,
  detailOf,
  unitsAfter,
  units,
  type,
  onChoose,
  quantity,
  most,
  facts,
  terms,
  reason: problemOfForm,
  action,
  command: { isLocked, checking, whyNot },
  onSend,
  onClose,
}: {
  readonly title: string;
  readonly description: string;
  /** A resource's price or need. */
  readonly detailOf: (type: ResourceType) => string;
  /** How many of the chosen resource the player then has; null if this can't be sent. */
  readonly unitsAfter: number | null;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly type: ResourceType | null;
  readonly onChoose: (type: ResourceType) => void;
  readonly quantity: Quantity;
  /** What Max fills in. */
  readonly most: number;
  readonly facts: readonly Fact[];
  /** What the player consents to. */
  readonly terms: string;
  /** Why it can't be sent; null if it can. */
  readonly reason: string | null;
  /** The button's text. */
  readonly action: string;
  readonly command: Pick<Command<never>, 'isLocked' | 'checking' | 'whyNot'>;
  readonly onSend: (type: ResourceType) => void;
  readonly onClose: () => void;
}) {
  const termsId = useId();
  const reason = whyNot ?? problemOfForm;
  const { value, problem } = quantity;
  const isFixed = type === null || most === 0 || isLocked;
  const isBlocked = reason !== null && !isLocked;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (type !== null && reason === null && !isLocked) onSend(type);
  };
  return (
    <Dialog tall onClose={onClose} title={title} description={description} width="38rem">
      <Stack as="form" $gap={4} onSubmit={onSubmit} noValidate>
        <Choices as="fieldset" disabled={isLocked}>
          <legend>Resource, and how many you have</legend>
          {RESOURCE_TYPES.map((each) => {
            const { label, Icon } = RESOURCES[each];
            const isChosen = each === type;
            const after = isChosen ? unitsAfter : null;
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
                <Caption>{detailOf(each)}</Caption>
              </Choice>
            );
          })}
        </Choices>
        <QuantityField
          label="Quantity"
          units="units"
          quantity={quantity}
          disabled={isFixed}
          beside={
            <Button
              disabled={isFixed || (value === most && problem === null)}
              onClick={() => quantity.set(most)}
            >
              Max
            </Button>
          }
        />
        <Facts beside facts={facts} />
        <DialogFoot>
          {checking ? (
            <Checking id={termsId} {...checking} />
          ) : (
            // What is wrong with a quantity is said beside its field.
            <Words
              id={termsId}
              $tone={isBlocked && whyNot === null && type !== null && value > 0 ? 'fall' : 'muted'}
            >
              {isBlocked ? (whyNot ?? (problem === null || isFixed ? reason : null)) : terms}
            </Words>
          )}
          <Button
            type="submit"
            tone="primary"
            pending={isLocked}
            disabled={isBlocked}
            aria-describedby={termsId}
          >
            {action}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
