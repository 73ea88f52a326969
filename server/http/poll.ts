/**
 * GET /api/leaderboard for the list that every page polls, answered before express: the same
 * headers, limit, log line and timing as any other route, around the same cached answer. Any
 * request that is not plainly one for it goes on to express. Six times as fast as a route
 * (bench/RESULTS.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { monotonicNow } from '../lib/machine.ts';
import {
  notModified,
  presentListHeaders,
  VERSION_HEAD,
  versionAndRulesHead,
} from './answer-headers.ts';
import type { RouteParts } from './app-parts.ts';
import { isAtLeast } from './at-least.ts';
import { READS } from './cors.ts';
import { presentList, type Encoded } from './answer-cache.ts';
import { logAnswers, REQUEST_ID, requestIdOf } from './request-log.ts';
import { dataSecurityHead } from './security.ts';

/** The URLs of the list that the pages poll, exactly as they write them. */
const URLS: ReadonlySet<string> = new Set([
  leaderboardCall.path,
  `${leaderboardCall.path}?limit=${LIVE_ROWS}`,
]);

const PART = { limit: LIVE_ROWS, offset: 0 };

export type Polls = ReturnType<typeof createPolls>;

type PollParts = Pick<
  RouteParts,
  'board' | 'cached' | 'metrics' | 'log' | 'trustProxyHops' | 'origin' | 'secure' | 'rules'
>;

export function createPolls(parts: PollParts) {
  const { board, cached, log, rules } = parts;
  const logAnswer = logAnswers(parts);
  const onAnswer = parts.metrics.answersOf(leaderboardCall);
  const securityHead = dataSecurityHead(parts);

  return {
    /** True if it asks for the list in a plain way, and for no commit that is still to come. */
    takes: ({ url = '', method, headers }: IncomingMessage) =>
      URLS.has(url) && READS.has(method) && isAtLeast(board, headers),
    /**
     * @param ownHead what is left of the caller's budget, and who may read the answer.
     * @param fallBack has it answered otherwise, if the list can't be prepared.
     */
    answer(
      request: IncomingMessage,
      response: ServerResponse,
      ownHead: readonly string[],
      fallBack: () => void,
    ): void {
      const { headers } = request;
      const startedAt = monotonicNow();
      const id = requestIdOf(request);
      const requestHead = [...securityHead(request), ...ownHead, REQUEST_ID, id];
      /** @param list null: the caller already has it. */
      const send = (listHeaders: Readonly<Record<string, string>>, list: Encoded | null) => {
        const status = list ? 200 : 304;
        response.on('close', () => {
          const ms = monotonicNow() - startedAt;
          onAnswer(status, ms / 1000);
          logAnswer(id, request, response, ms);
        });
        const ownHead = list
          ? [...contentHead(list), ...versionAndRulesHead(rules())]
          : VERSION_HEAD;
        const listHead = Object.entries(listHeaders).flat();
        response.writeHead(status, [...listHead, ...ownHead, ...requestHead]);
        // Node leaves the body out of its answer to HEAD.
        response.end(list?.body);
      };
      const unchanged = notModified(presentListHeaders(board, PART), headers);
      if (unchanged) return send(unchanged.headers, null);
      presentList({ cached, board }, PART, { headers }).then(
        // It may be newer than when it was asked for.
        (list) => send(list.headers, list.encoded),
        (error: unknown) => {
          log.error({ err: error }, 'a list could not be prepared');
          fallBack();
        },
      );
    },
  };
}

/** Alternating names and values, as `writeHead` takes them. */
function contentHead({ coding, body }: Encoded): readonly string[] {
  const encoding = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const length = String(body.length);
  return ['Content-Type', 'application/json; charset=utf-8', ...encoding, 'Content-Length', length];
}
