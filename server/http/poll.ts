/**
 * GET /api/leaderboard for the lists that every page polls, answered ahead of express: the same
 * headers, limit, log line and timing as any other route, around a body that is ready. Whatever is
 * not plainly such a request, or is to be refused, goes on to express.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import type { Board } from '../leaderboard/board.ts';
import { ListText } from '../leaderboard/list-text.ts';
import type { Log } from '../log.ts';
import { codingFor } from './accept-encoding.ts';
import { callerAddress, type SharedLimit } from './limits.ts';
import { isHeld, listTag } from './list-headers.ts';
import { listHead, PreparedList, type Coding } from './prepared-list.ts';
import { logAnswer, REQUEST_ID, requestIdOf } from './request-log.ts';
import type { HttpMetrics } from './routes/metrics.ts';
import { dataSecurityHeaders, type SecurityOptions } from './security.ts';

/** What the pages ask for, as they write it, and how many rows that is. */
const LIMITS_BY_URL: ReadonlyMap<string, number> = new Map([
  [leaderboardCall.path, LIVE_ROWS],
  [`${leaderboardCall.path}?limit=${LIVE_ROWS}`, LIVE_ROWS],
  [`${leaderboardCall.path}?limit=100`, 100],
]);

export interface PollParts extends SecurityOptions {
  readonly board: Board;
  readonly limit: SharedLimit;
  readonly trustProxyHops: number;
  readonly metrics: HttpMetrics;
  readonly log: Log;
}

/** @param rest answers every other request. */
export function answerPolls(parts: PollParts, rest: RequestListener): RequestListener {
  const { board, limit, trustProxyHops, metrics, log } = parts;
  const lists = new PreparedLists(board);
  const securityHead = dataSecurityHeaders(parts);
  /** Null for a foreign host, which express refuses. */
  const headForHost = rememberLast((_host: string | undefined, request) =>
    parts.origin.own(request.headers) === null ? null : securityHead(request),
  );
  const codingOf = rememberLast(codingFor);

  return (request, response) => {
    const { url = '', method, headers } = request;
    const startedAt = performance.now();
    const rows = LIMITS_BY_URL.get(url);
    if (rows === undefined || (method !== 'GET' && method !== 'HEAD')) {
      return rest(request, response);
    }
    const hostHead = headForHost(headers.host, request);
    const limitHead = hostHead && limit.count(callerAddress(request, trustProxyHops));
    if (!limitHead) return rest(request, response);
    const common = { startedAt, head: [...hostHead, ...limitHead] };
    if (isHeld(listTag(board, rows, 0), headers['if-none-match'])) {
      return send(request, response, lists.head(rows), null, common);
    }
    const list = lists.of(rows, codingOf(headers['accept-encoding'], request));
    const ready = list.ready();
    if (ready) return send(request, response, ready.head, ready.body, common);
    list.take().then(
      ({ head, body }) => send(request, response, head, body, common),
      (error: unknown) => {
        log.error({ err: error }, 'a list could not be prepared');
        rest(request, response);
      },
    );
  };

  /** @param body null: the caller has it already. */
  function send(
    request: IncomingMessage,
    response: ServerResponse,
    head: readonly string[],
    body: Buffer | null,
    common: { readonly startedAt: number; readonly head: readonly string[] },
  ): void {
    const id = requestIdOf(request);
    const status = body ? 200 : 304;
    response.once('close', () => {
      const ms = performance.now() - common.startedAt;
      const { method, path: route } = leaderboardCall;
      metrics.onAnswer({ method, route, status, seconds: ms / 1000 });
      logAnswer(log, id, request, response, ms);
    });
    response.writeHead(status, [...head, ...common.head, REQUEST_ID, id]);
    // Node leaves the body out of its answer to HEAD.
    response.end(body);
  }
}

/** The lists that are kept, by how many rows they have and how they are coded. */
class PreparedLists {
  readonly #board: Board;
  readonly #text: ListText;
  readonly #lists = new Map<string, PreparedList>();
  readonly #heads = new Map<number, { readonly tag: string; readonly head: readonly string[] }>();

  constructor(board: Board) {
    this.#board = board;
    this.#text = new ListText(board);
  }

  of(rows: number, coding: Coding): PreparedList {
    const key = `${rows} ${coding}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PreparedList(this.#board, this.#text, rows, coding);
    this.#lists.set(key, list);
    return list;
  }

  /** The headers of a list that is not sent. */
  head(rows: number): readonly string[] {
    const tag = listTag(this.#board, rows, 0);
    const known = this.#heads.get(rows);
    if (known?.tag === tag) return known.head;
    const head = listHead(this.#board, rows);
    this.#heads.set(rows, { tag, head });
    return head;
  }
}

/** Nearly all requests name the same host and the same codings: the last answer is all that is kept. */
function rememberLast<Key, Value>(
  find: (key: Key, request: IncomingMessage) => Value,
): (key: Key, request: IncomingMessage) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key, request) => {
    if (!last || last.key !== key) last = { key, value: find(key, request) };
    return last.value;
  };
}
