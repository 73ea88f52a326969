/**
 * GET /api/leaderboard for the list that every page polls, answered before express: the same headers,
 * limit, log line and timing as any other route, around a prebuilt body. Any request that is not plainly
 * one for it goes on to express. Seven times as fast as a route (bench/RESULTS.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import type { Board } from '../leaderboard/board.ts';
import { ListText } from '../leaderboard/list-text.ts';
import { monotonicNow } from '../lib/machine.ts';
import { rememberLast } from '../lib/remember-last.ts';
import { isHeld, listTag, VERSION_AND_RULES_HEAD, VERSION_HEAD } from './answer-headers.ts';
import { isAtLeast } from './at-least.ts';
import { codingFor, type Coding } from './compress.ts';
import { listHead, PreparedList } from './prepared-list.ts';
import { logAnswers, REQUEST_ID, requestIdOf, type RequestLogParts } from './request-log.ts';
import type { HttpMetrics } from './routes/metrics.ts';
import { dataSecurityHead, type SecurityOptions } from './security.ts';

/** The URLs of the list that the pages poll, exactly as they write them. */
const URLS: ReadonlySet<string> = new Set([
  leaderboardCall.path,
  `${leaderboardCall.path}?limit=${LIVE_ROWS}`,
]);

export interface PollParts extends SecurityOptions, RequestLogParts {
  readonly board: Board;
  readonly metrics: HttpMetrics;
}

export interface Polls {
  /** True if it asks for the list in a plain way, and for no commit that is still to come. */
  takes(request: IncomingMessage): boolean;
  /**
   * @param limitHead what is left of the caller's budget.
   * @param goOn has it answered otherwise, if the list can't be prepared.
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    limitHead: readonly string[],
    goOn: () => void,
  ): void;
}

export function createPolls(parts: PollParts): Polls {
  const { board, log } = parts;
  const logAnswer = logAnswers(parts);
  const polled = new PolledList(board);
  const { method: callMethod, path: route } = leaderboardCall;
  const onAnswer = parts.metrics.answersOf({ method: callMethod, route });
  const securityHead = dataSecurityHead(parts);
  const codingOf = rememberLast(codingFor);

  return {
    takes: ({ url = '', method, headers }) =>
      URLS.has(url) && (method === 'GET' || method === 'HEAD') && isAtLeast(board, headers),
    answer(request, response, limitHead, goOn) {
      const common = { startedAt: monotonicNow(), hostHead: securityHead(request), limitHead };
      const { headers } = request;
      const { tag, head } = polled.naming();
      if (isHeld(tag, headers['if-none-match'])) return send(request, response, head, null, common);
      const list = polled.in[codingOf(headers['accept-encoding'])];
      const ready = list.ready();
      if (ready) return send(request, response, ready.head, ready.body, common);
      list.take().then(
        (taken) => send(request, response, taken.head, taken.body, common),
        (error: unknown) => {
          log.error({ err: error }, 'a list could not be prepared');
          goOn();
        },
      );
    },
  };

  /** @param body null: the caller already has it. */
  function send(
    request: IncomingMessage,
    response: ServerResponse,
    head: readonly string[],
    body: Buffer | null,
    { startedAt, hostHead, limitHead }: Common,
  ): void {
    const id = requestIdOf(request);
    const status = body ? 200 : 304;
    response.on('close', () => {
      const ms = monotonicNow() - startedAt;
      onAnswer(status, ms / 1000);
      logAnswer(id, request, response, ms);
    });
    const ownHead = body ? VERSION_AND_RULES_HEAD : VERSION_HEAD;
    response.writeHead(status, head.concat(hostHead, ownHead, limitHead, [REQUEST_ID, id]));
    // Node leaves the body out of its answer to HEAD.
    response.end(body);
  }
}

/** The part of an answer that depends on its request, not on the list. */
interface Common {
  readonly startedAt: number;
  readonly hostHead: readonly string[];
  readonly limitHead: readonly string[];
}

/** The first rows, in every coding. */
class PolledList {
  readonly in: Readonly<Record<Coding, PreparedList>>;
  readonly #board: Board;
  #named: { readonly tag: string; readonly head: readonly string[] } & BoardState;

  constructor(board: Board) {
    this.#board = board;
    const text = new ListText(board);
    this.in = {
      br: new PreparedList(board, text, LIVE_ROWS, 'br'),
      gzip: new PreparedList(board, text, LIVE_ROWS, 'gzip'),
      identity: new PreparedList(board, text, LIVE_ROWS, 'identity'),
    };
    this.#named = this.#name();
  }

  /** The current list's tag, and the headers of an answer without it. */
  naming(): { readonly tag: string; readonly head: readonly string[] } {
    const { epoch, rev } = this.#board;
    if (this.#named.rev !== rev || this.#named.epoch !== epoch) this.#named = this.#name();
    return this.#named;
  }

  #name() {
    const { epoch, rev } = this.#board;
    const tag = listTag(this.#board, LIVE_ROWS, 0);
    return { epoch, rev, tag, head: listHead(this.#board, LIVE_ROWS) };
  }
}

type BoardState = Pick<Board, 'epoch' | 'rev'>;
