/** The session that proves a wallet (EIP-4361): reading, starting and ending it. */
import { queryOptions } from '@tanstack/react-query';
import { pathOf } from '../../../common/protocol/call.ts';
import {
  endOtherSessionsCall,
  endSessionCall,
  nonceCall,
  sessionCall,
  sessionsCall,
  signInCall,
  signOutCall,
  type SessionView,
} from '../../../common/protocol/session.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { answerTo, request, send } from './request.ts';

/** The wallet that the session's cookie proves; null without a session. */
export function sessionQuery() {
  return queryOptions({
    queryKey: ['/api/session'] as const,
    queryFn: getByKeyOrNull(() => Promise.resolve(sessionCall), 401),
  });
}

/**
 * A nonce for one sign-in message, valid for 5 minutes, and when it was issued: by the server's clock, which
 * judges the message, not by this machine's or the game's.
 */
export async function issueNonce(): Promise<{ nonce: string; issuedAt: Date }> {
  const sent = send(nonceCall.method, pathOf(nonceCall));
  const [{ headers }, { nonce }] = await Promise.all([sent, answerTo(nonceCall, sent)]);
  const date = Date.parse(headers.get('Date') ?? '');
  return { nonce, issuedAt: Number.isNaN(date) ? new Date() : new Date(date) };
}

/** Starts the session; its cookie comes with the answer. */
export function signIn(body: { message: string; signature: string }): Promise<SessionView> {
  return request(signInCall, { body });
}

/** Ends the session, which also invalidates copies of its cookie. */
export async function signOut(): Promise<void> {
  await request(signOutCall, {});
}

/** The sessions of the wallet that is signed in, this one among them; null without one. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['/api/sessions'] as const,
    queryFn: getByKeyOrNull(() => Promise.resolve(sessionsCall), 401),
    // Others begin and end without this page.
    staleTime: 0,
  });
}

/** Ends another session of the wallet. */
export async function endSession(id: string): Promise<void> {
  await request(endSessionCall, { params: { id } });
}

/** Ends all sessions of the wallet but this one. */
export async function endOtherSessions(): Promise<void> {
  await request(endOtherSessionsCall, {});
}
