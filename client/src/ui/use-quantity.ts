/** How many pieces, as they are typed, stepped or slid to: what was understood, or what is wrong with it. */
import { useState } from 'react';
import { stepTo, type Steps } from './step-number.ts';
import { typedQuantity } from './typed-number.ts';

export interface Quantity extends Steps {
  /** As the field shows it. */
  readonly text: string;
  /** The last valid quantity. */
  readonly value: number;
  /** Why what stands in the field is no number of pieces; null where it is one. */
  readonly problem: string | null;
  /** What a number that can't be chosen was taken as; null where the number typed is the one chosen. */
  readonly note: string | null;
  /** Takes what is typed, which stays as it is while it is typed. */
  readonly type: (text: string) => void;
  readonly set: (value: number) => void;
  /** The field is left: it shows what was understood. What was not stays, to be mended. */
  readonly leave: () => void;
}

/** Where the ends move while a number stands in the field, the number moves with them. */
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
      // Nothing more is to be typed behind a number past the most.
      else if (now.value === stepTo(steps.max, steps) && now.note !== null) choose(now.value);
      else setTyped({ text: next, wanted: now.value });
    },
    set(next) {
      setNote(null);
      choose(next);
    },
    leave() {
      if (understood.value !== null) choose(value);
    },
  };
}
