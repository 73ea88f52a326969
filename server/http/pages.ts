/** The pages: an HTML file for every route of the client, secured for each answer by its nonce. */
import type { IncomingMessage } from 'node:http';
import type { Express, Response } from 'express';
import { oembedCall } from '../../common/protocol/builders.ts';
import { address, type Address } from '../../common/values/address.ts';
import type { Alternate } from '../../common/values/alternates.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import { weekOf } from '../../common/values/week.ts';
import type { Rules } from '../../common/values/rules.ts';
import type { Log } from '../observe/log.ts';
import { addressed, selectedBy } from './formats/embed-page.ts';
import { alternateLink, escaped } from './formats/markup.ts';
import type { PageFactsSource } from './filled-page.ts';
import {
  DESCRIPTION_PLACEHOLDER,
  LINKS_PLACEHOLDER,
  NONCE_PLACEHOLDER,
  ORIGIN_PLACEHOLDER,
  TITLE_PLACEHOLDER,
  type Filling,
} from './page-template.ts';
import { securedBy } from './security.ts';

/** The source of the pages: the built ones, or Vite in development. */
export interface Pages {
  /** @param game what some pages show of it; without it they are as they were built. */
  mount(app: Express, game?: PageGame): void;
  /** Whether they take the connection, to speak another protocol on it. */
  takes?(request: IncomingMessage): boolean;
  close(): Promise<void>;
}

/** What a page that many share says of the one that it is asked for. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** [SCR71] */
  readonly links: readonly Alternate[];
}

/** @returns null for a page that says what it was built with. */
export type PageHeads = (
  path: string,
  query: Readonly<Record<string, unknown>>,
) => Promise<PageHead | null>;

export interface PageGame {
  readonly facts: PageFactsSource;
  /** In force. */
  readonly rules: () => Rules;
  readonly heads: PageHeads;
  /** [SCR68] Whether it is played for trial. */
  readonly isRehearsal: boolean;
  readonly log: Log;
}

/** The pages whose HTML shows the game as of the moment. */
export const FILLED_PAGES = ['/', '/ranking'] as const;

const NOT_FOUND = '/not-found';

/**
 * The pages that are built: one for each of the client's screens, and one for every other path.
 * `/player` is built once for all wallets, `/season` for all weeks and their list, and `/nation` is
 * shown for a nation that does not exist.
 */
export const PAGES = [
  '/',
  '/dashboard',
  '/ranking',
  '/learn',
  '/nft',
  '/territory',
  ...NATION_IDS.map(nationPage),
  '/nation',
  '/player',
  '/season',
  NOT_FOUND,
] as const;
export type PagePath = (typeof PAGES)[number];

/** Each nation has its own page among them. */
export function nationPage(nationId: NationId): `/nation/${NationId}` {
  return `/nation/${nationId}`;
}

interface FoundPage {
  readonly page: PagePath;
  /** 404 if the page will only say that nothing was found. */
  readonly status: 200 | 404;
}

const PLAYER = /^\/player\/0x[0-9a-f]{40}$/;
const WEEK = /^\/season\/(\d{4}-w\d{2})$/;
/** Every path below one of these gets the folder's page, which says what is wrong with the rest. */
const FOLDER = /^(\/player|\/nation|\/season)(?:\/[^/]*)?$/;

/** The page for a path. Case does not matter, and a trailing slash is allowed. */
export function pageAt(path: string): FoundPage {
  const plain = plainPath(path);
  if (PLAYER.test(plain)) return { page: '/player', status: 200 };
  if (weekOfPath(path) !== null || plain === '/season') return { page: '/season', status: 200 };
  const [, folder] = FOLDER.exec(plain) ?? [];
  const own = PAGES.find((page) => page === plain && page !== folder);
  if (own) return { page: own, status: own === NOT_FOUND ? 404 : 200 };
  return { page: PAGES.find((page) => page === folder) ?? NOT_FOUND, status: 404 };
}

function plainPath(path: string): string {
  return path.toLowerCase().replace(/\/$/, '') || '/';
}

/** Whose page a path is, however it is written; null if it is nobody's. */
export function playerAt(path: string): Address | null {
  const plain = plainPath(path);
  return PLAYER.test(plain) ? address(plain.slice('/player/'.length)) : null;
}

/** Which week's page a path is; null if it is none's. */
export function weekOfPath(path: string): number | null {
  const [, id] = WEEK.exec(plainPath(path)) ?? [];
  return id === undefined ? null : weekOf(id.toUpperCase());
}

/** Where a built page is, below the folder of the built client. */
export function pageFile(page: PagePath): string {
  return page === '/' ? 'index.html' : `${page.slice(1).replace('/', '-')}.html`;
}

/**
 * Begins the answer with a page.
 * @param head what it says of the one that it is asked for, if it has slots for that.
 * @returns what this answer fills the page's slots with: its nonce, its own origin, its head, and
 * the links to what can be followed or embedded of what its address selects.
 */
export function beginPage(
  response: Response,
  { page, status }: FoundPage,
  head: PageHead | null = null,
): Filling {
  response.status(status).set('Cache-Control', 'no-cache').type('html');
  const { cspNonce, ownOrigin } = securedBy(response);
  return {
    [NONCE_PLACEHOLDER]: cspNonce,
    [ORIGIN_PLACEHOLDER]: ownOrigin,
    [TITLE_PLACEHOLDER]: escaped(head?.title ?? ''),
    [DESCRIPTION_PLACEHOLDER]: escaped(head?.description ?? ''),
    [LINKS_PLACEHOLDER]:
      page === '/ranking'
        ? embedLink(response.req.query, ownOrigin)
        : (head?.links ?? []).map(alternateLink).join(''),
  };
}

/** [oembed.com §4] The link by which other sites learn how to embed what this address shows. */
function embedLink(query: Readonly<Record<string, unknown>>, own: string): string {
  const selected = selectedBy(query);
  if (!selected) return '';
  const url = encodeURIComponent(own + addressed('/ranking', selected));
  return alternateLink({
    type: 'application/json+oembed',
    title: `${PRODUCT_NAME} ranking`,
    href: `${own}${oembedCall.path}?url=${url}`,
  });
}
