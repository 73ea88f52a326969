/**
 * Renders a page before any data has loaded, as HTML, at build time: a browser shows it before the scripts
 * arrive. `main.tsx` renders the same tree and hydrates it.
 */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/App.tsx';

export interface Prerendered {
  /** The `<title>` element, for the head. */
  readonly title: string;
  /** The content of `#root`. */
  readonly html: string;
  /** The CSS rules that it uses, as `<style>` elements without a nonce. */
  readonly styles: string;
}

const TITLE = /<title>[^<]*<\/title>/;

/** @throws whatever a component throws: a page that does not render must not ship. */
export async function prerenderPage(path: string): Promise<Prerendered> {
  const queryClient = createQueryClient();
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
    return { title, html: whole.replace(title, ''), styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
    queryClient.clear();
  }
}
