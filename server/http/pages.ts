/** The pages: an HTML file for every route of the client, made safe for each answer by its nonce. */
import type { Express, Response } from 'express';
import type { Filling } from './page-template.ts';
import { nonceOf, ownOriginOf } from './security.ts';

/** Whatever serves the pages: the built ones, or Vite in development. */
export interface Pages {
  mount(app: Express): void;
  close(): Promise<void>;
}

/** What the built page and Vite write where a nonce belongs: Vite's `html.cspNonce`. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** What the page has where its own origin belongs: who shares a link fetches pictures by whole addresses. */
export const ORIGIN_PLACEHOLDER = '__OWN_ORIGIN__';

const NOT_FOUND = '/not-found';

/** Where the client has a screen, and the screen for everywhere else. */
export const PAGES = [
  '/',
  '/dashboard',
  '/ranking',
  '/learn',
  '/nft',
  '/territory',
  NOT_FOUND,
] as const;
export type PagePath = (typeof PAGES)[number];

/** The page that is asked for. Case does not matter, and a trailing slash may follow. */
export function pageAt(path: string): PagePath {
  const plain = path.toLowerCase().replace(/\/$/, '') || '/';
  return PAGES.find((page) => page === plain) ?? NOT_FOUND;
}

/** Of a built page, below the folder of the built client. */
export function pageFile(page: PagePath): string {
  return page === '/' ? 'index.html' : `${page.slice(1)}.html`;
}

/** What each answer fills in of its own. */
export const PAGE_PLACES = [NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];

/**
 * Begins the answer with a page: 404 where the client will only say that there is nothing.
 * @returns what this answer fills the page's places with: its nonce, its own origin.
 */
export function beginPage(response: Response, page: PagePath): Filling<PagePlace> {
  response
    .status(page === NOT_FOUND ? 404 : 200)
    .set('Cache-Control', 'no-cache')
    .type('html');
  return {
    [NONCE_PLACEHOLDER]: nonceOf(response),
    [ORIGIN_PLACEHOLDER]: ownOriginOf(response),
  };
}

/** A page that is new with each answer, as Vite's are, its places filled. */
export function filled(html: string, filling: Filling<PagePlace>): string {
  return PAGE_PLACES.reduce((text, place) => text.replaceAll(place, filling[place]), html);
}
