/** The HTTP side of the server, assembled: guards, the API, and whatever is mounted after it. */
import type { RequestListener } from 'node:http';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { pathWith, type Call } from '../../common/protocol/call.ts';
import { nonceCall, signInCall } from '../../common/protocol/session.ts';
import type { GameClock } from '../game/engine/clock.ts';
import type { World } from '../game/engine/command.ts';
import type { Game } from '../game/engine/game.ts';
import type { NftFacts } from '../game/reads/nft-facts.ts';
import type { NftVerifier } from '../game/reads/nft-verifier.ts';
import type { Queries } from '../game/reads/queries.ts';
import type { PlayerView } from '../game/reads/views.ts';
import type { SignIn } from '../game/sign-in/sign-in.ts';
import type { VerifiedUpTo } from '../game/engine/holdings-reader.ts';
import type { Board } from '../leaderboard/board.ts';
import type { NationChanges } from '../leaderboard/nation-changes.ts';
import type { Log } from '../observe/log.ts';
import type { NationHistory } from '../past/nation-history.ts';
import type { Past } from '../past/past.ts';
import type { AddressBudget } from '../lib/address-budget.ts';
import { codingFor, COMPRESS, type Coding } from './compress.ts';
import { createCommitWaits, namePlace } from './at-least.ts';
import {
  chargePastTo,
  chargeTo,
  countPerNetwork,
  limitJoins,
  limitPerAddress,
  limitPerNetwork,
  limitPerWallet,
  type Limits,
} from './limits.ts';
import { createCallerLines, type InCallersLine } from './caller-lines.ts';
import { refuseTooDeep } from './json-depth.ts';
import { countLongAnswers, type CountLongAnswer } from './long-answers.ts';
import { originForm, refuseHostless } from './malformed.ts';
import type { OnShown, Guards, Route } from './route.ts';
import type { OriginPolicy } from './origin.ts';
import { answerPolls } from './poll.ts';
import { answerErrors, Problem, problemOf, sendProblem } from './problem.ts';
import { refuseOldPages, sayVersion } from './protocol-version.ts';
import { chargeRequests } from './request-gate.ts';
import { requestLog } from './request-log.ts';
import { configRoutes, type ServerFacts } from './routes/config.ts';
import { denaRoutes } from './routes/dena.ts';
import { eventRoutes } from './routes/events.ts';
import { mountHealth, type Health } from './routes/health.ts';
import { leaderboardRoutes } from './routes/leaderboard.ts';
import { mountMetrics, timed, type HttpMetrics } from './routes/metrics.ts';
import { nationRoutes } from './routes/nations.ts';
import { nftRoutes } from './routes/nfts.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { playerNationRoutes } from './routes/player-nation.ts';
import { playerRoutes } from './routes/players.ts';
import { replayRoutes } from './routes/replay.ts';
import { sessionRoutes } from './routes/session.ts';
import { tradeRoutes } from './routes/trade.ts';
import { workRoutes } from './routes/works.ts';
import {
  dataSecurityHeaders,
  refuseForeignHosts,
  refuseForeignPages,
  securityHeaders,
} from './security.ts';
import type { Sessions } from './session.ts';

const BODY_LIMIT = '16kb';

export interface AppParts {
  readonly game: Game;
  readonly queries: Queries;
  readonly playerView: PlayerView;
  readonly nftFacts: NftFacts;
  readonly verifyNft: NftVerifier;
  /** Reads the chain for callers who have not proven the wallet. */
  readonly strangerHoldings: World['holdings'];
  readonly signIn: SignIn;
  readonly board: Board;
  readonly nationChanges: Pick<NationChanges, 'of' | 'contributed'>;
  readonly past: Pick<Past, 'rankingAt' | 'page'>;
  readonly nationHistory: Pick<NationHistory, 'of'>;
  readonly verifiedUpTo: VerifiedUpTo;
  /** Called with the wallets that reads show beyond the first rows. */
  readonly onShown?: OnShown | undefined;
  readonly clock: GameClock;
  readonly sessions: Sessions;
  readonly origin: OriginPolicy;
  readonly health: Health;
  readonly metrics: HttpMetrics;
  readonly facts: ServerFacts;
  /** True if players connect over https. */
  readonly secure: boolean;
  readonly trustProxyHops: number;
  readonly limits: Limits;
  /** Every request is charged to it, by its caller's address. */
  readonly budget: AddressBudget;
  /** How many wallets without holdings may join from one address per hour; 0: no limit. */
  readonly joinsPerAddress: number;
  /** True if GET /metrics is served here as well. */
  readonly showsMetrics: boolean;
  readonly log: Log;
}

/**
 * Express; in front of it the polled list, and the gate that charges every request.
 * @param mountRest mounts whatever comes after the API and before the error handler: the pages.
 */
export function createApp(parts: AppParts, mountRest: (app: Express) => void): RequestListener {
  const charge = chargeTo(parts.budget, parts.trustProxyHops);
  const app = refuseHostless(createExpressApp(parts, mountRest));
  const answer = answerPolls({ ...parts, charge }, chargeRequests({ ...parts, charge }, app));
  return (request, response) => {
    // Already cut off: nobody reads an answer.
    if (request.socket.destroyed) return;
    request.url = originForm(request.url ?? '');
    answer(request, response);
  };
}

function createExpressApp(parts: AppParts, mountRest: (app: Express) => void): Express {
  const { origin } = parts;
  const app = express();
  app.disable('x-powered-by');
  // Every page contains its own nonce, so none may be answered with 304.
  app.disable('etag');
  app.use(requestLog(parts));
  mountApi(app, parts);
  // What follows may be a page.
  app.use(...securityHeaders(parts));
  mountHealth(app, parts.health);
  if (parts.showsMetrics) mountMetrics(app, parts.metrics);
  app.use(refuseForeignHosts(origin));
  mountRest(app);
  app.use(nothingHere, answerErrors);
  return app;
}

function mountApi(app: Express, parts: AppParts): void {
  const { limits, trustProxyHops } = parts;
  const signInLimit = limitPerAddress(limits.signInsPerAddress, trustProxyHops);
  const guards: Guards = {
    sessions: parts.sessions,
    walletProof: parts.facts.walletProof,
    countCommand: limitPerWallet(limits.commandsPerWallet),
  };
  app.use(
    '/api',
    // Not the page's headers: their nonce costs more than many a call.
    dataSecurityHeaders(parts),
    sayVersion,
    refuseForeignHosts(parts.origin),
    (_request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      next();
    },
    refuseOldPages,
    refuseForeignPages(parts.origin),
    namePlace(parts.board),
  );
  app.get(nonceCall.path, signInLimit);
  app.post(signInCall.path, signInLimit);
  const anonymousLimit = limitPerNetwork(limits.anonymousPerAddress, trustProxyHops);
  const chargePast = chargePastTo(parts.budget, trustProxyHops);
  mountRoutes(
    app,
    [
      ...nationRoutes(parts),
      ...playerRoutes(parts),
      ...playerNationRoutes({
        ...parts,
        countUpkeep: limitPerWallet(limits.upkeepPerWallet),
        joinPlace: limitJoins(parts.joinsPerAddress, trustProxyHops),
      }),
      ...denaRoutes(parts),
      ...nftRoutes(parts),
      ...tradeRoutes(parts),
      ...workRoutes(parts),
      ...leaderboardRoutes({ ...parts, chargePast }),
      ...eventRoutes(parts),
      ...replayRoutes({ ...parts, chargePast }),
      ...sessionRoutes({
        ...parts,
        countContractSignIn: countPerNetwork(limits.contractSignInsPerAddress, trustProxyHops),
      }),
      ...configRoutes(parts),
      ...openApiRoutes(parts),
    ],
    {
      guards,
      anonymousLimit,
      metrics: parts.metrics,
      countLongAnswer: countLongAnswers(parts.budget, trustProxyHops),
      inCallersLine: createCallerLines(trustProxyHops),
      waitForCommit: createCommitWaits(parts),
    },
  );
  app.use('/api', nothingHere);
}

const nothingHere: RequestHandler = () => {
  throw new Problem('not-found', 'There is nothing at this address. Check its spelling.');
};

function mountRoutes(
  app: Express,
  routes: readonly Route[],
  around: {
    readonly guards: Guards;
    readonly anonymousLimit: RequestHandler;
    readonly metrics: HttpMetrics;
    readonly countLongAnswer: CountLongAnswer;
    readonly inCallersLine: InCallersLine;
    readonly waitForCommit: ReturnType<typeof createCommitWaits>;
  },
): void {
  const { guards, anonymousLimit, metrics, countLongAnswer, inCallersLine, waitForCommit } = around;
  const parseBody = express.json({ limit: BODY_LIMIT, inflate: false, verify: refuseTooDeep });
  const paths = [...new Set(routes.map(({ call }) => call.path))];
  // `/x/refresh` before `/x/{name}`, which would match it.
  const inOrder = paths.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const path of inOrder) {
    // `/x/{name}` in the protocol is `/x/:name` in express.
    const place = app.route(pathWith({ path }, (name) => `:${name}`));
    const here = routes.filter(({ call }) => call.path === path);
    for (const { call, parse, answer } of here) {
      const handler: RequestHandler = async (request, response) => {
        const input = parse(request);
        const isRead = call.method === 'GET' && call.placed;
        if (isRead && !(await waitForCommit(request, response))) return;
        const reply = await inCallersLine(call, request, () => answer(input, request, guards));
        if (reply) await send(request, response, reply, { call, countLongAnswer });
      };
      const verb = call.method === 'GET' ? 'get' : call.method === 'POST' ? 'post' : 'delete';
      place[verb](
        timed(metrics, call),
        ...(call.method === 'POST' && !call.needsSession ? [anonymousLimit] : []),
        ...(call.body ? [parseBody] : []),
        handler,
      );
    }
    place.all(otherMethods(here.map(({ call }) => call.method)));
  }
}

async function send(
  request: Request,
  response: Response,
  reply: Awaited<ReturnType<Route['answer']>>,
  about: { readonly call: Call; readonly countLongAnswer: CountLongAnswer },
): Promise<void> {
  if ('ok' in reply) {
    sendProblem(response, problemOf(reply));
    return;
  }
  const { status, headers = {} } = reply;
  if ('body' in reply && reply.body === null) {
    response.status(status).set(headers).end();
    return;
  }
  if ('encoded' in reply) {
    const { encoded, isReady } = reply;
    // Built, the whole text counts; kept, it is shared by everyone.
    const bytes = isReady ? encoded.body.length : encoded.textBytes;
    about.countLongAnswer(request, response, { bytes, isReady });
    sendBody(response, encoded, { status, headers });
    return;
  }
  const text = 'json' in reply ? reply.json : JSON.stringify(reply.body);
  about.countLongAnswer(request, response, {
    bytes: Buffer.byteLength(text),
    isReady: 'json' in reply,
  });
  if (about.call.isCompressed) {
    const coding = codingFor(request.headers['accept-encoding']);
    const body = await COMPRESS[coding](Buffer.from(text));
    sendBody(response, { coding, body }, { status, headers });
  } else {
    sendBody(response, { coding: null, body: text }, { status, headers });
  }
}

/** @param coding null: the same for every client. */
function sendBody(
  response: Response,
  { coding, body }: { readonly coding: Coding | null; readonly body: string | Buffer },
  {
    status,
    headers,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): void {
  if (coding !== null) response.vary('Accept-Encoding');
  if (coding !== null && coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.status(status).set(headers);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
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
