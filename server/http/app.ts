/** The HTTP side of the server, assembled: guards, the API, and whatever is mounted after it. */
import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { pathWith, type Call } from '../../common/protocol/call.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { AppParts, RouteParts } from './app-parts.ts';
import { setHead } from './answer-headers.ts';
import { admit, guardApi, guardCalls, refuseForeignHosts } from './guards.ts';
import { createPolls } from './poll.ts';
import { answerErrors, Problem } from './problem.ts';
import { requestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { configRoutes } from './routes/config.ts';
import { embedRoutes, framable } from './routes/embed.ts';
import { eventRoutes } from './routes/events.ts';
import { exportRoutes } from './routes/exports.ts';
import { feedRoutes } from './routes/feeds.ts';
import { leaderboardRoutes } from './routes/leaderboard.ts';
import { ledgerRoutes, mountLedger } from './routes/ledger.ts';
import { mountHealth, mountMetrics } from './routes/operations.ts';
import { nationRoutes } from './routes/nations.ts';
import { playerRoutes } from './routes/players.ts';
import { seasonRoutes } from './routes/seasons.ts';
import { sessionRoutes } from './routes/session.ts';
import { stakeRoutes } from './routes/stakes.ts';
import { dataSecurityHead, securityHeaders } from './security.ts';
import { createSharedWork } from './shared-work.ts';
import { createUnderWay, type UnderWay } from './under-way.ts';

/** @param mountRest mounts whatever comes after the API and before the error handler: the pages. */
export function createApp(appParts: AppParts, mountRest: (app: Express) => void): RequestListener {
  const { board, mask } = appParts;
  const parts = { ...appParts, cached: createAnswerCache(board, mask) };
  const underWay = createUnderWay();
  const rest = createExpressApp(parts, underWay, mountRest);
  return admit(parts, createPolls(parts), underWay, rest);
}

function createExpressApp(
  parts: RouteParts,
  underWay: UnderWay,
  mountRest: (app: Express) => void,
): Express {
  const app = express();
  app.disable('x-powered-by');
  // Every page contains its own nonce, so none may be answered with 304, not even to
  // `If-None-Match: *`. Answers that have a tag compare it themselves.
  app.disable('etag');
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.use(requestLog(parts));
  app.use('/api', guardApi(parts));
  app.use(DATA, refuseForeignHosts(parts.origin), dataHeaders(parts));
  app.use('/embed', framable);
  const sharedWork = createSharedWork(parts);
  mountRoutes(app, routesOf(parts), guardCalls(parts, { sharedWork, underWay }));
  app.use('/api', nothingHere);
  mountLedger(app, parts, sharedWork);
  // What follows may be a page.
  app.use(...securityHeaders(parts));
  mountHealth(app, parts);
  if (parts.showsMetrics) mountMetrics(app, parts.metrics);
  app.use(refuseForeignHosts(parts.origin));
  mountRest(app);
  app.use(nothingHere, answerErrors);
  return app;
}

/** Where answers are no pages, beside /api. */
const DATA = ['/ledger', '/feeds', '/calendar', '/embed', '/oembed'];

/** Of answers that are no pages. */
function dataHeaders(parts: AppParts): RequestHandler {
  const head = dataSecurityHead(parts);
  return (request, response, next) => {
    setHead(response, head(request));
    next();
  };
}

function routesOf(parts: RouteParts): Route[] {
  return [
    ...nationRoutes(parts),
    ...playerRoutes(parts),
    ...stakeRoutes(parts),
    // Before `/api/seasons/{id}`, which would match them.
    ...exportRoutes(parts),
    ...leaderboardRoutes(parts),
    ...eventRoutes(parts),
    ...seasonRoutes(parts),
    ...ledgerRoutes(parts),
    ...feedRoutes(parts),
    ...embedRoutes(parts),
    ...sessionRoutes(parts),
    ...configRoutes(parts),
  ];
}

const nothingHere: RequestHandler = () => {
  throw new Problem('not-found', 'There is nothing at this address. Check its spelling.');
};

function mountRoutes(
  app: Express,
  routes: readonly Route[],
  guard: (route: Route) => RequestHandler[],
): void {
  const paths = [...new Set(routes.map(({ call }) => call.path))];
  // `/x/refresh` before `/x/{name}`, which would match it.
  const inOrder = paths.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const path of inOrder) {
    // `/x/{name}` in the protocol is `/x/:name` in express.
    const expressRoute = app.route(pathWith({ path }, (name) => `:${name}`));
    const here = routes.filter(({ call }) => call.path === path);
    for (const route of here) {
      const { method } = route.call;
      const verb = method === 'GET' ? 'get' : method === 'POST' ? 'post' : 'delete';
      expressRoute[verb](...guard(route));
    }
    expressRoute.all(otherMethods(here.map(({ call }) => call.method)));
  }
}

function otherMethods(methods: readonly Call['method'][]): RequestHandler {
  const allow = methods
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
  return (request, response) => {
    if (request.method === 'OPTIONS') response.status(204).set('Allow', allow).end();
    else
      throw new Problem('method-not-allowed', `This address only answers ${allow}.`, {
        Allow: allow,
      });
  };
}
