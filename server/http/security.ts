/** Security headers: one policy for all answers, each with its own nonce. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { rememberLast } from '../lib/recent-map.ts';
import type { OriginPolicy } from './origin.ts';
import { unguessableBytes } from '../lib/machine.ts';

const securedSchema = z.object({
  locals: z.object({ cspNonce: z.string(), ownOrigin: z.string() }),
});

/**
 * Of a response that went through `securityHeaders`: its nonce, and the origin that the page was
 * requested by, or should be; empty if the request named a host that is not ours.
 */
export function securedBy(response: unknown): z.infer<typeof securedSchema>['locals'] {
  return securedSchema.parse(response).locals;
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
    policyHeaders(options, [(_request, response) => `'nonce-${securedBy(response).cspNonce}'`]),
  ];
}

/**
 * The same for answers without a page, as alternating names and values: with no nonce, nothing
 * inline runs at all. They cost less: a nonce costs more than many a call.
 */
export function dataSecurityHead(
  options: SecurityOptions,
): (request: IncomingMessage) => readonly string[] {
  const addTo = policyHeaders(options, []);
  const headFor = rememberLast((_host: string | undefined, request: IncomingMessage) => {
    const answer = new ServerResponse(request);
    addTo(request, answer, (error) => {
      if (error instanceof Error) throw error;
    });
    return Object.entries(answer.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  });
  // They depend only on the Host.
  return (request) => headFor(request.headers.host, request);
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
