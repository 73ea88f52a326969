/**
 * The protocol's version in both directions: the one that a request names, and ours in every answer. Beside
 * ours, the hash of the rules.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import {
  clientVersion,
  MIN_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  RULES_HEADER,
  VERSION_HEADER,
} from '../../common/protocol/version.ts';
import { PUBLISHED_RULES } from '../../common/rules/published.ts';
import { Problem } from './problem.ts';

const HEADER_IN = VERSION_HEADER.toLowerCase();

/** This server's version, as alternating names and values, as `writeHead` takes them. */
export const VERSION_HEAD: readonly string[] = [VERSION_HEADER, String(PROTOCOL_VERSION)];

/** Differs if the rules' constants do. */
export const RULES_HASH = hash('sha256', JSON.stringify(PUBLISHED_RULES)).slice(0, 16);

/** Both, for answers with a body. */
export const VERSION_AND_RULES_HEAD: readonly string[] = [
  ...VERSION_HEAD,
  RULES_HEADER,
  RULES_HASH,
];

/** True if a client with these headers is still served. */
export function isServed(headers: IncomingHttpHeaders): boolean {
  return clientVersion(headers[HEADER_IN]) >= MIN_PROTOCOL_VERSION;
}

/** Tells every caller the version that is spoken here, and the rules that apply. */
export const sayVersion: RequestHandler = (_request, response, next) => {
  response.setHeader(VERSION_HEADER, PROTOCOL_VERSION);
  response.setHeader(RULES_HEADER, RULES_HASH);
  next();
};

/**
 * Refuses pages that are too old. The 426 names no protocol to upgrade the connection to: there is none,
 * and behind a proxy that speaks HTTP/2 an Upgrade header breaks the answer.
 */
export const refuseOldPages: RequestHandler = ({ headers }, _response, next) => {
  if (isServed(headers)) return next();
  throw new Problem('page-too-old', 'This page is older than the game. Reload it to go on.');
};
