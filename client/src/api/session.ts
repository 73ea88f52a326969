/** The session that proves a wallet (EIP-4361): reading and ending it. */
import { queryOptions } from '@tanstack/react-query';
import { sessionCall, signOutCall } from '../../../common/protocol/session.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { pageServer } from './page-server.ts';

/** The wallet that the session's cookie proves; null without a session. */
export function sessionQuery() {
  return queryOptions({
    queryKey: ['/api/session'] as const,
    queryFn: getByKeyOrNull(() => Promise.resolve(sessionCall), 401),
  });
}

/** Ends the session, which also invalidates copies of its cookie. */
export async function signOut(): Promise<void> {
  await pageServer.request(signOutCall, {});
}

/** The key of the wallet's list of sessions (sessions.ts), which ends with the session. */
export const SESSIONS_KEY = ['/api/sessions'] as const;
