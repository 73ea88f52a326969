/** A quantity: a field to type in, between a minus and a plus button. */
import { Minus, Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { fieldFrame, Label } from './field.ts';
import { Row } from './layout/boxes.ts';
import type { Quantity } from './use-quantity.ts';

const Frame = styled.div`
  display: inline-grid;
  grid-template-columns: auto minmax(3.5rem, 6rem) auto;
  align-items: center;
  margin-inline-start: auto;
  ${fieldFrame}

  &[data-disabled] {
    border-color: var(--rule);
  }
`;

/*
 * A field of type `number` refuses pasted groups of three, so this is a text field with the role.
 */
const Input = styled.input.attrs({ role: 'spinbutton' })`
  padding: 0;
  font-weight: 600;
  text-align: center;

  &:disabled {
    color: var(--ink-faint);
    cursor: not-allowed;
  }
`;

/**
 * The input stays as typed until it is left, except that it is capped at the maximum. The arrow
 * keys step; Page Up and Page Down move by ten steps.
 */
export function QuantityField({
  label,
  units,
  quantity,
  disabled = false,
  beside,
}: {
  readonly label: string;
  /** What is counted, for the buttons' names: `Fewer NFTs`, `More NFTs`. */
  readonly units: string;
  readonly quantity: Quantity;
  readonly disabled?: boolean;
  /** At the field's end: a button that sets it. */
  readonly beside?: ReactNode;
}) {
  const id = useId();
  const { min, max, step, text, value, type, set } = quantity;
  const reach: Readonly<Record<string, number>> = {
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: step * 10,
    PageDown: step * -10,
  };

  return (
    <Row $gap={[1, 2]} $wrap>
      <Label htmlFor={id}>{label}</Label>
      <Frame data-disabled={disabled || undefined}>
        <Button
          tone="quiet"
          square
          aria-label={`Fewer ${units}`}
          disabled={disabled || value <= min}
          onClick={() => set(value - step)}
        >
          <Minus size={18} aria-hidden />
        </Button>
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={min}
          aria-valuemax={Math.max(min, max)}
          aria-valuenow={value}
          disabled={disabled}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => set(value)}
          onKeyDown={(event) => {
            const by = reach[event.key];
            if (by === undefined) return;
            event.preventDefault();
            set(value + by);
          }}
        />
        <Button
          tone="quiet"
          square
          aria-label={`More ${units}`}
          disabled={disabled || value >= max}
          onClick={() => set(value + step)}
        >
          <Plus size={18} aria-hidden />
        </Button>
      </Frame>
      {beside}
    </Row>
  );
}
