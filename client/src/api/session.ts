/** The session that proves a wallet (EIP-4361): reading and ending it. */
import { queryOptions } from '@tanstack/react-query';
import {
  endOtherSessionsCall,
  endSessionCall,
  sessionCall,
  sessionsCall,
  signOutCall,
} from '../../../common/protocol/session.ts';
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
  await pageServer.request(endSessionCall, { params: { id } });
}

/** Ends all sessions of the wallet but this one. */
export async function endOtherSessions(): Promise<void> {
  await pageServer.request(endOtherSessionsCall, {});
}
