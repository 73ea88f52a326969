/** The session: an HttpOnly cookie that holds a signed token of the wallet that was proven. */
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';

const SESSION_S = 7 * 24 * 60 * 60;
const ISSUER = 'denaria';
const claimsSchema = z.object({ sub: addressSchema, exp: z.int() });

/** How many verified tokens are remembered, so that not every request's is verified anew. */
const REMEMBERED = 20_000;

interface Session {
  readonly wallet: Address;
  /** Seconds since 1970, by the machine's clock. */
  readonly expiresAtS: number;
}

export interface Sessions {
  readonly cookieName: string;
  /** The Set-Cookie that begins a session of the wallet. */
  begin(wallet: Address): Promise<string>;
  /** The Set-Cookie that ends it in the browser. A copied token is good until it expires. */
  end(): string;
  /** The wallet of a Cookie header's session; null without a valid one. */
  provenWallet(cookieHeader: string | undefined): Promise<Address | null>;
}

export function createSessions({
  secret,
  secure,
}: {
  /** 32 bytes or more; every process that serves the same players has the same. */
  readonly secret: Uint8Array;
  /** Whether players come by https. */
  readonly secure: boolean;
}): Sessions {
  // The prefix makes browsers refuse the cookie from a sibling domain or over http.
  const name = secure ? '__Host-denaria-session' : 'denaria-session';
  const sessions = rememberSessions(secret);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    cookieName: name,

    async begin(wallet) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(wallet)
        .setIssuedAt()
        .setExpirationTime(`${SESSION_S}s`)
        .sign(secret);
      return `${name}=${token}; Max-Age=${SESSION_S}; ${attributes}`;
    },
    end: () => `${name}=; Max-Age=0; ${attributes}`,
    async provenWallet(cookieHeader) {
      const token = cookieValue(cookieHeader, name);
      return token === null ? null : sessions(token);
    },
  };
}

/** The wallet of a token; what was verified once is only looked up until it expires. */
function rememberSessions(secret: Uint8Array): (token: string) => Promise<Address | null> {
  const known = new Map<string, Session>();
  return async (token) => {
    const remembered = known.get(token);
    if (remembered && remembered.expiresAtS > Date.now() / 1000) return remembered.wallet;
    known.delete(token);
    const session = await sessionIn(token, secret);
    if (!session) return null;
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(token, session);
    return session.wallet;
  };
}

async function sessionIn(token: string, secret: Uint8Array): Promise<Session | null> {
  try {
    const { payload } = await jwtVerify(token, secret, { issuer: ISSUER, algorithms: ['HS256'] });
    const { sub: wallet, exp: expiresAtS } = claimsSchema.parse(payload);
    return { wallet, expiresAtS };
  } catch {
    // Forged, altered, expired or of another secret: whichever it is, there is no session.
    return null;
  }
}

function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.split('=', 2);
    if (key.trim() === name) return value.trim();
  }
  return null;
}
