/**
 * Parses figures as people type and paste them. Ambiguous input is refused, never guessed at. Pure.
 */
import { formatCount } from '../../../common/values/figures.ts';

export interface Steps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The nearest number that can be chosen; `min` if `max` is below `min`. */
export function stepTo(value: number, { min, max, step }: Steps): number {
  if (Number.isNaN(value)) return min;
  const last = min + Math.floor(Math.max(0, max - min) / step) * step;
  const stepped = min + Math.round((value - min) / step) * step;
  return Math.min(last, Math.max(min, stepped));
}

type TypedNumber =
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
const NO_NUMBER = problem(`Enter a number such as ${formatCount(EXAMPLE)}.`);

/**
 * Digits with or without groups of three, then perhaps decimals; at least one digit is checked
 * separately. No grouped number begins with 0: `0,500` means one half to people who use a decimal
 * comma.
 */
const SHAPE = /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/;

/**
 * A number of 0 or more. Surrounding blanks, leading zeros, groups of three and a bare point are
 * accepted: `10,000`, ` 12.50 `, `.5`, `5.`.
 * @param unit may follow it, as in copied text: `10,000 DENA`.
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

/** [VAL8, VAL9] The nearest number that can be chosen: the least, if no number is typed. */
export function typedQuantity(text: string, steps: Steps): number {
  const typed = typedDecimal(text);
  return stepTo(Number(typed.is === 'number' ? typed.decimal : text.trim() || Number.NaN), steps);
}

function withoutUnit(text: string, unit: string): string {
  return unit && text.toLowerCase().endsWith(unit.toLowerCase())
    ? text.slice(0, -unit.length).trimEnd()
    : text;
}
