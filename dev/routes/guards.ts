/** Who may use development's additions: their keys are public, so they answer only this machine. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import type { RequestHandler } from 'express';
import { isLoopback } from '../../common/values/loopback.ts';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';

/** Whether a connection comes from this machine, whatever its Host header says. */
function isThisMachine(remoteAddress: string | undefined): boolean {
  const address = (remoteAddress ?? '').replace(/^::ffff:/i, '');
  return address === '::1' || (isIPv4(address) && isLoopback(address));
}

/**
 * Refuses other machines: with HOST=0.0.0.0 a whole network can connect and send `Host: localhost`.
 */
export const thisMachineOnly: RequestHandler = (request, _response, next) => {
  if (isThisMachine(request.socket.remoteAddress)) return next();
  throw new Problem(
    'foreign-host',
    'Development’s own routes answer the machine that they run on.',
  );
};

/**
 * True for one of our own pages, or for a user who opens a page by a link from elsewhere. A link or
 * a picture on another site must not start an editor or read a file.
 */
function isAskedByOwnPage(
  { path, headers }: { readonly path: string; readonly headers: IncomingHttpHeaders },
  origin: OriginPolicy,
): boolean {
  if (!origin.allows(headers)) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-dest'] === 'document' && !VITE_TOOLS.test(path);
}

/** Vite's routes that do something instead of serving a page: above all `/__open-in-editor`. */
export const VITE_TOOLS = /^\/__/;

export function ownPagesOnly(origin: OriginPolicy): RequestHandler {
  return (request, _response, next) => {
    if (isAskedByOwnPage(request, origin)) return next();
    throw new Problem(
      'foreign-origin',
      'That page may not ask for this. Open the game by its own address.',
    );
  };
}
