/** Figures as people type and paste them. What can't be meant is refused, never guessed at. Pure. */
import { formatCount } from './format.ts';
import { stepTo, type Steps } from './step-number.ts';

export type TypedNumber =
  | {
      readonly is: 'number';
      /** A plain decimal: no separators, no leading zeros. */
      readonly decimal: string;
    }
  | { readonly is: 'empty' }
  | {
      readonly is: 'problem';
      /** What is wrong and what to type instead. */
      readonly words: string;
    };

const problem = (words: string) => ({ is: 'problem', words }) as const;

const EXAMPLE = 12_500;

const MINUS = problem('Enter it without a minus.');
const COMMA = problem(
  `A comma groups by three, as in ${formatCount(EXAMPLE)}; decimals follow a point.`,
);
const WHOLE = problem('Whole numbers only, without a point.');
const NO_NUMBER = problem(`Enter a number such as ${formatCount(EXAMPLE)}.`);

/**
 * Digits with or without groups of three, then perhaps decimals; at least one digit is asked for beside it.
 * No grouped number begins with 0: `0,500` is half of one to whoever writes decimals with a comma.
 */
const SHAPE = /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/;

/**
 * A number of 0 or more. Blanks around it, leading zeros, groups of three and a bare point are understood:
 * `10,000`, ` 12.50 `, `.5`, `5.`.
 * @param unit may stand behind it, as in what is copied from elsewhere: `10,000 DENA`.
 */
export function typedDecimal(text: string, unit = ''): TypedNumber {
  const figure = withoutUnit(text.trim(), unit);
  if (figure === '') return { is: 'empty' };
  // A hyphen, and what pages and word processors print for a minus.
  if (/^[-−–]/.test(figure)) return MINUS;
  const match = SHAPE.exec(figure);
  if (!match || !/\d/.test(figure)) return /^[\d.]*,[\d.,]*$/.test(figure) ? COMMA : NO_NUMBER;
  const [, groups = '', fraction = ''] = match;
  const whole = groups.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  return { is: 'number', decimal: fraction ? `${whole}.${fraction}` : whole };
}

/** The same of whole pieces: `12.5` is refused, `12.0` and `12.` are refused as well. */
export function typedWhole(text: string): TypedNumber {
  const typed = typedDecimal(text);
  return typed.is === 'number' && text.includes('.') ? WHOLE : typed;
}

export interface TypedQuantity {
  /** The nearest number that can be chosen; null where what is typed is no whole number. */
  readonly value: number | null;
  /** What is wrong and what to type instead. */
  readonly problem: string | null;
  /** What it is taken as, where that is another number than the one typed: `Taken as 130: …`. */
  readonly note: string | null;
}

const NO_QUANTITY = 'Enter how many.';

/** A number of pieces between two ends. One out of range or between two steps is moved to the nearest, and says so. */
export function typedQuantity(text: string, steps: Steps): TypedQuantity {
  const typed = typedWhole(text);
  if (typed.is !== 'number') {
    const problem = typed.is === 'problem' ? typed.words : NO_QUANTITY;
    return { value: null, problem, note: null };
  }
  const value = stepTo(Number(typed.decimal), steps);
  const isMoved = typed.decimal !== String(value);
  return { value, problem: null, note: isMoved ? takenAs(value, steps) : null };
}

function takenAs(value: number, { min, max, step }: Steps): string {
  const taken = `Taken as ${formatCount(value)}`;
  if (max <= min) return `${taken}.`;
  const inSteps = step === 1 ? '' : ` in steps of ${formatCount(step)}`;
  return `${taken}: ${formatCount(min)} to ${formatCount(max)}${inSteps}.`;
}

function withoutUnit(text: string, unit: string): string {
  return unit && text.toLowerCase().endsWith(unit.toLowerCase())
    ? text.slice(0, -unit.length).trimEnd()
    : text;
}
