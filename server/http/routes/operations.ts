/**
 * What operators ask for: GET /healthz and /readyz for process supervisors, and GET /metrics for
 * Prometheus.
 */
import { createServer, type Server } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { Call } from '../../../common/protocol/call.ts';
import { healthCall, readyCall, type ReadyView } from '../../../common/protocol/health.ts';
import { monotonicNow } from '../../lib/machine.ts';
import type { AppParts, HttpMetrics } from '../app-parts.ts';
import { valid } from '../route.ts';

/** JSON even if the process is not ready. */
export function mountHealth(app: Express, { readiness, isDraining }: AppParts): void {
  app.get(healthCall.path, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.get(readyCall.path, async ({ query }, response) => {
    const { exclude } = valid(readyCall.query, query);
    // Immediately: the state of its dependencies no longer matters.
    const view: ReadyView = isDraining() ? { status: 'draining' } : await readiness();
    const passes = view.status === 'ready' || (view.status === 'degraded' && exclude === 'chain');
    response
      .status(passes ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(view);
  });
}

export function mountMetrics(app: Express, metrics: HttpMetrics): void {
  app.get('/metrics', async (_request, response) => {
    const { type, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').type(type).send(body);
  });
}

const MOST_SCRAPERS = 16;
const SCRAPE_MS = 5000;

/**
 * A separate server for the metrics, which answers GET /metrics and nothing else.
 * @param onError called with the reason if they could not be collected.
 */
export function metricsServer(metrics: HttpMetrics, onError: (error: unknown) => void): Server {
  const timeouts = { headersTimeout: SCRAPE_MS, requestTimeout: SCRAPE_MS };
  const http = createServer(timeouts, ({ method, url = '' }, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (url.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end('Only /metrics is here.');
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end('This address only answers GET, HEAD.');
    } else {
      metrics.text().then(
        ({ type, body }) => response.writeHead(200, { 'Content-Type': type }).end(body),
        (error: unknown) => {
          onError(error);
          response.writeHead(500).end('The metrics could not be collected.');
        },
      );
    }
  });
  http.maxConnections = MOST_SCRAPERS;
  return http;
}

/** nginx's status for a caller who left before there was an answer. */
const CALLER_LEFT = 499;

/** Times a call from here to the end of its answer, refusals included. */
export function timed(metrics: HttpMetrics, call: Call): RequestHandler {
  const onAnswer = metrics.answersOf(call);
  return (_request, response, next) => {
    const startedAt = monotonicNow();
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : CALLER_LEFT;
      onAnswer(status, (monotonicNow() - startedAt) / 1000);
    });
    next();
  };
}
