/** GET /healthz and /readyz, for process supervisors; JSON even if the process is not ready. */
import type { Express } from 'express';
import { healthCall, readyCall, type ReadyView } from '../../../common/protocol/health.ts';
import { parseInput } from '../../../common/protocol/parse.ts';
import type { AppParts } from '../app-parts.ts';
import { Problem } from '../problem.ts';

export function mountHealth(app: Express, { readiness, isDraining }: AppParts): void {
  app.get(healthCall.path, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.get(readyCall.path, async ({ query }, response) => {
    const asked = parseInput(readyCall.query, query);
    if (!asked.ok) throw new Problem('bad-request', asked.sentence);
    // Immediately: the state of its dependencies no longer matters.
    const view: ReadyView = isDraining() ? { status: 'draining' } : await readiness();
    const passes =
      view.status === 'ready' || (view.status === 'degraded' && asked.value.exclude === 'chain');
    response
      .status(passes ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(view);
  });
}
