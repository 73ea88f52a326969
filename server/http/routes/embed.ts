/** GET /embed/ranking, which any site may frame, and GET /oembed, which tells how. */
import type { RequestHandler } from 'express';
import { embedCall, oembedCall, type EmbedQuery } from '../../../common/protocol/builders.ts';
import { nationIdSchema } from '../../../common/values/nation-id.ts';
import { NATIONS } from '../../../common/values/nations.ts';
import { PRODUCT_NAME, REHEARSAL_WORDS } from '../../../common/values/product.ts';
import type { AppParts } from '../app-parts.ts';
import { EMBED_POLICY, EMBED_ROWS, EMBED_SIZE, embedPage } from '../formats/embed-page.ts';
import { escaped } from '../formats/markup.ts';
import { keepTexts } from '../kept-texts.ts';
import { Problem } from '../problem.ts';
import { route, valid, type Route } from '../route.ts';

const HTML = 'text/html; charset=utf-8';
/** How long a site may keep what /oembed answers, in seconds. */
const CACHE_AGE = 86_400;
const PAGES: ReadonlySet<string> = new Set(['/ranking', embedCall.path]);

export function embedRoutes({ board, origin, facts }: AppParts): Route[] {
  const kept = keepTexts(board);
  const { isRehearsal } = facts;

  return [
    route(embedCall, ({ query, headers }) => {
      const { nation, theme } = query;
      const name = `embed.${nation ?? ''}.${theme ?? ''}`;
      return kept({ name, type: HTML, headers }, () => {
        const rows = nation ? board.nationPage(nation, EMBED_ROWS, 0) : board.page(EMBED_ROWS, 0);
        const count = nation ? board.nation(nation).players : board.count;
        return embedPage({ nation, theme, rows, count, isRehearsal });
      });
    }),

    route(oembedCall, ({ query, headers }) => {
      const { url, format = 'json', maxwidth = Infinity, maxheight = Infinity } = query;
      const own = origin.own(headers) ?? '';
      const shown = embeddedBy(new URL(url), own);
      if (!shown) {
        throw new Problem(
          'not-found',
          `Nothing can be embedded from there: ask for ${own}/ranking or ${own}${embedCall.path}.`,
        );
      }
      // What the specification says to a format that isn't there.
      if (format !== 'json') return { status: 501, body: null };
      const width = Math.min(EMBED_SIZE.width, maxwidth);
      const height = Math.min(EMBED_SIZE.height, maxheight);
      const name = `${PRODUCT_NAME}: ${shown.nation ? NATIONS[shown.nation].name : 'Global Rankings'}`;
      const title = isRehearsal ? `${REHEARSAL_WORDS} ${name}` : name;
      const asked = new URLSearchParams(Object.entries(shown)).toString();
      const source = `${own}${embedCall.path}${asked && `?${asked}`}`;
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
}

/** What the embed of a page shows; null if it isn't one of ours that has an embed. @throws Problem (400) */
function embeddedBy({ origin, pathname, searchParams }: URL, own: string): EmbedQuery | null {
  if (origin !== own || !PAGES.has(pathname.toLowerCase().replace(/\/$/, ''))) return null;
  if (pathname.startsWith(embedCall.path)) {
    return valid(embedCall.query, Object.fromEntries(searchParams));
  }
  // The ranking's page shows all nations for one that there isn't.
  const { data: nation } = nationIdSchema.safeParse(searchParams.get('nation'));
  return nation ? { nation } : {};
}

/** Of all answers below /embed, refusals too: their sentence is read in the frame. */
export const framable: RequestHandler = (_request, response, next) => {
  response.removeHeader('X-Frame-Options');
  response.set({
    'Content-Security-Policy': EMBED_POLICY,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  next();
};
