/**
 * A client that listens to one process and polls another, as one behind a balancer may: it merges pushes
 * and lists only by the protocol's rules.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { SERVER_MESSAGES, watchAckSchema, type GdpMessage } from '../../../common/protocol/live.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { ModelClient } from '../../live/testing/model-client.ts';
import { ask } from './http-client.ts';

/** Between two polls of the list, and between two checks whether one is wanted earlier. */
const POLL_MS = 1000;
const LOOK_MS = 50;

export interface Spectator {
  /** Every `gdp` message, and when it came. */
  readonly heard: readonly { readonly message: GdpMessage; readonly at: number }[];
  /** The list as the client has it. */
  entries(): LeaderboardEntry[];
  close(): Promise<void>;
}

export async function spectate(urls: {
  readonly socket: string;
  readonly list: string;
}): Promise<Spectator> {
  const model = new ModelClient();
  const heard: { message: GdpMessage; at: number }[] = [];
  const socket = io(urls.socket, { transports: ['websocket'], forceNew: true });
  const { leaderboard, gdp, resync } = SERVER_MESSAGES;
  socket.on('leaderboard', (body) => model.onLeaderboard(leaderboard.parse(body)));
  socket.on('resync', (body) => model.onResync(resync.parse(body)));
  socket.on('gdp', (body) => {
    const message = gdp.parse(body);
    heard.push({ message, at: performance.now() });
    model.onGdp(message);
  });
  await new Promise<void>((resolve) => {
    // On every connect: a restarted process has forgotten who watches.
    socket.on('connect', () => {
      socket.emit('watch', { nations: 'all' }, (answer: unknown) => {
        model.onAck(watchAckSchema.parse(answer));
        resolve();
      });
    });
  });

  const closing = new AbortController();
  const polling = (async () => {
    let polledAt = Number.NEGATIVE_INFINITY;
    while (!closing.signal.aborted) {
      if (model.wantsList || performance.now() - polledAt > POLL_MS) {
        polledAt = performance.now();
        await poll();
      }
      await sleep(LOOK_MS);
    }
  })();

  return {
    heard,
    entries: () => model.entries(),
    async close() {
      closing.abort();
      socket.close();
      await polling;
    },
  };

  async function poll(): Promise<void> {
    const answer = await ask(urls.list, '/api/leaderboard').catch(() => null);
    // A process that is away is asked again.
    if (answer?.status !== 200) return;
    model.onList({
      rev: revSchema.parse(answer.headers['x-board-rev']),
      rows: answer.json(leaderboardCall.answers[200]),
    });
  }
}
