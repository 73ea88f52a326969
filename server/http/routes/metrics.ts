/** GET /metrics, for Prometheus, and the timing of every call. */
import type { Express, RequestHandler } from 'express';
import type { Call } from '../../../common/protocol/call.ts';

/** What is kept of the answers, and how it is read. */
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

/** As nginx logs a caller who left before there was an answer. */
const CALLER_LEFT = 499;

/** Times a call from here to its answer's end, refusals included. */
export function timed(metrics: HttpMetrics, { method, path }: Call): RequestHandler {
  const onAnswer = metrics.answersOf({ method, route: path });
  return (_request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : CALLER_LEFT;
      onAnswer(status, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}
