/**
 * Signing in and out: GET /api/session/nonce, /api/session, and the sessions of a wallet:
 * /api/sessions
 */
import type { IncomingMessage } from 'node:http';
import {
  nonceCall,
  sessionCall,
  signInCall,
  signOutCall,
} from '../../../common/protocol/session.ts';
import {
  endOtherSessionsCall,
  endSessionCall,
  sessionsCall,
} from '../../../common/protocol/sessions.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Session } from '../../game/sign-in/session-store.ts';
import { deviceOf } from '../../lib/device.ts';
import type { AppParts } from '../app-parts.ts';
import { Problem, problemOf } from '../problem.ts';
import { callerLines, LAST } from '../request-log.ts';
import { route, sharedRoute, type Route } from '../route.ts';

export function sessionRoutes(parts: AppParts): Route[] {
  const { signIn, sessions, sessionStore, origin, callers, log, trustProxyHops } = parts;

  /** @throws Problem, StoreUnavailable */
  async function signedIn(cookieHeader: string | undefined): Promise<Session> {
    const session = await sessions.current(cookieHeader);
    if (session) return session;
    throw new Problem(
      'not-signed-in',
      'Sign in first: a wallet’s sessions are for its owner alone.',
    );
  }

  const takeLine = callerLines(trustProxyHops);

  function note(request: IncomingMessage, fields: object, words: string): void {
    const { isPast, left } = takeLine(request, words);
    if (!isPast) log.info(fields, left === 0 ? words + LAST : words);
  }

  /** A line for what ended, so that requests that end nothing leave none. */
  function noteEnded(request: IncomingMessage, wallet: Address, count: number): void {
    if (count > 0) note(request, { wallet, count }, 'a wallet ended its sessions');
  }

  return [
    route(nonceCall, async () => ({ status: 200, body: { nonce: await signIn.nonce() } })),

    sharedRoute(signInCall, async ({ body, headers, request, network }) => {
      // The guards have refused a host of no origin.
      const own = origin.own(headers) ?? '';
      const onAskingChain = () => callers.countContractSignIn(request);
      const proof = await signIn.prove(body, own, { network, onAskingChain });
      if (!proof.ok) throw problemOf(proof);
      const { wallet, kind } = proof;
      const device = deviceOf(headers['user-agent']);
      const cookie = await sessions.begin({ wallet, kind, network, device }, headers.cookie);
      note(request, { wallet, kind, network }, 'a wallet signed in');
      return {
        status: 200,
        body: { walletAddress: wallet },
        headers: { 'Set-Cookie': cookie },
      };
    }),

    route(sessionCall, async ({ headers }) => {
      const wallet = await sessions.provenWallet(headers.cookie);
      if (wallet === null) throw new Problem('not-signed-in', 'Nobody is signed in.');
      return { status: 200, body: { walletAddress: wallet } };
    }),

    route(signOutCall, async ({ query, headers, request }) => {
      const session = await sessions.current(headers.cookie);
      if (query.all && session === null) {
        throw new Problem(
          'not-signed-in',
          'Sign in first: only a signed-in wallet can end all of its sessions.',
        );
      }
      if (session) {
        const { wallet, id } = session;
        const end = query.all ? sessionStore.endAll(wallet) : sessionStore.end(wallet, id);
        noteEnded(request, wallet, Number(await end));
      }
      return { status: 204, body: null, headers: { 'Set-Cookie': sessions.end() } };
    }),

    route(sessionsCall, async ({ headers }) => {
      const current = await signedIn(headers.cookie);
      const all = await sessionStore.of(current.wallet);
      return {
        status: 200,
        body: all.map(({ id, signedInAt, lastUsedAt, network, device }) => ({
          id,
          signedInAt: new Date(signedInAt).toISOString(),
          lastUsedAt: new Date(lastUsedAt).toISOString(),
          network,
          device,
          isCurrent: id === current.id,
        })),
      };
    }),

    route(endSessionCall, async ({ params, headers, request }) => {
      const current = await signedIn(headers.cookie);
      if (!(await sessionStore.end(current.wallet, params.id))) {
        throw new Problem('no-such-session', 'That session has ended already.');
      }
      noteEnded(request, current.wallet, 1);
      const isOwn = params.id === current.id;
      return {
        status: 204,
        body: null,
        ...(isOwn && { headers: { 'Set-Cookie': sessions.end() } }),
      };
    }),

    route(endOtherSessionsCall, async ({ headers, request }) => {
      const { wallet, id } = await signedIn(headers.cookie);
      noteEnded(request, wallet, await sessionStore.endAll(wallet, id));
      return { status: 204, body: null };
    }),
  ];
}
