/** The pages: one HTML file for every route of the client, made safe for each answer by its nonce. */
import type { Express, Response } from 'express';
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

/** Where the client has a screen. Case does not matter, and a trailing slash may follow. */
const CLIENT_ROUTES: ReadonlySet<string> = new Set([
  '/',
  '/dashboard',
  '/ranking',
  '/learn',
  '/nft',
  '/territory',
]);

export function isClientRoute(path: string): boolean {
  const plain = path.toLowerCase().replace(/\/$/, '') || '/';
  return CLIENT_ROUTES.has(plain);
}

/** The page with this answer's nonce, and its own origin, in it. */
export function renderIndex(html: string, nonce: string, ownOrigin: string): string {
  return html.replaceAll(NONCE_PLACEHOLDER, nonce).replaceAll(ORIGIN_PLACEHOLDER, ownOrigin);
}

/** Answers with the page: 404 where the client will only say that there is nothing. */
export function sendIndex(response: Response, path: string, html: string): void {
  response
    .status(isClientRoute(path) ? 200 : 404)
    .set('Cache-Control', 'no-cache')
    .type('html')
    .send(renderIndex(html, nonceOf(response), ownOriginOf(response)));
}
