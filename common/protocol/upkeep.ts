/**
 * POST /api/resources/update and POST /api/player-nation/refresh: they need no session and decide
 * nothing.
 */
import { z } from 'zod';
import { addressSchema } from '../values/address.ts';
import { defineCall } from './call.ts';
import { playerNationSchema } from './player-nation.ts';

const walletBodySchema = z.strictObject({ walletAddress: addressSchema });

export const updateResourcesCall = defineCall({
  name: 'updateResources',
  method: 'POST',
  path: '/api/resources/update',
  summary: 'Settle accrued resources [ACC1].',
  needsSession: false,
  body: walletBodySchema,
  placed: 'present',
  refusals: ['no-such-player', 'paused'],
  answers: { 200: playerNationSchema },
});

export const refreshCall = defineCall({
  name: 'refreshPlayerNation',
  method: 'POST',
  path: '/api/player-nation/refresh',
  summary: 'The nation refresh, once per session: read the chain again, settle resources [CHN1].',
  needsSession: false,
  body: walletBodySchema,
  placed: 'present',
  refusals: ['no-such-player', 'paused'],
  answers: { 200: playerNationSchema },
});
