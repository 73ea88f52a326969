/** GET /api/openapi.json */
import { CALLS } from '../../../common/protocol/calls.ts';
import { openApiCall } from '../../../common/protocol/openapi.ts';
import { openApiDocument } from '../openapi.ts';
import { route, type Route } from '../route.ts';
import type { Sessions } from '../session.ts';

export function openApiRoutes({ sessions }: { readonly sessions: Sessions }): Route[] {
  const json = JSON.stringify(openApiDocument(CALLS, sessions.cookieName));
  return [route(openApiCall, () => ({ status: 200, json }))];
}
