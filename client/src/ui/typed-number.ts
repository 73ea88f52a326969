/** Figures as people type and paste them. What can't be meant is refused, never guessed at. Pure. */
import { formatCount } from './format.ts';

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

/** Digits with or without groups of three, then perhaps decimals; at least one digit is asked for beside it. */
const SHAPE = /^(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/;

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

/** The same of whole pieces: `12.5` is refused, `12.0` and `12.` are not asked for either. */
export function typedWhole(text: string): TypedNumber {
  const typed = typedDecimal(text);
  return typed.is === 'number' && text.includes('.') ? WHOLE : typed;
}

function withoutUnit(text: string, unit: string): string {
  return unit && text.toLowerCase().endsWith(unit.toLowerCase())
    ? text.slice(0, -unit.length).trimEnd()
    : text;
}
