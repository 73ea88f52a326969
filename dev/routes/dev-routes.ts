/** What development adds to the server's routes; none of it is in a production build. */
import { Router } from 'express';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { clockRoutes, type AdvanceableClock } from './clock.ts';
import { thisMachineOnly } from './guards.ts';
import { metadataRoutes } from './metadata.ts';
import { rivalRoutes, type PacedRivals } from './rivals.ts';
import { rpcRoutes } from './rpc.ts';

export function devRoutes(options: {
  /** The chain that /dev/rpc leads to. */
  readonly rpcUrl: string;
  readonly clock: AdvanceableClock;
  readonly rivals: PacedRivals;
  /** Which pages may act. */
  readonly origin: OriginPolicy;
}): Router {
  const router = Router();
  router.use(['/dev/rpc', '/dev/clock', '/dev/rivals'], thisMachineOnly);
  router.use(rpcRoutes(options), clockRoutes(options), rivalRoutes(options), metadataRoutes());
  router.use('/dev', () => {
    throw new Problem('not-found', 'There is nothing at this address. Check its spelling.');
  });
  return router;
}
