/** Which events are read for whom, and how an old page reads on. */
import { createServer } from 'node:http';
import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { eventsCall } from '../../../common/protocol/events.ts';
import { SINCE, Vocabulary } from '../../../common/protocol/since.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
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

/** As if trades had been added in this version. */
const vocabulary = new Vocabulary({
  messages: SINCE.messages,
  kinds: { ...SINCE.kinds, traded: PROTOCOL_VERSION },
});

const OLD = { 'Denaria-Version': String(PROTOCOL_VERSION - 1) };

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
  const [route] = eventRoutes({ queries, board: new Board(), vocabulary });
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
    read: async (
      query: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>>,
    ) => {
      const answer = await fetch(`${url}?${new URLSearchParams(query)}`, { headers });
      const events = eventsCall.answers[200].parse(await answer.json());
      return {
        ids: events.map(({ id }) => Number.parseInt(id, 16)),
        kinds: new Set(events.map(({ kind }) => kind)),
        last: events.at(-1)?.id ?? null,
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
  const { ids, kinds } = await read({ limit: '4', kinds: 'museum-staked,traded,traded' }, {});
  expect(kinds).toEqual(new Set(['traded', 'cultural-staked']));
  expect(ids).toEqual([150, 148, 147, 145]);
  expect(reads).toEqual([4]);
});

test('[PRO4] an old page is not sent the kinds that it does not know, and its answers are full', async () => {
  const { read, reads } = await served(times(50, 'traded', 'dena-staked'));
  const { ids, kinds } = await read({ limit: '10' }, OLD);
  expect(kinds).toEqual(new Set(['dena-staked']));
  expect(ids).toEqual([100, 98, 96, 94, 92, 90, 88, 86, 84, 82]);
  expect((await read({ kinds: 'traded' }, OLD)).ids).toEqual([]);
  expect(reads).toEqual([10, 50]);
});

test('[PRO27] an old page reads everything it knows with `before`', async () => {
  const known = times(7, 'dena-staked');
  const { read } = await served([...known, ...times(1500, 'traded'), ...known]);
  const ids: number[] = [];
  let before: string | null = null;
  for (;;) {
    const answer = await read({ limit: '5', ...(before === null ? {} : { before }) }, OLD);
    ids.push(...answer.ids);
    if (answer.ids.length < 5) break;
    before = answer.last;
  }
  const late = [1514, 1513, 1512, 1511, 1510, 1509, 1508];
  expect(ids).toEqual([...late, 7, 6, 5, 4, 3, 2, 1]);
});
