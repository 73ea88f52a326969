/** GET and POST /dev/clock: reads the game's clock and moves it forward, so a lock can be seen to end. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { devAction } from './dev-action.ts';

/** The part of the game's clock used here. */
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
  const router = Router();
  const shown = () => ({ now: new Date(clock.now()).toISOString() });
  router.get('/dev/clock', (_request, response) => {
    response.set('Cache-Control', 'no-store').json(shown());
  });
  router.post(
    '/dev/clock',
    ...devAction(origin, bodySchema, async ({ advanceMs }) => {
      await clock.advance(advanceMs);
      return shown();
    }),
  );
  return router;
}
