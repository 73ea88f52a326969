/** GET and POST /dev/rivals: how fast the rivals play. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { PACES, type Pace } from '../players/rivals.ts';
import { devAction } from './dev-action.ts';

/** The rivals, as far as they can be told anything. */
export interface PacedRivals {
  pace(): Pace;
  setPace(pace: Pace): void;
}

const bodySchema = z.strictObject({
  pace: z.enum(PACES, { error: `pace is one of ${PACES.join(', ')}.` }),
});

export function rivalRoutes(options: {
  readonly rivals: PacedRivals;
  readonly origin: OriginPolicy;
}): Router {
  const { rivals, origin } = options;
  const router = Router();
  router.get('/dev/rivals', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ pace: rivals.pace() });
  });
  router.post(
    '/dev/rivals',
    ...devAction(origin, bodySchema, ({ pace }) => {
      rivals.setPace(pace);
      return { pace: rivals.pace() };
    }),
  );
  return router;
}
