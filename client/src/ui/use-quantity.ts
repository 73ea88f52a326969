/** How many pieces, as they are typed, stepped or slid to: what was understood, or what is wrong with it. */
import { useState } from 'react';
import { stepTo, type Steps } from './step-number.ts';
import { typedWhole } from './typed-number.ts';

export interface Quantity extends Steps {
  /** As the field shows it. */
  readonly text: string;
  /** The number that can be chosen which was understood last. */
  readonly value: number;
  /** Why what stands in the field is no number of pieces; null where it is one. */
  readonly problem: string | null;
  /** Takes what is typed, which stays as it is while it is typed. */
  readonly type: (text: string) => void;
  readonly set: (value: number) => void;
  /** The field is left: it shows what was understood. What was not stays, to be mended. */
  readonly leave: () => void;
}

const EMPTY = 'Enter how many.';

/** Where the ends move while a number stands in the field, the number moves with them. */
export function useQuantity(initial: number, steps: Steps): Quantity {
  const [typed, setTyped] = useState({ text: String(initial), wanted: initial });
  const { text, wanted } = typed;
  const figure = typedWhole(text);
  const value = stepTo(wanted, steps);
  const set = (next: number): void => {
    const chosen = stepTo(next, steps);
    setTyped({ text: String(chosen), wanted: chosen });
  };
  return {
    ...steps,
    text: figure.is === 'number' && Number(figure.decimal) > steps.max ? String(value) : text,
    value,
    problem: figure.is === 'problem' ? figure.words : figure.is === 'empty' ? EMPTY : null,
    type(next) {
      const now = typedWhole(next);
      if (now.is !== 'number') setTyped({ text: next, wanted });
      else if (Number(now.decimal) > steps.max) set(steps.max);
      else setTyped({ text: next, wanted: Number(now.decimal) });
    },
    set,
    leave() {
      if (figure.is === 'number') set(value);
    },
  };
}
