/** What only this browser keeps: undismissed news, and when each wallet's page was last looked at. */
import { z } from 'zod';
import type { Address } from '../../../../common/values/address.ts';
import { keep, kept } from '../../lib/kept.ts';
import { seenSchema, type Seen } from './away.ts';
import { newsItemSchema, type NewsItem } from './news-items.ts';

export const newsKey = (wallet: Address): string => `news.${wallet}`;
const seenKey = (wallet: Address): string => `seen.${wallet}`;

/** Undismissed news beyond this many is dropped. */
const MOST = 20;

/** What can't be parsed, or isn't in this version's format, is left out. */
const newsSchema = z
  .array(z.unknown())
  .transform((items) => items.flatMap((item) => newsItemSchema.safeParse(item).data ?? []));

/** Null if there is nothing, or nothing readable. */
function parse<Schema extends z.ZodType>(schema: Schema, text: string | null) {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    console.warn('What this browser kept cannot be read:', error);
    return null;
  }
}

export function parseNews(text: string | null): readonly NewsItem[] {
  return (parse(newsSchema, text) ?? []).slice(0, MOST);
}

export function keptNews(wallet: Address): readonly NewsItem[] {
  return parseNews(kept(newsKey(wallet)));
}

export function keepNews(wallet: Address, news: readonly NewsItem[]): void {
  const text = JSON.stringify(news.slice(0, MOST));
  // Writing only a changed value keeps other tabs from echoing it.
  if (kept(newsKey(wallet)) !== text) keep(newsKey(wallet), text);
}

export function lastSeen(wallet: Address): Seen | null {
  return parse(seenSchema, kept(seenKey(wallet)));
}

export function keepSeen(wallet: Address, seen: Seen): void {
  keep(seenKey(wallet), JSON.stringify(seen));
}
