/** Signing in and out: GET /api/session/nonce, POST, GET and DELETE /api/session */
import {
  nonceCall,
  sessionCall,
  signInCall,
  signOutCall,
} from '../../../common/protocol/session.ts';
import type { AppParts } from '../app-parts.ts';
import { Problem, problemOf } from '../problem.ts';
import { route, sharedRoute, type Route } from '../route.ts';

export function sessionRoutes({ signIn, sessions, origin, callers }: AppParts): Route[] {
  return [
    route(nonceCall, async () => ({ status: 200, body: { nonce: await signIn.nonce() } })),

    sharedRoute(signInCall, async ({ body, headers, request }) => {
      // The guards have refused a host of no origin.
      const own = origin.own(headers) ?? '';
      const proof = await signIn.prove(body, own, () => callers.countContractSignIn(request));
      if (!proof.ok) throw problemOf(proof);
      return {
        status: 200,
        body: { walletAddress: proof.wallet },
        headers: { 'Set-Cookie': await sessions.begin(proof.wallet) },
      };
    }),

    route(sessionCall, async ({ headers }) => {
      const wallet = await sessions.provenWallet(headers.cookie);
      if (wallet === null) throw new Problem('not-signed-in', 'Nobody is signed in.');
      return { status: 200, body: { walletAddress: wallet } };
    }),

    route(signOutCall, async ({ query, headers }) => {
      const revoked = await sessions.revoke(headers.cookie, query.all ? 'all' : 'this');
      if (query.all && revoked === null) {
        throw new Problem(
          'not-signed-in',
          'Sign in first: only a signed-in wallet can end all of its sessions.',
        );
      }
      return { status: 204, body: null, headers: { 'Set-Cookie': sessions.end() } };
    }),
  ];
}
