/**
 * GET /metrics, for Prometheus, and the timing of every call. Collecting costs the main thread
 * milliseconds, so concurrent scrapes share one collection.
 */
import { createServer, type Server } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { Call } from '../../../common/protocol/call.ts';
import { after, monotonicNow } from '../../lib/machine.ts';

/** The statistics of the answers, and how they are read. */
export interface HttpMetrics {
  answersOf(call: {
    readonly method: string;
    readonly route: string;
  }): (status: number, seconds: number) => void;
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

export function mountMetrics(app: Express, metrics: HttpMetrics): void {
  app.get('/metrics', async (_request, response) => {
    const { type, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').type(type).send(body);
  });
}

/** Prometheus scrapes every few seconds. */
const FRESH_MS = 1000;
const MOST_SCRAPERS = 16;
const SCRAPE_MS = 5000;

/**
 * A separate server for the metrics, which answers GET /metrics and nothing else.
 * @param onError called with the reason if they could not be collected.
 */
export function metricsServer(metrics: HttpMetrics, onError: (error: unknown) => void): Server {
  const collect = shared(metrics);
  const timeouts = { headersTimeout: SCRAPE_MS, requestTimeout: SCRAPE_MS };
  const http = createServer(timeouts, ({ method, url = '' }, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (url.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end('Only /metrics is here.');
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end('This address only answers GET, HEAD.');
    } else {
      collect().then(
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

/** Collects once for concurrent callers, and keeps the result for `FRESH_MS`. */
function shared(metrics: HttpMetrics): HttpMetrics['text'] {
  let latest: ReturnType<HttpMetrics['text']> | null = null;
  return () => {
    latest ??= metrics.text().finally(() => {
      after(FRESH_MS, () => (latest = null)).unref();
    });
    return latest;
  };
}

/** nginx's status for a caller who left before there was an answer. */
const CALLER_LEFT = 499;

/** Times a call from here to the end of its answer, refusals included. */
export function timed(metrics: HttpMetrics, { method, path }: Call): RequestHandler {
  const onAnswer = metrics.answersOf({ method, route: path });
  return (_request, response, next) => {
    const startedAt = monotonicNow();
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : CALLER_LEFT;
      onAnswer(status, (monotonicNow() - startedAt) / 1000);
    });
    next();
  };
}
