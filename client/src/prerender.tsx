/**
 * A page as it stands before anything has loaded, as HTML: rendered at build time, so that a browser
 * shows it before the scripts have come. `main.tsx` renders the same and takes it over.
 */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/App.tsx';

export interface Prerendered {
  /** The `<title>` element, which belongs into the head. */
  readonly title: string;
  /** What belongs into `#root`. */
  readonly html: string;
  /** The rules that it is drawn by, as `<style>` elements without a nonce. */
  readonly styles: string;
}

const TITLE = /<title>[^<]*<\/title>/;

/** @throws whatever a component throws: a page that cannot be drawn is not to be shipped. */
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
      // Whole: parts that come in later would want scripts to put them in their places.
      { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error) },
    );
    const whole = await new Response(prelude).text();
    if (failures.length > 0) throw new AggregateError(failures, `${path} cannot be prerendered`);
    // What belongs into the head comes before the page's own elements.
    const [title] = TITLE.exec(whole) ?? [];
    if (title === undefined) throw new Error(`${path} has no title`);
    return { title, html: whole.replace(title, ''), styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
    queryClient.clear();
  }
}
