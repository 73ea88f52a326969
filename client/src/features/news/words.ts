/** The news in words, a fact for each thing that happened. Pure. */
import type { Address } from '../../../../common/values/address.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { weekNumber, weekOf } from '../../../../common/values/week.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { andMore } from '../../ui/format.ts';
import { nameOf, namesText, type Nameable } from '../../views/names-text.ts';
import type { News } from './news.ts';

interface Known {
  readonly nationId: NationId;
  /** The nation's, now. */
  readonly president: Address | null;
  /** The player's, as far as they are known. */
  readonly stakes: readonly { readonly id: string; readonly text: string }[];
  /** Who is known by name: a newcomer's is checked only after their first move. */
  readonly rows: readonly Nameable[];
}

/** What can be done about a fact. */
export type Remedy =
  | 'see-what-is-left'
  | 'show-stakes'
  | 'pass'
  | 'win-back'
  | 'see-race'
  | 'see-rules'
  | 'see-mine'
  | 'see-week';

interface Fact {
  readonly atMs: number;
  readonly text: string;
  readonly remedy: Remedy;
}

/** Newest first. */
export function newsFacts(
  { places, presidency, followed, unbacked, unlocked, week, rules }: News,
  { nationId, president, stakes, rows }: Known,
): readonly Fact[] {
  const named = (one: Nameable): Nameable =>
    one.name ? one : (rows.find((row) => row.walletAddress === one.walletAddress) ?? one);
  const facts: Fact[] = unbacked.map(({ stakeIds, dollars, atMs }) => {
    const what = stakesText(stakeIds, stakes);
    return {
      atMs,
      text: `Your wallet no longer held what was staked, so it ended: ${what}. ${formatDeltaDollars(dollars)} GDP.`,
      remedy: 'see-what-is-left',
    };
  });
  const nation = nationInText(nationId);
  if (presidency?.is === 'won') {
    const text = `You are President of ${nation}.`;
    facts.push({ atMs: presidency.atMs, text, remedy: 'see-race' });
  } else if (presidency) {
    const { atMs, dollars } = presidency;
    const loss = president
      ? `the presidency of ${nation} is ${nameOf(named({ walletAddress: president }))}’s now`
      : `${nation} has no President now`;
    const text =
      dollars === 0
        ? `${loss.charAt(0).toUpperCase()}${loss.slice(1)}.`
        : `${formatDeltaDollars(dollars)} · ${loss}`;
    facts.push({ atMs, text, remedy: 'win-back' });
  }
  if (places) {
    const { before, after, passedBy, atMs } = places;
    const ranks = `#${formatCount(before)}\u00A0→\u00A0#${formatCount(after)}`;
    // Those whom one follows have a line of their own.
    const isOther = ({ walletAddress }: Nameable): boolean =>
      !followed?.passedBy.some((one) => one.walletAddress === walletAddress);
    const by = passedBy.filter(isOther).map(named);
    const whom = namesText(by, by.length, by.length > 2 ? 1 : 2);
    const text = `Rank ${ranks}${by.length > 0 ? `, passed by ${whom}` : ''}.`;
    facts.push({ atMs, text, remedy: 'pass' });
  }
  if (followed) {
    const { passedBy, passed, atMs } = followed;
    if (passedBy.length > 0) {
      const text = `${namesText(passedBy)}, whom you follow, passed you.`;
      facts.push({ atMs, text, remedy: 'pass' });
    }
    if (passed.length > 0) {
      const text = `You passed ${namesText(passed)}, whom you follow.`;
      facts.push({ atMs, text, remedy: 'see-mine' });
    }
  }
  if (unlocked) {
    const text = `Unlocked: ${stakesText(unlocked.stakeIds, stakes)}. Still earning until you unstake.`;
    facts.push({ atMs: unlocked.atMs, text, remedy: 'show-stakes' });
  }
  if (week) {
    const place = `#${formatCount(week.rank)} of ${formatCount(week.players)}`;
    const text = `Week ${weekNumber(weekOf(week.id) ?? 0)} is over: you were ${place}.`;
    facts.push({ atMs: week.atMs, text, remedy: 'see-week' });
  }
  facts.push(...rules.map((change): Fact => ({ ...change, remedy: 'see-rules' })));
  return facts.sort((a, b) => b.atMs - a.atMs);
}

/** `5,000 DENA and 2 × Italy`, `5,000 DENA and 3 more`; `2 stakes`, if none of them is known. */
function stakesText(ids: readonly string[], stakes: Known['stakes']): string {
  const texts = stakes.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
  const [first] = texts;
  if (first === undefined) return ids.length > 1 ? `${formatCount(ids.length)} stakes` : '1 stake';
  return texts.length > 2 ? first + andMore(texts.length - 1) : texts.join(' and ');
}
