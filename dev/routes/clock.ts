/** POST /dev/clock: moves the game's clock forward, so that a lock can be seen to end. */
import { json, Router, type RequestHandler } from 'express';
import { z } from 'zod';
import { parseInput } from '../../common/protocol/parse.ts';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';

/** The game's clock, as far as it is moved here. */
export interface AdvanceableClock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  advance(ms: number): Promise<unknown>;
}

const MOST_MS = 366 * 24 * 60 * 60 * 1000;
const SENTENCE = `advanceMs is a whole number of milliseconds from 0 to ${MOST_MS} (366 days).`;

const bodySchema = z.strictObject({
  advanceMs: z
    .int({ error: SENTENCE })
    .min(0, { error: SENTENCE })
    .max(MOST_MS, { error: SENTENCE }),
});

export function clockRoutes(options: {
  readonly clock: AdvanceableClock;
  readonly origin: OriginPolicy;
}): Router {
  const { clock, origin } = options;
  const advance: RequestHandler = async (request, response) => {
    if (!origin.allows(request.headers)) {
      throw new Problem(
        403,
        'That page may not move this clock. Open the game by its own address.',
      );
    }
    const { body } = request as { readonly body: unknown };
    if (body === undefined) {
      throw new Problem(415, 'Send a JSON body, with the header Content-Type: application/json.');
    }
    const parsed = parseInput(bodySchema, body);
    if (!parsed.ok) throw new Problem(400, parsed.sentence);
    await clock.advance(parsed.value.advanceMs);
    response.json({ now: new Date(clock.now()).toISOString() });
  };
  const router = Router();
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
  router.post('/dev/clock', json({ limit: '1kb' }), advance);
  return router;
}
