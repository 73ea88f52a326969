/** The current news: the watcher of live messages writes it, the strips show it. */
import type { Address } from '../../../../common/values/address.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Away } from './away.ts';
import type { Named, OwnMove, NewsItem } from './news-items.ts';

export interface Celebration extends OwnMove {
  /** Dollars. */
  readonly gdpBefore: number;
  /** The best-ranked of those who were passed. */
  readonly passed: readonly Named[];
}

interface News {
  /** Whose news it is; null: no wallet. */
  readonly wallet: Address | null;
  readonly away: Away | null;
  /** Newest first. */
  readonly items: readonly NewsItem[];
  /** The player's own move, while it is celebrated. */
  readonly celebration: Celebration | null;
}

const NOTHING: News = { wallet: null, away: null, items: [], celebration: null };

const news = createStore(NOTHING);

export function setNews(change: (held: News) => News): void {
  news.set(change(news.get()));
}

/** Switches to another wallet, with its stored news. */
export function startNews(wallet: Address, items: readonly NewsItem[]): void {
  setNews(() => ({ ...NOTHING, wallet, items }));
}

export function addNews(item: NewsItem): void {
  setNews((held) => ({
    ...held,
    items: [item, ...held.items.filter(({ key }) => key !== item.key)],
  }));
}

export function dismiss(key: string): void {
  setNews((held) => ({
    ...held,
    items: held.items.filter((item) => item.key !== key),
  }));
}

export function setCelebration(celebration: Celebration | null): void {
  setNews((held) => ({ ...held, celebration }));
}

export function dismissAway(): void {
  setNews((held) => ({ ...held, away: null }));
}

export function useNews(): News {
  return useStore(news, NOTHING);
}
