/**
 * The headers of answers: the protocol's version and the rules, the rev of an answer, and the list
 * it shows.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { PROTOCOL_VERSION, RULES_HEADER, VERSION_HEADER } from '../../common/protocol/version.ts';
import type { NationId } from '../../common/values/nations.ts';
import { rulesHash } from '../../common/values/rules-hash.ts';
import type { Rules } from '../../common/values/rules.ts';
import type { Revision } from '../game/reads/queries.ts';
import type { Board } from '../leaderboard/board.ts';

/** Sets headers that are alternating names and values, as `writeHead` takes them. */
export function setHead(
  response: { setHeader(name: string, value: string): unknown },
  head: readonly string[],
): void {
  for (let i = 0; i + 1 < head.length; i += 2) response.setHeader(head[i] ?? '', head[i + 1] ?? '');
}

/** This server's version. */
export const VERSION_HEAD: readonly string[] = [VERSION_HEADER, String(PROTOCOL_VERSION)];

/** This server's version, and the rules in force: for answers with a body. */
export function versionAndRulesHead(rules: Rules): readonly string[] {
  return [...VERSION_HEAD, RULES_HEADER, rulesHash(rules)];
}

/** The data set and the rev that an answer shows. */
export function revisionHeaders({ epoch, rev }: Revision): Readonly<Record<string, string>> {
  return { [BOARD_HEADERS.epoch]: epoch, [BOARD_HEADERS.rev]: rev };
}

/** Identifies the list that an answer shows a part of. */
export function listHeaders(
  { count, epoch, rev }: Pick<Board, 'count' | 'epoch' | 'rev'>,
  totalCount = count,
): Readonly<Record<string, string>> {
  return {
    [BOARD_HEADERS.totalCount]: String(totalCount),
    ...revisionHeaders({ epoch, rev }),
  };
}

/**
 * Identifies a list's rows in every encoding: a weak tag, shared by all Content-Encodings of one
 * list (RFC 9110, §8.8.1).
 */
export function listTag(
  { epoch, rev }: Pick<Board, 'epoch' | 'rev'>,
  limit: number,
  offset: number,
  nationId?: NationId,
): string {
  const part = nationId === undefined ? '' : `${nationId}.`;
  return `W/"${epoch}.${rev}.${part}${offset}.${limit}"`;
}

/** A part of the list of all players, or of a nation's. */
export interface ListPart {
  readonly limit: number;
  readonly offset: number;
  readonly nationId?: NationId | undefined;
}

/** The headers of an answer that shows a part of the present list. */
export function presentListHeaders(
  board: Pick<Board, 'count' | 'epoch' | 'rev' | 'nation'>,
  { limit, offset, nationId }: ListPart,
): Readonly<Record<string, string>> {
  return {
    ...tagged(listTag(board, limit, offset, nationId)),
    ...listHeaders(board, nationId ? board.nation(nationId).players : board.count),
  };
}

/** Of an answer in any coding that its client may ask for again by its tag. */
export function tagged(etag: string): Readonly<Record<string, string>> {
  return { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
}

/** 304, if the caller has what these headers name; otherwise null. */
export function notModified(
  headers: Readonly<Record<string, string>>,
  { 'if-none-match': tags }: IncomingHttpHeaders,
) {
  const { ETag: etag } = headers;
  const isTheirs = etag !== undefined && matchesTag(etag, tags);
  return isTheirs ? ({ status: 304, body: null, headers } as const) : null;
}

/** What proxies that compress add to a tag, such as Apache's `"…-gzip"` and Jetty's `"…--gzip"`. */
const CODING = /^(?:[-;]{1,2}(?:gzip|br|zstd|deflate))?"/;

/**
 * Weak comparison, as If-None-Match requires (RFC 9110, §13.1.2). No tag has a quote within, so the
 * list is searched, not parsed.
 */
export function matchesTag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === '*') return true;
  const opened = etag.replace(/^W\//, '').slice(0, -1);
  for (let at = ifNoneMatch.indexOf(opened); at !== -1; at = ifNoneMatch.indexOf(opened, at + 1)) {
    const end = at + opened.length;
    if (CODING.test(ifNoneMatch.slice(end, end + 11))) return true;
  }
  return false;
}
