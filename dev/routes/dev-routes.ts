/** The routes that development adds to the server's; none of them is in a production build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import { z } from 'zod';
import type { Rules } from '../../common/values/rules.ts';
import { shortAddress } from '../../common/values/short-address.ts';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { DEMO_ACCOUNTS } from '../chain/accounts.ts';
import { LINK_MODES, type ChainLink } from '../chain/link.ts';
import { PACES } from '../players/pace.ts';
import type { Rivals } from '../players/rivals.ts';
import { devAction } from './dev-action.ts';
import { faucetRoutes, type Purse } from './faucet.ts';
import { thisMachineOnly } from './guards.ts';
import { metadataRoutes } from './metadata.ts';
import { rpcRoutes } from './rpc.ts';

/** Everything that reads or changes the world; metadata and pictures are public. */
const OF_THIS_MACHINE = ['rpc', 'chain', 'clock', 'faucet', 'rivals', 'world', 'reset'].map(
  (name) => `/dev/${name}`,
);

/** npm runs development in the project's folder; a bundled game has no folder of its own. */
const BAR = join(process.cwd(), 'dev', 'bar');

const MOST_MS = 366 * 24 * 60 * 60 * 1000;
const CLOCK_SENTENCE = `advanceMs is a whole number of milliseconds from 0 to ${MOST_MS} (366 days).`;
const clockSchema = z.strictObject({
  advanceMs: z
    .int({ error: CLOCK_SENTENCE })
    .min(0, { error: CLOCK_SENTENCE })
    .max(MOST_MS, { error: CLOCK_SENTENCE }),
});
const linkSchema = z.strictObject({
  mode: z.enum(LINK_MODES, { error: `mode is one of ${LINK_MODES.join(', ')}.` }),
});
const rivalsSchema = z.strictObject({
  pace: z.enum(PACES, { error: `pace is one of ${PACES.join(', ')}.` }),
});

export interface ResettableWorld {
  /** Unique to this world: the next one has another id. */
  readonly id: string;
  /** Why it can't be reset from here, with the remedy; null if it can. */
  readonly whyNoReset: string | null;
  /** Soon ends this world, deletes its data and starts another one at the same address. */
  reset(): void;
}

interface DevRoutesOptions {
  /** The chain behind /dev/rpc, and the one with the wallet's keys. */
  readonly rpcUrl: string;
  readonly signerUrl: string;
  /** Of a local chain; null if the chain was configured. */
  readonly link: Pick<ChainLink, 'mode' | 'setMode'> | null;
  readonly purse: Purse | null;
  readonly world: ResettableWorld;
  /** The game's, in milliseconds since 1970 UTC. */
  readonly clock: { now(): number; advance(ms: number): Promise<unknown> };
  readonly rivals: Pick<Rivals, 'count' | 'pace' | 'setPace'>;
  /** In force. */
  readonly rules: () => Rules;
  /** Which pages may act. */
  readonly origin: OriginPolicy;
}

export function devRoutes(options: DevRoutesOptions): Router {
  const router = Router();
  router.use(OF_THIS_MACHINE, thisMachineOnly);
  router.use('/dev', pageRoutes(options.rules));
  router.use(
    rpcRoutes(options),
    controlRoutes(options),
    faucetRoutes(options),
    metadataRoutes(options.rules),
  );
  router.use('/dev', () => {
    throw new Problem('not-found', 'There is nothing at this address. Check its spelling.');
  });
  return router;
}

/** The page of forms, which only this site's own pages may show in a frame. */
function pageRoutes(rules: () => Rules): Router {
  const accounts = DEMO_ACCOUNTS.map(
    (wallet, i) =>
      `<option value="${wallet}">Demo account ${i + 1} · ${shortAddress(wallet)}</option>`,
  );
  return Router()
    .get('/', thisMachineOnly, (_request, response) => {
      response
        .set({
          'Content-Security-Policy':
            "default-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
          'X-Frame-Options': 'SAMEORIGIN',
          'Cache-Control': 'no-cache',
        })
        .type('html')
        .send(
          readFileSync(join(BAR, 'page.html'), 'utf8')
            .replace('<!-- accounts -->', accounts.join(''))
            .replaceAll('__LOCK_DAYS__', String(Math.ceil(rules().lockMs / 86_400_000))),
        );
    })
    .get('/page.mjs', (_request, response) => {
      response.set('Cache-Control', 'no-cache').sendFile(join(BAR, 'page.mjs'));
    });
}

/**
 * What is shown of the world, and set: its chain's link, its clock, its rivals, and which world it
 * is.
 */
function controlRoutes({ link, clock, rivals, world, origin }: DevRoutesOptions): Router {
  const router = Router();
  const shows = (path: string, shown: () => object) =>
    router.get(path, (_request, response) => {
      response.set('Cache-Control', 'no-store').json(shown());
    });
  // An external chain is never made to fail here.
  const shownLink = () => ({ mode: link?.mode() ?? 'ok' });
  shows('/dev/chain', shownLink);
  router.post(
    '/dev/chain',
    ...devAction(origin, linkSchema, ({ mode }) => {
      if (!link) {
        throw new Problem(
          'not-found',
          'Only a local chain can be made to fail. This world plays on the one that ETH_RPC_URL names: make that one fail.',
        );
      }
      link.setMode(mode);
      return shownLink();
    }),
  );
  const shownClock = () => ({ now: new Date(clock.now()).toISOString() });
  shows('/dev/clock', shownClock);
  router.post(
    '/dev/clock',
    ...devAction(origin, clockSchema, async ({ advanceMs }) => {
      await clock.advance(advanceMs);
      return shownClock();
    }),
  );
  const shownRivals = () => ({ pace: rivals.pace(), count: rivals.count });
  shows('/dev/rivals', shownRivals);
  router.post(
    '/dev/rivals',
    ...devAction(origin, rivalsSchema, ({ pace }) => {
      rivals.setPace(pace);
      return shownRivals();
    }),
  );
  const { id, whyNoReset } = world;
  shows('/dev/world', () => ({ world: id, whyNoReset }));
  router.post(
    '/dev/reset',
    ...devAction(origin, z.strictObject({}), () => {
      if (whyNoReset !== null) throw new Problem('not-found', whyNoReset);
      world.reset();
      return { world: id };
    }),
  );
  return router;
}
