/** The session: an HttpOnly cookie that holds a signed token of the proven wallet. */
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import type { Revocations, TokenClaims } from '../game/sign-in/revocations.ts';
import { unguessableBytes, wallNow } from '../lib/machine.ts';

const SESSION_S = 7 * 24 * 60 * 60;
const ISSUER = 'denaria';
const claimsSchema = z.object({
  sub: addressSchema,
  exp: z.int(),
  jti: z.string(),
  epoch: z.int().nonnegative(),
});

/** How many verified tokens are cached, so that not every request verifies its token again. */
const REMEMBERED = 20_000;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(parts: {
  /** 32 bytes or more; the same for every process that serves the same players. */
  readonly secret: Uint8Array;
  /** True if players connect over https. */
  readonly secure: boolean;
  readonly revocations: Revocations;
  /** Machine time, ms. */
  readonly now?: () => number;
}) {
  const { secret, secure, revocations, now = wallNow } = parts;
  // The prefix makes browsers refuse the cookie from a sibling domain or over http.
  const name = secure ? '__Host-denaria-session' : 'denaria-session';
  const verified = rememberVerified(secret, now);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  async function sessionOf(cookieHeader: string | undefined): Promise<TokenClaims | null> {
    const token = cookieValue(cookieHeader, name);
    const claims = token === null ? null : await verified(token);
    return claims && !(await revocations.isRevoked(claims)) ? claims : null;
  }

  return {
    cookieName: name,

    /** The Set-Cookie that begins a session of the wallet. @throws StoreUnavailable */
    async begin(wallet: Address): Promise<string> {
      const issuedAtS = Math.floor(now() / 1000);
      const token = await new SignJWT({ epoch: await revocations.epoch(wallet) })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(wallet)
        .setJti(unguessableBytes(16).toString('base64url'))
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + SESSION_S)
        .sign(secret);
      return `${name}=${token}; Max-Age=${SESSION_S}; ${attributes}`;
    },
    /**
     * Revokes the session of a Cookie header, or every session of its wallet; returns its wallet, or null
     * without a valid session.
     * @throws StoreUnavailable
     */
    async revoke(cookieHeader: string | undefined, which: 'this' | 'all'): Promise<Address | null> {
      const session = await sessionOf(cookieHeader);
      if (!session) return null;
      if (which === 'all') await revocations.revokeAll(session.wallet);
      else await revocations.revoke(session);
      return session.wallet;
    },
    /** The Set-Cookie that ends a session in the browser. */
    end: () => `${name}=; Max-Age=0; ${attributes}`,
    /** The wallet of a Cookie header's session; null without a valid one. @throws StoreUnavailable */
    async provenWallet(cookieHeader: string | undefined): Promise<Address | null> {
      return (await sessionOf(cookieHeader))?.wallet ?? null;
    },
  };
}

/** The claims of a token; one that was verified is only looked up until it expires. */
function rememberVerified(
  secret: Uint8Array,
  now: () => number,
): (token: string) => Promise<TokenClaims | null> {
  const known = new Map<string, TokenClaims>();
  return async (token) => {
    const remembered = known.get(token);
    if (remembered && remembered.expiresAt > now()) return remembered;
    known.delete(token);
    const claims = await claimsOf(token, secret, new Date(now()));
    if (!claims) return null;
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(token, claims);
    return claims;
  };
}

async function claimsOf(
  token: string,
  secret: Uint8Array,
  currentDate: Date,
): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate,
    });
    const { sub: wallet, exp, jti: id, epoch } = claimsSchema.parse(payload);
    return { wallet, id, epoch, expiresAt: exp * 1000 };
  } catch {
    // Forged, altered, expired or of another secret: in any case there is no session.
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
