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
import {
  isHeld,
  listTag,
  placing,
  VERSION_AND_RULES_HEAD,
  VERSION_HEAD,
} from './answer-headers.ts';
import { isAtLeast } from './at-least.ts';
import { codingFor, type Coding } from './compress.ts';
import { KeptAnswers, type Encoded } from './kept-answers.ts';
import { logAnswers, REQUEST_ID, requestIdOf, type RequestLogParts } from './request-log.ts';
import type { HttpMetrics } from './routes/metrics.ts';
import { dataSecurityHead, type SecurityOptions } from './security.ts';

/** The URLs of the list that the pages poll, exactly as they write them. */
const URLS: ReadonlySet<string> = new Set([
  leaderboardCall.path,
  `${leaderboardCall.path}?limit=${LIVE_ROWS}`,
]);

/** The list's name among its codings. */
const LIST = 'list';

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
      const coding = codingOf(headers['accept-encoding']);
      const ready = polled.ready(coding);
      if (ready) return send(request, response, head, ready, common);
      polled.take(coding).then(
        (list) => send(request, response, Object.entries(list.headers).flat(), list, common),
        (error: unknown) => {
          log.error({ err: error }, 'a list could not be prepared');
          goOn();
        },
      );
    },
  };

  /**
   * @param head of the list itself, whether it is sent or not.
   * @param list null: the caller already has it.
   */
  function send(
    request: IncomingMessage,
    response: ServerResponse,
    head: readonly string[],
    list: Encoded | null,
    { startedAt, hostHead, limitHead }: Common,
  ): void {
    const id = requestIdOf(request);
    const status = list ? 200 : 304;
    response.on('close', () => {
      const ms = monotonicNow() - startedAt;
      onAnswer(status, ms / 1000);
      logAnswer(id, request, response, ms);
    });
    const ownHead = list ? VERSION_AND_RULES_HEAD : VERSION_HEAD;
    const listHead = list ? contentHead(list) : [];
    response.writeHead(
      status,
      head.concat(listHead, hostHead, ownHead, limitHead, [REQUEST_ID, id]),
    );
    // Node leaves the body out of its answer to HEAD.
    response.end(list?.body);
  }
}

/** The part of an answer that depends on its request, not on the list. */
interface Common {
  readonly startedAt: number;
  readonly hostHead: readonly string[];
  readonly limitHead: readonly string[];
}

/** Alternating names and values, as `writeHead` takes them. */
function contentHead({ coding, body }: Encoded): readonly string[] {
  const encoding = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const length = String(body.length);
  return ['Content-Type', 'application/json; charset=utf-8', ...encoding, 'Content-Length', length];
}

/**
 * The first rows: serialised and compressed once per rev and coding, and only on request. Requests meanwhile
 * wait for the next one, so that many requests over many revs cost only a few lists.
 */
class PolledList {
  readonly #board: Board;
  readonly #text: ListText;
  readonly #lists: KeptAnswers;
  #named: { readonly tag: string; readonly head: readonly string[] } & BoardState;

  constructor(board: Board) {
    this.#board = board;
    this.#text = new ListText(board);
    this.#lists = new KeptAnswers(board);
    this.#named = this.#name();
  }

  /** The current list, if it is already prepared. */
  ready(coding: Coding) {
    return this.#lists.current(LIST, coding);
  }

  /** The list as it is now or a moment from now. */
  take(coding: Coding) {
    return this.#lists.take(LIST, coding, async () => ({
      json: this.#text.first(LIVE_ROWS),
      headers: listHeaders(this.#board),
      isSettled: false,
    }));
  }

  /** The current list's tag, and the headers of an answer without it. */
  naming(): { readonly tag: string; readonly head: readonly string[] } {
    const { epoch, rev } = this.#board;
    if (this.#named.rev !== rev || this.#named.epoch !== epoch) this.#named = this.#name();
    return this.#named;
  }

  #name() {
    const { epoch, rev } = this.#board;
    const headers = listHeaders(this.#board);
    return { epoch, rev, tag: headers.ETag, head: Object.entries(headers).flat() };
  }
}

/** The headers of the list itself, whether it is sent or not. */
function listHeaders(board: Board) {
  return {
    ETag: listTag(board, LIVE_ROWS, 0),
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ...placing(board),
  };
}

type BoardState = Pick<Board, 'epoch' | 'rev'>;
