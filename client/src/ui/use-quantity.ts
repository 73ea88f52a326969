/** A quantity that is typed, stepped or dragged: the number understood, or what is wrong with the input. */
import { useState } from 'react';
import { leftQuantity, type Steps, stepTo, typedQuantity } from './typed-number.ts';

export interface Quantity extends Steps {
  /** The field's content. */
  readonly text: string;
  /** The last valid quantity. */
  readonly value: number;
  /** Why the field's content is not a quantity; null if it is one. */
  readonly problem: string | null;
  /** What an unavailable number was replaced with; null if the typed number is the chosen one. */
  readonly note: string | null;
  /** Takes what is typed, and leaves it unchanged while typing. */
  readonly type: (text: string) => void;
  readonly set: (value: number) => void;
  /** On blur the field shows the nearest number that can be chosen; the last one, if it shows none. */
  readonly leave: () => void;
}

/** If the bounds move, the number in the field moves with them. */
export function useQuantity(initial: number, steps: Steps): Quantity {
  const [typed, setTyped] = useState({ text: String(initial), wanted: initial });
  const [note, setNote] = useState<string | null>(null);
  const { text, wanted } = typed;
  const understood = typedQuantity(text, steps);
  const value = stepTo(wanted, steps);
  const choose = (next: number): void => {
    const chosen = stepTo(next, steps);
    setTyped({ text: String(chosen), wanted: chosen });
  };
  return {
    ...steps,
    text: understood.value !== null && wanted > steps.max ? String(value) : text,
    value,
    problem: understood.problem,
    note: understood.problem === null ? note : null,
    type(next) {
      const now = typedQuantity(next, steps);
      setNote(now.note);
      if (now.value === null) setTyped({ text: next, wanted });
      // Once the number exceeds the maximum, further typing is ignored.
      else if (now.value === stepTo(steps.max, steps) && now.note !== null) choose(now.value);
      else setTyped({ text: next, wanted: now.value });
    },
    set(next) {
      setNote(null);
      choose(next);
    },
    leave() {
      choose(leftQuantity(text, value, steps));
    },
  };
}
