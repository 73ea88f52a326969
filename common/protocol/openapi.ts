/** GET /api/openapi.json */
import { z } from 'zod';
import { defineCall } from './call.ts';

export const openApiCall = defineCall({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description, generated from the schemas that the server validates with.',
  needsSession: false,
  answers: { 200: z.looseObject({ openapi: z.string() }) },
});
