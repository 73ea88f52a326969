/** The news in words. Pure. */
import type { Address } from '../../../../common/values/address.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { andMore, formatAge } from '../../ui/format.ts';
import { nameOf, namesText, type Nameable } from '../../views/names-text.ts';
import type { News } from './news.ts';

interface Facts {
  readonly nationId: NationId;
  /** The nation's, now. */
  readonly president: Address | null;
  /** The player's, as far as they are known. */
  readonly stakes: readonly { readonly id: string; readonly text: string }[];
  /** Who is known by name: a newcomer's is checked only after their first move. */
  readonly rows: readonly Nameable[];
}

/** A sentence for each thing that happened, first what one can act on. */
export function newsText(
  { places, presidency, unbacked, unlocked }: News,
  { nationId, president, stakes, rows }: Facts,
): string {
  const named = (one: Nameable): Nameable =>
    one.name ? one : (rows.find((row) => row.walletAddress === one.walletAddress) ?? one);
  const sentences: string[] = [];
  for (const { stakeIds, dollars, block } of unbacked) {
    const where = block === null ? '' : ` at block ${formatCount(block)}`;
    const which = stakeIds.length > 1 ? 'these stakes' : 'this stake';
    sentences.push(
      `Your wallet no longer held what was staked${where}, so ${which} ended: ${stakesText(stakeIds, stakes)}. ${formatDeltaDollars(dollars)} GDP.`,
    );
  }
  if (unlocked.length > 0)
    sentences.push(`Unlocked: ${stakesText(unlocked, stakes)}. Still earning until you unstake.`);
  if (places) {
    const ranks = `#${formatCount(places.before)}\u00A0→\u00A0#${formatCount(places.after)}`;
    const by = places.passedBy.map(named);
    sentences.push(
      by.length > 0
        ? `Rank ${ranks}, passed by ${namesText(by, by.length, by.length > 2 ? 1 : 2)}.`
        : `Rank ${ranks}.`,
    );
  }
  const nation = nationInText(nationId);
  if (presidency === 'won') sentences.push(`You are President of ${nation}.`);
  if (presidency === 'lost')
    sentences.push(
      president
        ? `${nameOf(named({ walletAddress: president }))} is President of ${nation} now, in your place.`
        : `You are no longer President of ${nation}.`,
    );
  return sentences.join(' ');
}

/** `While you were away (3 h): …`. */
export function awayText(awayMs: number, text: string): string {
  return `While you were away (${formatAge(awayMs)}): ${text}`;
}

/** Of the player ahead, by so many dollars [LB1]. */
export function aheadText(name: string, gap: number): string {
  return gap === 0
    ? `Level with ${name}, who got there first`
    : `${formatDollars(gap)} behind ${name}`;
}

/** Of the player behind, by so many dollars. */
export function behindText(name: string, gap: number): string {
  return gap === 0 ? `${name} is level with you` : `${name} is ${formatDollars(gap)} behind you`;
}

/** `5,000 DENA and 2 × Italy`, `5,000 DENA and 3 more`; `2 stakes`, if none of them is known. */
function stakesText(ids: readonly string[], stakes: Facts['stakes']): string {
  const texts = stakes.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
  const [first] = texts;
  if (first === undefined) return ids.length > 1 ? `${formatCount(ids.length)} stakes` : '1 stake';
  return texts.length > 2 ? first + andMore(texts.length - 1) : texts.join(' and ');
}
