/** The session: an HttpOnly cookie that holds a signed token of the proven wallet. */
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import {
  idOf,
  type SessionStore,
  type Session,
  type SignedIn,
} from '../game/sign-in/session-store.ts';
import { wallNow } from '../lib/machine.ts';

const ISSUER = 'denaria';
const claimsSchema = z.object({ sub: addressSchema, exp: z.int(), jti: z.string() });

/** What a token says of its session. */
interface Claims {
  readonly id: string;
  readonly wallet: Address;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(parts: {
  /**
   * The first signs, each of them verifies; 32 bytes or more, the same for every process that
   * serves the same players.
   */
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]];
  /** True if players connect over https. */
  readonly secure: boolean;
  readonly store: SessionStore;
  /** Machine time, ms. */
  readonly now?: () => number;
}) {
  const { secrets, secure, store, now = wallNow } = parts;
  // The prefix makes browsers refuse the cookie from a sibling domain or over http.
  const name = secure ? '__Host-denaria-session' : 'denaria-session';
  /** A token has some 200 characters. */
  const valueIn = new RegExp(`(?:^|;)[ \\t]*${name}=([\\w.-]{1,500})(?:[ \\t;]|$)`);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  /** The session of a Cookie header; null without a valid one. @throws StoreUnavailable */
  async function current(cookieHeader: string | undefined): Promise<Session | null> {
    const token = cookieHeader && valueIn.exec(cookieHeader)?.[1];
    const claims = token ? await claimsOf(token, secrets, new Date(now())) : null;
    return claims && store.use(claims.id, claims.wallet);
  }

  return {
    cookieName: name,
    current,

    /**
     * Begins a session, in the place of the one that the same browser may have: its Set-Cookie.
     * @throws StoreUnavailable
     */
    async begin(proven: SignedIn, cookieHeader?: string): Promise<string> {
      const before = await current(cookieHeader);
      if (before) await store.end(before.wallet, before.id);
      const { key, session } = await store.begin(proven);
      const issuedAtS = Math.floor(session.signedInAt / 1000);
      const expiresAtS = Math.floor(session.expiresAt / 1000);
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(session.wallet)
        .setJti(key)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(secrets[0]);
      return `${name}=${token}; Max-Age=${expiresAtS - issuedAtS}; ${attributes}`;
    },
    /** The Set-Cookie that ends a session in the browser. */
    end: () => `${name}=; Max-Age=0; ${attributes}`,
    /**
     * The wallet of a Cookie header's session; null without a valid one. @throws StoreUnavailable
     */
    async provenWallet(cookieHeader: string | undefined): Promise<Address | null> {
      return (await current(cookieHeader))?.wallet ?? null;
    },
  };
}

/** What a token says; null if none of the secrets signed it, or its time is over. */
async function claimsOf(
  token: string,
  secrets: readonly Uint8Array[],
  currentDate: Date,
): Promise<Claims | null> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        issuer: ISSUER,
        algorithms: ['HS256'],
        currentDate,
      });
      const { sub: wallet, jti } = claimsSchema.parse(payload);
      return { wallet, id: idOf(jti) };
    } catch {
      // Forged, altered, expired or of another secret: by this one there is no session.
    }
  }
  return null;
}
