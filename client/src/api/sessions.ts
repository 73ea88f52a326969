/** Where the wallet is signed in: loaded when a player asks. */
import { queryOptions } from '@tanstack/react-query';
import {
  endOtherSessionsCall,
  endSessionCall,
  sessionsCall,
} from '../../../common/protocol/sessions.ts';
import { getByKeyOrNull } from './get-by-key.ts';
import { pageServer } from './page-server.ts';
import { SESSIONS_KEY } from './session.ts';

/** The sessions of the wallet that is signed in, this one among them; null without one. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: SESSIONS_KEY,
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
