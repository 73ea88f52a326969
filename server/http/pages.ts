/** The pages: an HTML file for every route of the client, made safe for each answer by its nonce. */
import type { Express, Response } from 'express';
import type { NationId } from '../../common/values/nations.ts';
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

/**
 * The pages that are built: where the client has a screen, and the screen for everywhere else. `/player` is
 * built once for all wallets, and `/nation` is what stands for a nation that there is none of.
 */
export const PAGES = [
  '/',
  '/dashboard',
  '/ranking',
  '/learn',
  '/nft',
  '/territory',
  '/nation/usa',
  '/nation/italy',
  '/nation/argentina',
  '/nation/china',
  '/nation',
  '/player',
  NOT_FOUND,
] as const;
export type PagePath = (typeof PAGES)[number];

/** Every nation has a page of its own among them. */
export function nationPage(nationId: NationId): PagePath {
  return `/nation/${nationId}`;
}

export interface FoundPage {
  readonly page: PagePath;
  /** 404 where the page will only say that there is nothing. */
  readonly status: 200 | 404;
}

const PLAYER = /^\/player\/0x[0-9a-f]{40}$/;
/** Below which any path has the page of the folder, which says what is wrong with the rest. */
const FOLDER = /^(\/player|\/nation)(?:\/[^/]*)?$/;

/** The page that is asked for. Case does not matter, and a trailing slash may follow. */
export function pageAt(path: string): FoundPage {
  const plain = path.toLowerCase().replace(/\/$/, '') || '/';
  if (PLAYER.test(plain)) return { page: '/player', status: 200 };
  const [, folder] = FOLDER.exec(plain) ?? [];
  const own = PAGES.find((page) => page === plain && page !== folder);
  if (own) return { page: own, status: own === NOT_FOUND ? 404 : 200 };
  return { page: PAGES.find((page) => page === folder) ?? NOT_FOUND, status: 404 };
}

/** Of a built page, below the folder of the built client. */
export function pageFile(page: PagePath): string {
  return page === '/' ? 'index.html' : `${page.slice(1).replace('/', '-')}.html`;
}

/** What each answer fills in of its own. */
export const PAGE_PLACES = [NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];

/**
 * Begins the answer with a page.
 * @returns what this answer fills the page's places with: its nonce, its own origin.
 */
export function beginPage(response: Response, { status }: FoundPage): Filling<PagePlace> {
  response.status(status).set('Cache-Control', 'no-cache').type('html');
  return {
    [NONCE_PLACEHOLDER]: nonceOf(response),
    [ORIGIN_PLACEHOLDER]: ownOriginOf(response),
  };
}

/** A page that is new with each answer, as Vite's are, its places filled. */
export function filled(html: string, filling: Filling<PagePlace>): string {
  return PAGE_PLACES.reduce((text, place) => text.replaceAll(place, filling[place]), html);
}
