/**
 * Renders a page as HTML, which a browser shows before the scripts arrive; `main.tsx` renders the
 * same tree and hydrates it. At build time nothing is known of the game. The server renders again
 * with the facts of a moment, which only parts inside a `KeepServerHtml` may show, and by the rules
 * in force.
 */
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { setRevision } from '../../client-kit/api/revision.ts';
import type { Board } from '../../client-kit/live/board-merge.ts';
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import type { Rules } from '../../common/values/rules.ts';
import { PAGE_RULES_KEY } from './api/config.ts';
import { createQueryClient, LEADERBOARD_KEY } from './api/query-client.ts';
import { standingsQuery, worksQuery } from './api/nations.ts';
import { App } from './app/App.tsx';

interface Prerendered {
  /** The `<title>` element, for the head. */
  readonly title: string;
  /** The content of `#root`. */
  readonly html: string;
  /** The CSS rules that it uses, as `<style>` elements without a nonce. */
  readonly styles: string;
}

const TITLE = /<title>[^<]*<\/title>/;

/**
 * @param rules null: the specification's.
 * @throws whatever a component throws: a page that does not render must not ship.
 */
export async function prerenderPage(
  path: string,
  facts: PageFacts | null = null,
  rules: Rules | null = null,
): Promise<Prerendered> {
  const queryClient = createQueryClient();
  if (facts) know(queryClient, facts);
  if (rules) queryClient.setQueryData(PAGE_RULES_KEY, rules);
  const sheet = new ServerStyleSheet();
  const failures: unknown[] = [];
  try {
    const { prelude } = await prerender(
      sheet.collectStyles(
        <StrictMode>
          <StaticRouter location={path}>
            <App queryClient={queryClient} />
          </StaticRouter>
        </StrictMode>,
      ),
      // The whole page: parts streamed later would need scripts to put them in place.
      { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error) },
    );
    const whole = await new Response(prelude).text();
    if (failures.length > 0) throw new AggregateError(failures, `${path} cannot be prerendered`);
    // Elements for the head come before the page's own.
    const [title] = TITLE.exec(whole) ?? [];
    if (title === undefined) throw new Error(`${path} has no title`);
    const { html, rules } = withoutStyleAttributes(whole.replace(title, ''));
    const ofAttributes = rules === '' ? '' : `<style >${rules}</style>`;
    return { title, html, styles: sheet.getStyleTags() + ofAttributes };
  } finally {
    sheet.seal();
    queryClient.clear();
  }
}

function know(queryClient: QueryClient, facts: PageFacts): void {
  const { epoch, rev, rows, totalCount, standings, works } = facts;
  const board: Board = { epoch, rev, rows, totalCount };
  queryClient.setQueryData(LEADERBOARD_KEY, board);
  queryClient.setQueryData(standingsQuery().queryKey, setRevision(standings, { epoch, rev }));
  queryClient.setQueryData(worksQuery().queryKey, setRevision(works, { epoch, rev }));
}

/** As React writes it: its value contains no quotation mark of its own. */
const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/**
 * The content security policy refuses `style` attributes, so each becomes a rule. Scripts would not
 * know them, but what has a style is inside a `KeepServerHtml`, which no script takes over.
 */
function withoutStyleAttributes(page: string): { html: string; rules: string } {
  const styles: string[] = [];
  const html = page.replace(STYLE_ATTRIBUTE, (_, style: string) => {
    const known = styles.indexOf(style);
    const at = known === -1 ? styles.push(style) - 1 : known;
    return ` data-at="${at}"`;
  });
  // Twice, to count for more than the element's class, as the attribute would.
  const rules = styles.map((style, at) => `[data-at="${at}"][data-at]{${unescaped(style)}}`);
  return { html, rules: rules.join('') };
}

/**
 * Only what React escapes in an attribute; `<` stays, since a rule could end its element with it.
 */
function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}
