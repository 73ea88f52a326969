/** GET and POST /dev/rivals: the rivals' pace. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { PACES, type Pace } from '../players/rivals.ts';
import { devAction } from './dev-action.ts';

/** The controllable part of the rivals. */
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
