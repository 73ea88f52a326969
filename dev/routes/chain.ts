/** GET and POST /dev/chain: whether the calls of the server and the page reach the local chain. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { LINK_MODES, type ChainLink } from '../chain/link.ts';
import { devAction } from './dev-action.ts';

/** The switchable part of the link to the chain. */
export type SwitchableLink = Pick<ChainLink, 'mode' | 'setMode'>;

const bodySchema = z.strictObject({
  mode: z.enum(LINK_MODES, { error: `mode is one of ${LINK_MODES.join(', ')}.` }),
});

export function chainRoutes(options: {
  /** Null if the chain is not ours. */
  readonly link: SwitchableLink | null;
  readonly origin: OriginPolicy;
}): Router {
  const { link, origin } = options;
  const router = Router();
  router.get('/dev/chain', (_request, response) => {
    // An external chain is never made to fail here.
    response.set('Cache-Control', 'no-store').json({ mode: link?.mode() ?? 'ok' });
  });
  router.post(
    '/dev/chain',
    ...devAction(origin, bodySchema, ({ mode }) => {
      if (!link) {
        throw new Problem(
          'not-found',
          'Only a local chain can be made to fail. This world plays on the one that ETH_RPC_URL names: make that one fail.',
        );
      }
      link.setMode(mode);
      return { mode: link.mode() };
    }),
  );
  return router;
}
