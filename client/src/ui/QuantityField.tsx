/** A quantity: a field to type in, between a minus and a plus button. */
import { Minus, Plus } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import type { Quantity } from './use-quantity.ts';

const Field = styled.div`
  display: inline-grid;
  grid-template-columns: auto minmax(3.5rem, 6rem) auto;
  align-items: center;
  justify-self: start;
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-sunken);

  &:focus-within {
    border-color: var(--action);
  }

  &[data-disabled] {
    border-color: var(--rule);
  }
`;

/* A field of type `number` does not report invalid input, so this is a text field with the role. */
const Input = styled.input.attrs({ role: 'spinbutton' })`
  inline-size: 100%;
  block-size: 3rem;
  padding: 0;
  border: 0;
  background: none;
  font-size: var(--text-lead);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  text-align: center;

  &[aria-invalid] {
    color: var(--fall);
  }

  &:focus {
    outline: none;
  }

  &:disabled {
    color: var(--ink-faint);
    cursor: not-allowed;
  }
`;

const Words = styled.p<{ $isProblem: boolean }>`
  /* Reserves its space, so that nothing moves while a quantity is typed. */
  min-block-size: 1.5em;
  color: ${({ $isProblem }) => ($isProblem ? 'var(--fall)' : 'var(--ink-muted)')};
  font-size: var(--text-caption);
  text-align: end;
`;

/** Text beside the field: what is wrong with the input, or what it is taken as. */
export function QuantityWords({
  id,
  quantity,
  className,
}: {
  readonly id: string;
  readonly quantity: Quantity;
  readonly className?: string;
}) {
  const { problem, note } = quantity;
  return (
    <Words id={id} className={className} $isProblem={problem !== null} aria-live="polite">
      {problem ?? note}
    </Words>
  );
}

/**
 * The input stays as typed until blur, except that it is capped at the maximum. The arrow keys step; Page Up
 * and Page Down move by ten steps.
 */
export function QuantityField({
  id,
  label,
  quantity,
  disabled = false,
  describedBy,
}: {
  readonly id: string;
  /** What is counted, for the buttons' names: `Fewer NFTs`, `More NFTs`. */
  readonly label: string;
  readonly quantity: Quantity;
  readonly disabled?: boolean;
  /** The id of its `QuantityWords`. */
  readonly describedBy: string;
}) {
  const { min, max, step, text, value, problem, type, set, leave } = quantity;
  const reach: Readonly<Record<string, number>> = {
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: step * 10,
    PageDown: step * -10,
  };

  return (
    <Field data-disabled={disabled || undefined}>
      <Button
        tone="quiet"
        square
        aria-label={`Fewer ${label}`}
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
        aria-invalid={problem !== null || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
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
        aria-label={`More ${label}`}
        disabled={disabled || value >= max}
        onClick={() => set(value + step)}
      >
        <Plus size={18} aria-hidden />
      </Button>
    </Field>
  );
}
