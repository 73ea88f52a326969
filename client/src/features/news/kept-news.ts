/** Undismissed news: stored only in this browser, so that it survives a reload and shows in every tab. */
import type { Address } from '../../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../../common/values/nations.ts';
import type { Named, NewsItem } from './news-items.ts';

export const newsKey = (wallet: Address): string => `news.${wallet}`;

/** Undismissed news beyond this many is dropped. */
const MOST = 20;

/** Leaves out what can't be parsed, or isn't in this version's format. */
export function parseNews(text: string | null): readonly NewsItem[] {
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isNewsItem).slice(0, MOST) : [];
  } catch (error) {
    console.warn('The stored news cannot be read:', error);
    return [];
  }
}

export function keptNews(wallet: Address): readonly NewsItem[] {
  try {
    return parseNews(localStorage.getItem(newsKey(wallet)));
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return [];
  }
}

export function keepNews(wallet: Address, news: readonly NewsItem[]): void {
  const text = JSON.stringify(news.slice(0, MOST));
  try {
    // The storage event tells other tabs; writing only a changed value keeps them from echoing it.
    if (localStorage.getItem(newsKey(wallet)) !== text) localStorage.setItem(newsKey(wallet), text);
  } catch (error) {
    console.warn('The news could not be stored:', error);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isNewsItem(kept: unknown): kept is NewsItem {
  if (!isFields(kept) || typeof kept['key'] !== 'string') return false;
  switch (kept['kind']) {
    case 'passed':
      return (
        isListOf(kept['by'], isNamed) && isRank(kept['rankBefore']) && isRank(kept['rankAfter'])
      );
    case 'presidency':
      return (
        (kept['became'] === 'won' || kept['became'] === 'lost') &&
        isNationId(kept['nationId']) &&
        (kept['by'] === null || isNamed(kept['by']))
      );
    case 'unbacked':
      return (
        isListOf(kept['stakeIds'], isText) &&
        Number.isSafeInteger(kept['dollars']) &&
        (kept['block'] === null || Number.isSafeInteger(kept['block']))
      );
    case 'unlocked':
      return isListOf(kept['stakeIds'], isText);
    default:
      return false;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isNamed(value: unknown): value is Named {
  if (!isFields(value)) return false;
  const { walletAddress, name } = value;
  const isAddress = isText(walletAddress) && /^0x[0-9a-f]{40}$/i.test(walletAddress);
  return isAddress && (name === null || isText(name));
}

function isRank(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNationId(value: unknown): value is NationId {
  return NATION_IDS.some((id) => id === value);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}
