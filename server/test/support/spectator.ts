/**
 * A client that listens to one process and polls another, as one behind a balancer may: it merges pushes
 * and lists only by the protocol's rules.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { SERVER_MESSAGES, watchAckSchema, type Tick } from '../../../common/protocol/live.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { PageBoard } from '../../../client/src/live/testing/page-board.ts';
import { ask } from './http-client.ts';

/** Between two polls of the list, and between two checks whether one is wanted earlier. */
const POLL_MS = 1000;
const LOOK_MS = 50;

export interface Spectator {
  /** Every tick, and when it came. */
  readonly heard: readonly { readonly message: Tick; readonly at: number }[];
  /** The list as the client has it. */
  entries(): LeaderboardEntry[];
  close(): Promise<void>;
}

export async function spectate(urls: {
  readonly socket: string;
  readonly list: string;
}): Promise<Spectator> {
  const board = new PageBoard();
  const heard: { message: Tick; at: number }[] = [];
  const socket = io(urls.socket, { transports: ['websocket'], forceNew: true });
  const { tick, resync } = SERVER_MESSAGES;
  socket.on('resync', (body) => board.onResync(resync.parse(body)));
  socket.on('tick', (body) => {
    const message = tick.parse(body);
    heard.push({ message, at: performance.now() });
    board.onTick(message);
  });
  await new Promise<void>((resolve) => {
    // On every connect: a restarted process has forgotten who watches.
    socket.on('connect', () => {
      socket.emit('watch', { nations: 'all' }, (answer: unknown) => {
        const ack = watchAckSchema.parse(answer);
        if (ack.ok) board.onAck(ack);
        resolve();
      });
    });
  });

  const closing = new AbortController();
  const polling = (async () => {
    let polledAt = Number.NEGATIVE_INFINITY;
    while (!closing.signal.aborted) {
      if (board.wantsList || performance.now() - polledAt > POLL_MS) {
        polledAt = performance.now();
        await poll();
      }
      await sleep(LOOK_MS);
    }
  })();

  return {
    heard,
    entries: () => [...(board.shown?.rows ?? [])],
    async close() {
      closing.abort();
      socket.close();
      await polling;
    },
  };

  async function poll(): Promise<void> {
    const flight = board.ask();
    const answer = await ask(urls.list, '/api/leaderboard').catch(() => null);
    if (answer?.status === 200) {
      flight.answer = {
        epoch: epochSchema.parse(answer.headers['x-board-epoch']),
        rev: revSchema.parse(answer.headers['x-board-rev']),
        rows: answer.json(leaderboardCall.answers[200]),
        totalCount: Number(answer.headers['x-total-count']),
      };
    }
    // A process that is away is asked again.
    board.onFlight(flight);
  }
}
