/**
 * What pages of other origins may read (CORS, Fetch §3.2): every GET of the API, the ledger, feeds,
 * calendars and embeds (a sandboxed frame is of no origin, and asks again) that has nothing to do
 * with a session. Such a read is answered as if it had no cookie, so no answer can show one's owner
 * anything of their own, and `*` needs no `Vary`.
 */
import type { IncomingMessage } from 'node:http';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { RULES_HEADER, VERSION_HEADER } from '../../common/protocol/version.ts';

/** As express routes: in any case. */
const PUBLIC = /^\/(?:api\/(?!session)|(?:ledger|feeds|calendar|embed)\/|oembed(?:\?|$))/i;
/** The methods that change nothing. */
export const READS: ReadonlySet<unknown> = new Set(['GET', 'HEAD']);

const ANYONE = ['Access-Control-Allow-Origin', '*'];

/** Of every answer to a public read, refusals included, as alternating names and values. */
export const PUBLIC_HEAD: readonly string[] = [
  ...ANYONE,
  'Access-Control-Expose-Headers',
  [
    'ETag',
    ...Object.values(BOARD_HEADERS),
    REFUSAL_HEADER,
    'X-Request-Id',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    VERSION_HEADER,
    RULES_HEADER,
  ].join(', '),
];

/** Of the answer to a preflight. Browsers remember it for two hours at most. */
export const PREFLIGHT_HEAD: readonly string[] = [
  ...ANYONE,
  'Access-Control-Allow-Methods',
  'GET, HEAD',
  'Access-Control-Allow-Headers',
  ['If-None-Match', VERSION_HEADER, AT_LEAST_HEADER].join(', '),
  'Access-Control-Max-Age',
  '7200',
];

type Target = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** @param request with its target in origin form. */
export function isPublicRead({ method, url = '' }: Pick<Target, 'method' | 'url'>): boolean {
  return READS.has(method) && PUBLIC.test(url);
}

/** True if a browser asks whether a page of another origin may send such a read. */
export function isPreflight({ method, url = '', headers }: Target): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    READS.has(headers['access-control-request-method']) &&
    PUBLIC.test(url)
  );
}
