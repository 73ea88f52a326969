/** The guards of every development POST: the requesting page, and a strict JSON body. */
import { json, type RequestHandler } from 'express';
import type { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { parsedBody } from '../../server/http/route.ts';

/** Handlers of one action: `act` receives the parsed body, and its result is the answer. */
export function devAction<S extends z.ZodType>(
  origin: OriginPolicy,
  schema: S,
  act: (body: z.output<S>) => unknown,
): RequestHandler[] {
  const handler: RequestHandler = async (request, response) => {
    if (!origin.allows(request.headers)) {
      throw new Problem(
        'foreign-origin',
        'That page may not act here. Open the game by its own address.',
      );
    }
    response.json(await act(parsedBody(schema, request)));
  };
  return [json({ limit: '1kb' }), handler];
}
