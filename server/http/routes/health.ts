/** GET /healthz and /readyz, for whoever keeps the process running; JSON also where it is not ready. */
import type { Express } from 'express';
import { healthCall, readyCall, type ReadyView } from '../../../common/protocol/health.ts';
import type { Readiness } from '../../game/readiness.ts';

export interface Health {
  readonly readiness: () => Promise<Readiness>;
  /** Whether the process is about to end. */
  readonly isDraining: () => boolean;
}

export function mountHealth(app: Express, { readiness, isDraining }: Health): void {
  app.get(healthCall.path, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.get(readyCall.path, async (_request, response) => {
    const view = readyView(await readiness(), isDraining());
    response
      .status(view.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(view);
  });
}

/** Without the chain the game can still be read and unstaked [CHN2]; without the store nothing works. */
function readyView(answers: Readiness, draining: boolean): ReadyView {
  const word = (ok: boolean) => (ok ? 'ok' : 'unavailable');
  return {
    status: draining || !answers.store ? 'unavailable' : answers.chain ? 'ready' : 'degraded',
    store: word(answers.store),
    chain: word(answers.chain),
  };
}
