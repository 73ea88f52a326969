/** GET /api/openapi.json and GET /api/asyncapi.json */
import { z } from 'zod';
import { defineCall } from './call.ts';

export const openApiCall = defineCall({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Every call (OpenAPI 3.1), generated from the schemas that the server validates with.',
  needsSession: false,
  answers: { 200: z.looseObject({ openapi: z.string() }) },
});

export const asyncApiCall = defineCall({
  name: 'getAsyncApi',
  method: 'GET',
  path: '/api/asyncapi.json',
  summary: 'Every live message (AsyncAPI 3.0), generated from the schemas of both sides.',
  needsSession: false,
  answers: { 200: z.looseObject({ asyncapi: z.string() }) },
});
