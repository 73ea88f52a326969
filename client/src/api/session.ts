/** The session that proves a wallet (EIP-4361): reading, starting and ending it. */
import { queryOptions } from '@tanstack/react-query';
import {
  nonceCall,
  sessionCall,
  signInCall,
  signOutCall,
  type SessionView,
} from '../../../common/protocol/session.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { request } from './request.ts';

/** The wallet that the session's cookie proves; null without a session. */
export function sessionQuery() {
  return queryOptions({
    queryKey: ['/api/session'] as const,
    queryFn: getByKeyOrNull(sessionCall, 401),
  });
}

/** A nonce for one sign-in message, valid for 5 minutes. */
export async function issueNonce(): Promise<string> {
  return (await request(nonceCall, {})).nonce;
}

/** Starts the session; its cookie comes with the answer. */
export function signIn(body: { message: string; signature: string }): Promise<SessionView> {
  return request(signInCall, { body });
}

/** Ends the session, which also invalidates copies of its cookie. */
export async function signOut(): Promise<void> {
  await request(signOutCall, {});
}
