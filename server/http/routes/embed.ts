/** GET /embed/ranking, which any site may frame, and GET /oembed, which tells how. */
import type { RequestHandler } from 'express';
import { embedCall, oembedCall, type EmbedQuery } from '../../../common/protocol/builders.ts';
import { PRODUCT_NAME, REHEARSAL_WORDS } from '../../../common/values/product.ts';
import { weekOf } from '../../../common/values/week.ts';
import type { RouteParts } from '../app-parts.ts';
import {
  addressed,
  EMBED_POLICY,
  EMBED_ROWS,
  EMBED_SIZE,
  embedPage,
  selectedBy,
  titleOf,
} from '../formats/embed-page.ts';
import { escaped } from '../formats/markup.ts';
import { cachedText } from '../text-cache.ts';
import { Problem } from '../problem.ts';
import { route, sharedRoute, type Route } from '../route.ts';
import { unqueued } from '../shared-work.ts';

const HTML = 'text/html; charset=utf-8';
/** How long a site may keep what /oembed answers, in seconds. */
const CACHE_AGE = 86_400;
const PAGES: ReadonlySet<string> = new Set(['/ranking', embedCall.path]);

export function embedRoutes({
  board,
  seasons,
  callers,
  origin,
  facts,
  cached,
}: RouteParts): Route[] {
  const { isRehearsal } = facts;

  return [
    sharedRoute(embedCall, ({ query, headers, request, longQueue }) => {
      const week = knownWeek(query);
      // Weeks end and are closed without a commit.
      const version = week === null ? '' : `${week}.${seasons.versionOf(week)}`;
      const name = `embed.${query.nation ?? ''}.${query.theme ?? ''}.${version}`;
      const part = { limit: EMBED_ROWS, offset: 0, nationId: query.nation };
      const queue = week !== null && seasons.takesLong(week, part) ? longQueue : unqueued;
      return cachedText(cached, { name, type: HTML, headers, queue }, async () => {
        // Null if the record can't say it.
        const found = week === null ? null : await seasons.entries(week, part);
        const { season: _, ...ofAllTime } = query;
        if (!found) return embedPage({ selected: ofAllTime, ...rowsNow(query), isRehearsal });
        callers.chargeWork(request, found);
        const { entries: rows, count, isSettled } = found;
        return { ...embedPage({ selected: query, rows, count, isRehearsal }), isSettled };
      });
    }),

    route(oembedCall, ({ query, headers }) => {
      const { url, format = 'json', maxwidth = Infinity, maxheight = Infinity } = query;
      const own = origin.own(headers) ?? '';
      const selected = selectedAt(new URL(url), own);
      if (!selected) {
        throw new Problem(
          'not-found',
          `Nothing can be embedded from there: ask for ${own}/ranking, without at, or ${own}${embedCall.path}.`,
        );
      }
      // What the specification says to a format that isn't there.
      if (format !== 'json') return { status: 501, body: null };
      const width = Math.min(EMBED_SIZE.width, maxwidth);
      const height = Math.min(EMBED_SIZE.height, maxheight);
      const name = `${PRODUCT_NAME}: ${titleOf(selected)}`;
      const title = isRehearsal ? `${REHEARSAL_WORDS} ${name}` : name;
      const source = own + addressed(embedCall.path, selected);
      const html = `<iframe src="${escaped(source)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
      return {
        status: 200,
        body: {
          version: '1.0',
          type: 'rich',
          title,
          provider_name: PRODUCT_NAME,
          provider_url: own,
          cache_age: CACHE_AGE,
          html,
          width,
          height,
        },
        headers: { 'Cache-Control': 'public, max-age=3600' },
      } as const;
    }),
  ];

  /** Null if none is asked for, or there isn't that one. */
  function knownWeek({ season = '' }: EmbedQuery): number | null {
    const week = weekOf(season);
    return week !== null && seasons.isKnown && seasons.has(week) ? week : null;
  }

  function rowsNow({ nation }: EmbedQuery) {
    return nation
      ? { rows: board.nationPage(nation, EMBED_ROWS, 0), count: board.nation(nation).players }
      : { rows: board.page(EMBED_ROWS, 0), count: board.count };
  }
}

/** What the embed of a page shows; null if it isn't one of ours that has an embed. */
function selectedAt({ origin, pathname, searchParams }: URL, own: string): EmbedQuery | null {
  return origin === own && PAGES.has(pathname.toLowerCase().replace(/\/$/, ''))
    ? selectedBy(Object.fromEntries(searchParams))
    : null;
}

/**
 * Of all answers below /embed, refusals too: their sentence is read in the frame. A page that is
 * isolated from other origins (HTML, §7.1.4) takes only frames that ask for the same isolation.
 */
export const framable: RequestHandler = (_request, response, next) => {
  response.removeHeader('X-Frame-Options');
  response.set({
    'Content-Security-Policy': EMBED_POLICY,
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  next();
};
