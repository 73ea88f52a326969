/**
 * The gate in front of the router: every request is charged to its address's budget, and one past the limit
 * is refused here, for a fraction of what the router costs. The others take turns by address.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTP_REFUSALS, REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { TOO_MANY_REQUESTS } from '../lib/address-budget.ts';
import { callerKey } from '../lib/caller-address.ts';
import { pointsOf, setHead, type Charge } from './limits.ts';
import { VERSION_AND_RULES_HEAD } from './protocol-version.ts';
import { REQUEST_ID, requestFields, requestIdOf, type RequestLogParts } from './request-log.ts';
import { dataSecurityHead, type SecurityOptions } from './security.ts';
import { takeTurns } from './turns.ts';

export interface GateParts extends SecurityOptions, RequestLogParts {
  readonly charge: Charge;
}

/** @param rest answers the requests that are within the budget. */
export function chargeRequests(parts: GateParts, rest: RequestListener): RequestListener {
  const { charge, log, trustProxyHops } = parts;
  const securityHead = dataSecurityHead(parts);
  const routed = takeTurns((request) => callerKey(request, trustProxyHops), rest);

  return (request, response) => {
    const { head, retryAfterS, isFirstPast } = charge(request, pointsOf(request));
    if (retryAfterS === null) {
      setHead(response, head);
      return routed(request, response);
    }
    const id = requestIdOf(request);
    if (isFirstPast) {
      log.warn(requestFields(id, request, trustProxyHops), 'an address is past its budget');
    }
    refuse(request, response, [...head, REQUEST_ID, id, 'Retry-After', String(retryAfterS)]);
  };

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    head: readonly string[],
  ): void {
    const code = 'too-many-requests';
    response.writeHead(HTTP_REFUSALS[code], [
      ...head,
      ...securityHead(request),
      ...VERSION_AND_RULES_HEAD,
      REFUSAL_HEADER,
      code,
      'Cache-Control',
      'no-store',
      'Content-Type',
      'text/plain; charset=utf-8',
      'Content-Length',
      String(TOO_MANY_REQUESTS.length),
    ]);
    response.end(TOO_MANY_REQUESTS);
  }
}
