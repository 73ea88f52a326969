/** Signing in and out: GET /api/session/nonce, POST, GET and DELETE /api/session */
import type { IncomingMessage } from 'node:http';
import {
  nonceCall,
  sessionCall,
  signInCall,
  signOutCall,
} from '../../../common/protocol/session.ts';
import type { SignIn } from '../../game/sign-in/sign-in.ts';
import type { OriginPolicy } from '../origin.ts';
import { Problem } from '../problem.ts';
import { route, type Route } from '../route.ts';
import type { Sessions } from '../session.ts';

export function sessionRoutes(parts: {
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly origin: OriginPolicy;
  /** Called before a sign-in asks the chain. @throws Problem (429) past the limit. */
  readonly countContractSignIn: (request: IncomingMessage) => void;
}): Route[] {
  const { signIn, sessions, origin, countContractSignIn } = parts;
  return [
    route(nonceCall, async () => ({ status: 200, body: { nonce: await signIn.nonce() } })),

    route(signInCall, async ({ body, headers, request }) => {
      // The guards have refused a host of no origin.
      const own = origin.own(headers) ?? '';
      const proof = await signIn.prove(body, own, () => countContractSignIn(request));
      if (!proof.ok) return proof;
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
