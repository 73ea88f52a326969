/** Security headers: one policy for all answers, each with its own nonce. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { rememberLast } from '../lib/remember-last.ts';
import type { OriginPolicy } from './origin.ts';
import { unguessableBytes } from '../lib/machine.ts';
import { Problem } from './problem.ts';

const noncedSchema = z.object({ locals: z.object({ cspNonce: z.string() }) });
const ownOriginSchema = z.object({ locals: z.object({ ownOrigin: z.string() }) });

/** The nonce of a response that went through `securityHeaders`. */
export function nonceOf(response: unknown): string {
  return noncedSchema.parse(response).locals.cspNonce;
}

/**
 * The origin that the page was requested by, or should be; empty if the request named a host that is not
 * ours.
 */
export function ownOriginOf(response: unknown): string {
  return ownOriginSchema.parse(response).locals.ownOrigin;
}

export interface SecurityOptions {
  readonly origin: OriginPolicy;
  /** True if players connect over https. */
  readonly secure: boolean;
}

/**
 * Puts a nonce into `res.locals.cspNonce` and a policy that names it into the answer's headers.
 * styled-components and toasts add their styles with it; nothing inline runs without it.
 */
export function securityHeaders(options: SecurityOptions): RequestHandler[] {
  return [
    (request, response, next) => {
      response.locals['cspNonce'] = unguessableBytes(16).toString('base64');
      response.locals['ownOrigin'] = options.origin.own(request.headers) ?? '';
      next();
    },
    policyHeaders(options, [(_request, response) => `'nonce-${nonceOf(response)}'`]),
  ];
}

/** The same for answers without a page: with no nonce, nothing inline runs at all. */
export function dataSecurityHeaders(options: SecurityOptions): RequestHandler {
  const headersFor = dataHeaders(options);
  return (request, response, next) => {
    response.setHeaders(headersFor(request));
    next();
  };
}

/** The same, as alternating names and values, as `writeHead` takes them. */
export function dataSecurityHead(
  options: SecurityOptions,
): (request: IncomingMessage) => readonly string[] {
  const headersFor = dataHeaders(options);
  const headFor = rememberLast((headers: Map<string, string>) => [...headers].flat());
  return (request) => headFor(headersFor(request));
}

function dataHeaders(options: SecurityOptions): (request: IncomingMessage) => Map<string, string> {
  const addTo = policyHeaders(options, []);
  const headersFor = rememberLast((_host: string | undefined, request: IncomingMessage) => {
    const answer = new ServerResponse(request);
    addTo(request, answer, (error) => {
      if (error instanceof Error) throw error;
    });
    const headers = Object.entries(answer.getHeaders());
    return new Map(headers.map(([name, value]) => [name, String(value)]));
  });
  // They depend only on the Host.
  return (request) => headersFor(request.headers.host, request);
}

type NonceSource = (request: IncomingMessage, response: ServerResponse) => string;

function policyHeaders({ origin, secure }: SecurityOptions, nonceSources: readonly NonceSource[]) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...nonceSources],
        styleSrc: ["'self'", ...nonceSources],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        // Older browsers do not count a WebSocket of the same origin as 'self'.
        connectSrc: [
          "'self'",
          (request) => {
            const own = origin.own(request.headers);
            return own === null ? "'self'" : own.replace(/^http/, 'ws');
          },
        ],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Some wallets open their own window and answer through it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: secure,
    xFrameOptions: { action: 'deny' },
  });
}

/** Refuses requests with a foreign Host: a page elsewhere rebound that name to this machine. */
export function refuseForeignHosts(origin: OriginPolicy): RequestHandler {
  return (request, _response, next) => {
    if (origin.own(request.headers) !== null) return next();
    throw new Problem(
      'foreign-host',
      'Open this server by a loopback address such as http://127.0.0.1, or set PUBLIC_ORIGIN.',
    );
  };
}

/** Refuses changes requested by pages of other origins. */
export function refuseForeignPages(origin: OriginPolicy): RequestHandler {
  return (request, _response, next) => {
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (reads || origin.allows(request.headers)) return next();
    throw new Problem(
      'foreign-origin',
      'That page may not act here. Open the game by its own address.',
    );
  };
}
