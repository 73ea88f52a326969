/** How many: a field to type in between a button for less and one for more. */
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { stepTo, type Steps } from './step-number.ts';

const Field = styled.div`
  display: inline-grid;
  grid-template-columns: auto minmax(3.5rem, 6rem) auto;
  align-items: center;
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-sunken);

  &:focus-within {
    border-color: var(--action);
  }

  &:has(input:disabled) {
    border-color: var(--rule);
  }
`;

const Input = styled.input`
  inline-size: 100%;
  block-size: 3rem;
  padding: 0;
  border: 0;
  background: none;
  font-size: var(--text-lead);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  text-align: center;
  /* The buttons beside it are larger than the browser's own. */
  appearance: textfield;

  &::-webkit-inner-spin-button {
    appearance: none;
  }

  &:focus {
    outline: none;
  }

  &:disabled {
    color: var(--ink-faint);
    cursor: not-allowed;
  }
`;

/**
 * What is typed stays as it is typed until the field is left, but never passes `max`; `value` is
 * always one that can be chosen. The arrow keys step, Page Up and Down by ten steps.
 */
export function QuantityField({
  id,
  label,
  value,
  onChange,
  disabled = false,
  describedBy,
  ...steps
}: Steps & {
  readonly id: string;
  /** What is counted, for the buttons' names: `Fewer NFTs`, `More NFTs`. */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
  readonly describedBy?: string;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const { min, max, step } = steps;

  const set = (next: number): void => {
    setDraft(null);
    onChange(stepTo(next, steps));
  };
  const type = (text: string): void => {
    const digits = text.replace(/\D/g, '');
    const typed = Number(digits);
    setDraft(typed > max ? String(stepTo(max, steps)) : digits);
    onChange(stepTo(typed, steps));
  };
  const reach: Readonly<Record<string, number>> = {
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: step * 10,
    PageDown: step * -10,
  };

  return (
    <Field>
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
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={min}
        max={Math.max(min, max)}
        step={step}
        aria-describedby={describedBy}
        disabled={disabled}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setDraft(null)}
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
