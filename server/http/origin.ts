/** Which pages may act here: the defence against forged requests (CSRF) and DNS rebinding. */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../common/values/loopback.ts';
import { rememberLast } from '../lib/recent-map.ts';

export type OriginPolicy = ReturnType<typeof originPolicy>;

/** @param publicOrigin the only origin allowed; null: every loopback host's own. */
export function originPolicy(publicOrigin: string | null) {
  const loopback = rememberLast(loopbackOrigin);
  const own = (headers: IncomingHttpHeaders) => publicOrigin ?? loopback(headers.host);
  return {
    /**
     * The origin by which this request reached the server: the public one or, if none is
     * configured, its own loopback Host. Null for any other Host, such as a name rebound to this
     * machine would send.
     */
    own,
    /** True if a page may act: one of the own origin, or a client that sends no Origin at all. */
    allows(headers: IncomingHttpHeaders): boolean {
      const origin = own(headers);
      return origin !== null && (headers.origin === undefined || headers.origin === origin);
    },
  };
}

function loopbackOrigin(host: string | undefined): string | null {
  // A Host holds a name and a port; anything else would change what the URL around it means.
  if (host === undefined || !/^[A-Za-z0-9.:[\]_-]{1,260}$/.test(host)) return null;
  const text = `http://${host}`;
  if (!URL.canParse(text)) return null;
  const { hostname, origin } = new URL(text);
  return isLoopback(hostname) ? origin : null;
}
