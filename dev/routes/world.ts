/** GET /dev/world and POST /dev/reset: which world plays here; begins another one. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { devAction } from './dev-action.ts';

export interface ResettableWorld {
  /** Of this world alone: the next one has another. */
  readonly id: string;
  /** Why it can't begin again from here, with the remedy; null where it can. */
  readonly whyNoReset: string | null;
  /** Soon ends this world, deletes what it kept and begins another at the same address. */
  reset(): void;
}

const bodySchema = z.strictObject({});

export function worldRoutes(options: {
  readonly world: ResettableWorld;
  readonly origin: OriginPolicy;
}): Router {
  const { world, origin } = options;
  const { id, whyNoReset } = world;
  const router = Router();
  router.get('/dev/world', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ world: id, whyNoReset });
  });
  router.post(
    '/dev/reset',
    ...devAction(origin, bodySchema, () => {
      if (whyNoReset !== null) throw new Problem('not-found', whyNoReset);
      world.reset();
      return { world: id };
    }),
  );
  return router;
}
