/** GET /dev/world and POST /dev/reset: identifies the current world, and starts another one. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { devAction } from './dev-action.ts';

export interface ResettableWorld {
  /** Unique to this world: the next one has another id. */
  readonly id: string;
  /** Why it can't be reset from here, with the remedy; null if it can. */
  readonly whyNoReset: string | null;
  /** Soon ends this world, deletes its data and starts another one at the same address. */
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
