/**
 * A quantity that is typed or stepped: whatever is typed, there is one, and the form's button says
 * it.
 */
import { useState } from 'react';
import { type Steps, stepTo, typedQuantity } from './typed-number.ts';

export interface Quantity extends Steps {
  /** The field's content: as typed, until it is left or there is no more. */
  readonly text: string;
  readonly value: number;
  readonly type: (text: string) => void;
  readonly set: (value: number) => void;
}

/** If the bounds move, the number moves with them. */
export function useQuantity(initial: number, steps: Steps): Quantity {
  const [typed, type] = useState(String(initial));
  const value = typedQuantity(typed, steps);
  const isTooMuch = typedQuantity(typed, { ...steps, max: Infinity }) > value;
  return {
    ...steps,
    text: isTooMuch ? String(value) : typed,
    value,
    type,
    set: (next) => type(String(stepTo(next, steps))),
  };
}
