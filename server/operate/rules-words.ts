/** The rules as `npm run operate -- rules` prints them, and what a change of them would be. */
import {
  changesBetween,
  figureObjection,
  figuresOf,
  pathObjection,
  rulesObjection,
  rulesWith,
} from '../../common/rules/change-rules.ts';
import { instantText } from '../../common/values/instant.ts';
import { durationText } from '../../common/values/figures.ts';
import { rulesText, ruleText } from '../../common/values/rule-words.ts';
import type { RuleChange, Rules } from '../../common/values/rules.ts';
import { OperatorError } from '../lib/command.ts';
import type { RulesInEra } from '../store/kept/era.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  '': 1,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const isMs = (rule: string) => rule.endsWith('Ms');

/** Figures by their paths, from words such as `lockMs=5d`. @throws OperatorError */
export function figuresIn(words: readonly string[]): Readonly<Record<string, number>> {
  if (words.length === 0) {
    throw new OperatorError('Name what to set: rules set tradePrices.oil=60.');
  }
  const set: Record<string, number> = {};
  for (const word of words) {
    const [rule = '', text, ...more] = word.split('=');
    const objection = pathObjection(rule);
    if (objection) throw new OperatorError(objection);
    const [, digits = '', unit = ''] = /^(\d{1,15})(d|h|min)?$/.exec(text ?? '') ?? [];
    if (more.length > 0 || digits === '' || (unit !== '' && !isMs(rule))) {
      const unitOf = isMs(rule) ? ', or one with a unit: 5d, 36h, 90min' : '';
      throw new OperatorError(`${rule} takes a whole number${unitOf}: ${rule}=….`);
    }
    if (rule in set) throw new OperatorError(`${rule} is set twice.`);
    const value = Number(digits) * (UNITS_MS[unit] ?? 1);
    if (isMs(rule) && value % 60_000 !== 0) {
      throw new OperatorError(`${rule} is a whole number of minutes.`);
    }
    const outside = figureObjection(rule, value);
    if (outside) throw new OperatorError(outside);
    set[rule] = value;
  }
  return set;
}

/** What a change touches, by the figure's first name. */
const TOUCHES: readonly (readonly [names: readonly string[], sentence: string])[] = [
  [
    ['tradePrices', 'tradeStep', 'tradeMax'],
    'Trades from then on. A page that still shows an old price is told that it has changed.',
  ],
  [
    ['denaPerDollar', 'culturalGdpBonus'],
    'Stakes that begin from then on. Those that are active keep what they add.',
  ],
  [['startingGdp'], 'Players who join from then on. All others keep the starting GDP they have.'],
  [
    ['accrualPerHour', 'accrualCapMs', 'bonusPercent'],
    'What accrues from then on, of everyone. What had accrued by then stays.',
  ],
  [
    ['lockMs'],
    'Stakes that begin from then on. The locks of those that are active stay as they were told.',
  ],
  [['maxStakesPerKind'], 'New stakes from then on. No active one ends.'],
];

/**
 * What setting these figures would change, line by line. @throws OperatorError if it changes
 * nothing, or the rules can't be so.
 */
export function changeLines(
  { sets, announced }: RulesInEra,
  set: Readonly<Record<string, number>>,
  from: number | null,
): string[] {
  const before = inForce(sets);
  const after = rulesWith(before, set);
  const objection = rulesObjection(before, after);
  if (objection) throw new OperatorError(objection);
  const changed = changesBetween(before, after);
  const replaced = announced
    ? [
        `It replaces what is announced for ${instantText(announced.since)}: ${announcedText(before, announced.rules)}.`,
      ]
    : [];
  if (changed.length === 0) {
    if (replaced.length > 0) return ['Everything stays as it is now.', ...replaced];
    throw new OperatorError('The rules are so already.');
  }
  const tense = from === null ? 'is' : 'will';
  const names = new Set(changed.map(({ rule }) => rule.split('.')[0] ?? ''));
  return [
    from === null ? 'At once:' : `From ${instantText(from)}, announced until then:`,
    ...changed.map((change) => `  ${ruleText(change, tense)}`),
    'It touches:',
    ...TOUCHES.filter(([of]) => of.some((name) => names.has(name))).map(
      ([, sentence]) => `  ${sentence}`,
    ),
    ...replaced,
  ];
}

function announcedText(before: Rules, after: Rules): string {
  return rulesText(changesBetween(before, after), 'will');
}

function inForce(sets: RulesInEra['sets']): Rules {
  const last = sets.at(-1);
  if (last) return last.rules;
  throw new OperatorError('The game has not begun: start the server once, then try again.');
}

/** Whether these figures are in force, or announced if they are to begin later. */
export function isSetTo(
  { sets, announced }: RulesInEra,
  { set, from }: { readonly set: Readonly<Record<string, number>>; readonly from: number | null },
): boolean {
  const present = inForce(sets);
  const all = [present, ...(from !== null && announced ? [announced.rules] : [])];
  return all.some((rules) => changesBetween(rules, rulesWith(rules, set)).length === 0);
}

/** Every figure that may be changed, and those that are announced. */
export function rulesLines({ sets, announced }: RulesInEra): string[] {
  const rules = inForce(sets);
  const since = sets.at(-1)?.since ?? 0;
  const changes = sets.length - 1;
  return [
    `In force since ${instantText(since)}${changes === 0 ? ', as the game began' : ''}:`,
    ...[...figuresOf(rules)].map(
      ([rule, figure]) => `  ${rule}=${figure}${isMs(rule) ? ` (${durationText(figure)})` : ''}`,
    ),
    ...(announced
      ? [
          `Announced for ${instantText(announced.since)}:`,
          ...changesBetween(rules, announced.rules).map(
            (change: RuleChange) => `  ${ruleText(change, 'will')}`,
          ),
        ]
      : []),
  ];
}
