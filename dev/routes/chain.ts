/** GET and POST /dev/chain: whether the calls of the server and of the page reach the local chain. */
import { Router } from 'express';
import { z } from 'zod';
import type { OriginPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { LINK_MODES, type ChainLink } from '../chain/link.ts';
import { devAction } from './dev-action.ts';

/** The link to the chain, as far as it is switched here. */
export type SwitchableLink = Pick<ChainLink, 'mode' | 'setMode'>;

const bodySchema = z.strictObject({
  mode: z.enum(LINK_MODES, { error: `mode is one of ${LINK_MODES.join(', ')}.` }),
});

export function chainRoutes(options: {
  /** Null where the chain is another's. */
  readonly link: SwitchableLink | null;
  readonly origin: OriginPolicy;
}): Router {
  const { link, origin } = options;
  const router = Router();
  router.get('/dev/chain', (_request, response) => {
    // A chain of one's own is never made to fail here.
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
