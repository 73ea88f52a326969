/** Where a wallet is signed in: the list of its sessions, and their ends. */
import { z } from 'zod';
import { defineCall } from './call.ts';

export const listedSessionSchema = z.object({
  id: z.string(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  network: z.string(),
  /** Absent from a server of before 16. */
  device: z.string().optional(),
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSessionSchema>;

export const sessionsCall = defineCall({
  name: 'getSessions',
  method: 'GET',
  path: '/api/sessions',
  summary:
    'The sessions of the signed-in wallet, the newest sign-in first. `network` is the /24 or /48 that it was signed in from, `device` the browser and the system in words; `lastUsedAt` is written once an hour.',
  needsSession: false,
  refusals: ['not-signed-in'],
  answers: { 200: z.array(listedSessionSchema) },
});

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/sessions/{id}',
  summary: 'End one session of the signed-in wallet; it is refused everywhere within a second.',
  needsSession: false,
  params: z.object({ id: z.string().max(100).describe('As it is listed.') }),
  refusals: ['not-signed-in', 'no-such-session'],
  answers: { 204: null },
});

export const endOtherSessionsCall = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'End all sessions of the signed-in wallet but this one.',
  needsSession: false,
  refusals: ['not-signed-in'],
  answers: { 204: null },
});
