/** The guards of every development POST: the requesting page, and a strict JSON body. */
import { json, type RequestHandler } from 'express';
import type { z } from 'zod';
import { parseInput } from '../../common/protocol/parse.ts';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';

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
    const { body } = request as { readonly body: unknown };
    if (body === undefined) {
      throw new Problem(
        'unsupported-media-type',
        'Send a JSON body, with the header Content-Type: application/json.',
      );
    }
    const parsed = parseInput(schema, body);
    if (!parsed.ok) throw new Problem('bad-request', parsed.sentence);
    response.json(await act(parsed.value));
  };
  return [json({ limit: '1kb' }), handler];
}
