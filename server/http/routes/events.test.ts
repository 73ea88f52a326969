/** Which events are read. */
import { createServer } from 'node:http';
import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { eventsCall } from '../../../common/protocol/events.ts';
import {
  isKnownEvent,
  type EventKind,
  type StoredEvent,
} from '../../../common/values/stored-event.ts';
import { listening } from '../../../tools/test/listening.ts';
import { Board } from '../../leaderboard/board.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { createRevocations } from '../../game/sign-in/revocations.ts';
import { choose, revOf, SmallGame } from '../../leaderboard/testing/fixtures.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import type { Guards } from '../route.ts';
import { createSessions } from '../session.ts';
import { eventRoutes } from './events.ts';

/** A game with this many museums and trades, alternating for example, oldest first; read as a store is. */
function historyOf(kinds: readonly EventKind[]) {
  const first = new SmallGame().play(choose(1, 'usa'));
  if (!first || !isKnownEvent(first)) throw new Error('no nation was chosen');
  const events = kinds.map((kind, n): StoredEvent => ({ ...first, kind, rev: revOf(n + 1) }));
  const reads: number[] = [];
  const queries: Pick<Queries, 'events'> = {
    events({ before, limit, kinds }) {
      reads.push(limit);
      const asked = events.filter(
        ({ rev, kind }) =>
          (before === undefined || rev < before) && kinds?.some((one) => one === kind),
      );
      return Promise.resolve(asked.toReversed().slice(0, limit));
    },
  };
  return { reads, queries };
}

const times = (count: number, ...kinds: EventKind[]): EventKind[] =>
  Array.from({ length: count }, () => kinds).flat();

/** GET /api/events over such a history. */
async function served(kinds: readonly EventKind[]) {
  const { reads, queries } = historyOf(kinds);
  const [route] = eventRoutes({ queries, board: new Board() });
  const app = express();
  const handler: RequestHandler = async (request, response) => {
    const reply = await route?.answer(request, GUARDS);
    if (!reply || !('body' in reply)) throw new Error('the history was refused');
    response.set(reply.headers ?? {}).json(reply.body);
  };
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 passes on rejections itself.
  app.get(eventsCall.path, handler);
  const http = createServer(app);
  const url = `http://127.0.0.1:${await listening(http)}${eventsCall.path}`;
  onTestFinished(() => void http.close());
  return {
    reads,
    read: async (query: Readonly<Record<string, string>>) => {
      const answer = await fetch(`${url}?${new URLSearchParams(query)}`);
      const events = eventsCall.answers[200].parse(await answer.json());
      return {
        ids: events.map(({ id }) => Number.parseInt(id, 16)),
        kinds: new Set(events.map(({ kind }) => kind)),
      };
    },
  };
}

/** Nothing here needs a session. */
const GUARDS: Guards = {
  sessions: createSessions({
    secret: new Uint8Array(32),
    secure: false,
    revocations: createRevocations(openMemoryStore()),
  }),
  walletProof: 'required',
  countCommand: () => {},
};

test('only the kinds that are asked for are read', async () => {
  const { read, reads } = await served(times(50, 'traded', 'resources-settled', 'cultural-staked'));
  const { ids, kinds } = await read({ limit: '4', kinds: 'museum-staked,traded,traded' });
  expect(kinds).toEqual(new Set(['traded', 'cultural-staked']));
  expect(ids).toEqual([150, 148, 147, 145]);
  expect(reads).toEqual([4]);
});
