/** The routes that development adds to the server's; none of them is in a production build. */
import { Router } from 'express';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { chainRoutes, type SwitchableLink } from './chain.ts';
import { clockRoutes, type AdvanceableClock } from './clock.ts';
import { faucetRoutes, type Purse } from './faucet.ts';
import { thisMachineOnly } from './guards.ts';
import { metadataRoutes } from './metadata.ts';
import { rivalRoutes, type PacedRivals } from './rivals.ts';
import { rpcRoutes } from './rpc.ts';
import { worldRoutes, type ResettableWorld } from './world.ts';

/** Everything that reads or changes the world; metadata and pictures are public. */
const OF_THIS_MACHINE = ['rpc', 'chain', 'clock', 'faucet', 'rivals', 'world', 'reset'].map(
  (name) => `/dev/${name}`,
);

interface DevRoutesOptions {
  /** The chain behind /dev/rpc, and the one with the wallet's keys. */
  readonly rpcUrl: string;
  readonly signerUrl: string;
  /** Of a local chain; null if the chain was configured. */
  readonly link: SwitchableLink | null;
  readonly purse: Purse | null;
  readonly world: ResettableWorld;
  readonly clock: AdvanceableClock;
  readonly rivals: PacedRivals;
  /** Which pages may act. */
  readonly origin: OriginPolicy;
}

export function devRoutes(options: DevRoutesOptions): Router {
  const router = Router();
  router.use(OF_THIS_MACHINE, thisMachineOnly);
  router.use(
    rpcRoutes(options),
    chainRoutes(options),
    clockRoutes(options),
    faucetRoutes(options),
    rivalRoutes(options),
    worldRoutes(options),
    metadataRoutes(),
  );
  router.use('/dev', () => {
    throw new Problem('not-found', 'There is nothing at this address. Check its spelling.');
  });
  return router;
}
