/**
 * The page's server: calls to the origin that the page came from, and what every answer says of
 * that server.
 */
import { ApiClient } from '../../../client-kit/api/api-client.ts';
import { REFUSAL_HEADER, type HttpRefusalCode } from '../../../common/protocol/refusals.ts';
import { RULES_HEADER, VERSION_HEADER } from '../../../common/protocol/version.ts';
import { serverClock } from './server-clock.ts';
import { pageAge, rulesHash } from './server-version.ts';

const TOO_OLD: HttpRefusalCode = 'page-too-old';

export const pageServer = new ApiClient({
  get origin() {
    return location.origin;
  },
  credentials: 'include',
  onAnswer({ headers }) {
    if (headers.get('Cache-Control')?.includes('no-store')) serverClock.heard(headers.get('Date'));
    pageAge.heard(Number(headers.get(VERSION_HEADER)));
    const hash = headers.get(RULES_HEADER);
    // None: it has no body, or is a proxy's.
    if (hash !== null) rulesHash.set({ hash });
    if (headers.get(REFUSAL_HEADER) === TOO_OLD) pageAge.refused();
  },
});
