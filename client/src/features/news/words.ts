/** The news in words. Pure. */
import type { Address } from '../../../../common/values/address.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { formatAgo, formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { nameOf, namesText } from '../../views/names-text.ts';
import { copiesOf } from '../../views/staked.ts';
import type { Away } from './away.ts';
import { withName, type NewsItem } from './news-items.ts';

const rank = (place: number): string => `#${formatCount(place)}`;
const stakes = (count: number): string =>
  count === 1 ? '1 stake' : `${formatCount(count)} stakes`;

/** @param what names the stakes: `5,000 DENA and 2 copies of Italy`; null if unknown. */
export function newsText(item: NewsItem, what: (ids: readonly string[]) => string | null): string {
  switch (item.kind) {
    case 'passed':
      return `${namesText(item.by)} passed you: rank ${rank(item.rankBefore)} → ${rank(item.rankAfter)}.`;
    case 'presidency': {
      const nation = NATIONS[item.nationId].name;
      if (item.became === 'won') return `You are President of ${nation}.`;
      return item.by
        ? `${nameOf(item.by)} is President of ${nation} now, in your place.`
        : `You are no longer President of ${nation}.`;
    }
    case 'unbacked': {
      const { stakeIds, dollars, block } = item;
      const which = what(stakeIds) ?? stakes(Math.max(1, stakeIds.length));
      const where = block === null ? '' : ` at block ${formatCount(block)}`;
      return `Your wallet no longer held what was staked${where}, so ${stakeIds.length > 1 ? 'these stakes' : 'this stake'} ended: ${which}. ${formatDeltaDollars(dollars)} GDP.`;
    }
    case 'unlocked':
      return `Unlocked: ${what(item.stakeIds) ?? stakes(item.stakeIds.length)}. Still earning until you unstake.`;
  }
}

/** `While you were away (3 h): rank #4 → #7, passed by anna.eth and ben.eth · −$500 GDP`. */
export function awayText(
  away: Away,
  nowMs: number,
  knownName: (wallet: Address) => string | null = () => null,
): string {
  const { rankBefore, rankAfter, dollars, passedBy, presidency, unbacked, unlocked } = away;
  const parts: string[] = [];
  if (rankBefore !== rankAfter) {
    const passers = passedBy.map((person) => withName(person, knownName));
    const by = passers.length > 0 ? `, passed by ${namesText(passers)}` : '';
    parts.push(`rank ${rank(rankBefore)} → ${rank(rankAfter)}${by}`);
  }
  if (dollars !== 0) parts.push(`${formatDeltaDollars(dollars)} GDP`);
  if (presidency === 'won') parts.push('you became President');
  if (presidency === 'lost') parts.push('you lost the presidency');
  for (const { stakes: count, block } of unbacked) {
    const where = block === null ? '' : ` at block ${formatCount(block)}`;
    parts.push(`${stakes(count)} ended${where}, no longer in your wallet`);
  }
  if (unlocked > 0) parts.push(`${stakes(unlocked)} unlocked`);
  return `While you were away (${formatAgo(nowMs - away.sinceMs)}): ${parts.join(' · ')}.`;
}

interface NamedStake {
  readonly id: string;
  /** For DENA. */
  readonly amountText?: string;
  /** For an NFT. */
  readonly quantity?: number;
  readonly nftName?: string;
}

/** `5,000 DENA and 2 copies of Italy`; null if none of them is among the loaded stakes. */
export function stakesText(ids: readonly string[], held: readonly NamedStake[]): string | null {
  const texts = held
    .filter(({ id }) => ids.includes(id))
    .map(({ amountText, quantity, nftName }) =>
      amountText === undefined
        ? copiesOf(nftName ?? 'an NFT', quantity ?? 1)
        : `${amountText} DENA`,
    );
  if (texts.length === 0) return null;
  return texts.length > 2
    ? `${texts[0] ?? ''} and ${formatCount(texts.length - 1)} more`
    : texts.join(' and ');
}
