/** GET and POST /dev/rivals: how many they are, and their pace. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { PACES, type Pace } from '../players/pace.ts';
import { devAction } from './dev-action.ts';

/** The controllable part of the rivals. */
export interface PacedRivals {
  readonly count: number;
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
  const { count } = rivals;
  const router = Router();
  router.get('/dev/rivals', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ pace: rivals.pace(), count });
  });
  router.post(
    '/dev/rivals',
    ...devAction(origin, bodySchema, ({ pace }) => {
      rivals.setPace(pace);
      return { pace: rivals.pace(), count };
    }),
  );
  return router;
}
