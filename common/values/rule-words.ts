/** Changes of the rules in words, as feeds, notices and pages say them. Without schemas. */
import { durationText, formatCount, formatDollars } from './figures.ts';
import { NATION_IDS, nationInText } from './nations.ts';
import type { RuleChange } from './rules.ts';

/** `30 Nov 2026, 12:00 UTC`: to the minute, rounded down. */
export function momentText(at: number): string {
  // `Mon, 30 Nov 2026 12:00:00 GMT`
  const [, day, month, year, time = ''] = new Date(at).toUTCString().split(' ');
  return `${Number(day)} ${month} ${year}, ${time.slice(0, 5)} UTC`;
}

interface Words {
  readonly subject: string;
  /** The verb of what is in force, and of what is announced. */
  readonly is: string;
  readonly will: string;
  readonly figure: (value: number) => string;
}

const inDena = (value: number) => `${formatCount(value)} DENA`;
const inUnits = (value: number) => `${formatCount(value)} units`;
const inPercent = (value: number) => `${formatCount(value)}%`;

const words = (
  subject: string,
  is: string,
  will: string,
  figure: (value: number) => string,
): Words => ({ subject, is, will, figure });

const OF_ONE: Readonly<Record<string, Words>> = {
  tradeStep: words('Trades', 'go in steps of', 'will go in steps of', inUnits),
  tradeMax: words('A trade', 'buys up to', 'will buy up to', inUnits),
  denaPerDollar: words('A dollar of GDP', 'takes', 'will take', inDena),
  accrualCapMs: words('Resources', 'accrue for up to', 'will accrue for up to', durationText),
  bonusPercent: words('A nation’s bonus', 'is', 'will be', inPercent),
  lockMs: words('New stakes', 'are locked for', 'will be locked for', durationText),
  maxStakesPerKind: words('The most stakes of a kind', 'are', 'will be', formatCount),
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Null for a figure that only a newer version knows. */
function wordsOf(rule: string): Words | null {
  const [name = '', of] = rule.split('.');
  if (of !== undefined && name === 'tradePrices') {
    return words(capitalized(of), 'costs', 'will cost', inDena);
  }
  if (of !== undefined && name === 'accrualPerHour') {
    return words(capitalized(of), 'accrues hourly at', 'will accrue hourly at', inUnits);
  }
  const nationId = NATION_IDS.find((one) => one === of);
  if (nationId) {
    const nation = nationInText(nationId);
    return name === 'startingGdp'
      ? words(`A new player of ${nation}`, 'starts with', 'will start with', formatDollars)
      : words(`A cultural NFT of ${nation}`, 'adds', 'will add', formatDollars);
  }
  return OF_ONE[name] ?? null;
}

/** `60 DENA`, `7 days`: a figure of the rules, as its rule's sentence says it. */
export function figureText(rule: string, value: number): string {
  return (wordsOf(rule)?.figure ?? formatCount)(value);
}

/** `Oil costs 60 DENA (50 DENA before)`, or with `will`: `Oil will cost 60 DENA (50 DENA now)`. */
export function ruleText({ rule, from, to }: RuleChange, tense: 'is' | 'will'): string {
  const known = wordsOf(rule) ?? words(rule, 'is', 'will be', formatCount);
  const { subject, [tense]: verb, figure } = known;
  return `${subject} ${verb} ${figure(to)} (${figure(from)} ${tense === 'is' ? 'before' : 'now'})`;
}

/** More changes than these are counted. */
const SAID = 3;

/** As one sentence without its full stop. */
export function rulesText(changed: readonly RuleChange[], tense: 'is' | 'will'): string {
  const said = changed.slice(0, SAID).map((change) => ruleText(change, tense));
  const more = changed.length - said.length;
  const all = [...said, ...(more > 0 ? [`${more} more`] : [])];
  return all
    .map((text, i) => (i === 0 ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`))
    .join('; ');
}
