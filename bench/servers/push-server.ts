/**
 * A board, and each commit of it to everybody: by Denaria's pushes, or only by Socket.IO's rooms.
 */
import { Server as SocketIoServer } from 'socket.io';
import { createServer } from 'node:http';
import { z } from 'zod';
import { NOTHING_SET } from '../../common/protocol/status.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { Board } from '../../server/leaderboard/board.ts';
import { SeasonRace } from '../../server/leaderboard/season-race.ts';
import { choose, SmallGame, stake } from '../../server/leaderboard/testing/fixtures.ts';
import { LiveWindow } from '../../server/leaderboard/window.ts';
import { partOf, snapshot, tick } from '../../server/live/outbound/messages.ts';
import { Pushes } from '../../server/live/outbound/pushes.ts';
import type { LiveIo, LiveSocket } from '../../server/live/sockets/live-socket.ts';
import { serveParent } from '../../tools/processes.ts';
import { listening } from '../../tools/test/listening.ts';

const PLAYERS = 1000;
/** More than a run of the benchmark commits. */
const STAKES = 4000;
/** No pings during a measurement. */
const NEVER_MS = 600_000;

const board = new Board();
const game = new SmallGame();
for (let n = 0; n < PLAYERS; n += 1) {
  game.playOn(board, choose(n, NATION_IDS[n % NATION_IDS.length] ?? 'usa'));
}
/** Decided beforehand, the last one first: only what comes after a commit is measured. */
const stakes = Array.from({ length: STAKES }, (_, n): StoredEvent => {
  game.now += 1000;
  const event = game.play(stake((n * 7) % PLAYERS, 10 + n));
  if (!event) throw new Error('a stake was refused');
  return event;
}).toReversed();

function commit(): void {
  const event = stakes.pop();
  if (!event) throw new Error('there are no more stakes');
  board.apply(event);
}

interface Sender {
  /** Sends the current state to a new spectator. */
  watches(socket: LiveSocket): void;
  /** Sends the next commit to everybody; resolves when each socket was handed it. */
  send(): Promise<void> | void;
}

const SENDERS = {
  denaria(io: LiveIo): Sender {
    let onPush = () => {};
    const pushes = new Pushes({
      status: () => NOTHING_SET,
      board,
      race: new SeasonRace(board),
      rooms: io.of('/').adapter,
      liveTickMs: 0,
      onPush: () => onPush(),
      log: {
        error(problem: unknown) {
          throw problem;
        },
      },
    });
    return {
      watches: (socket) => pushes.sendCurrent(pushes.add(socket), undefined),
      send: () =>
        new Promise<void>((resolve) => {
          onPush = resolve;
          commit();
        }),
    };
  },

  'socket.io'(io: LiveIo): Sender {
    const window = new LiveWindow(board);
    return {
      watches: (socket) => void socket.emit('tick', snapshot(board, 'all', window.digest())),
      send() {
        const since = board.rev;
        commit();
        const part = partOf('all', window.take());
        if (!part) throw new Error('a stake changed nothing');
        io.to('all').emit('tick', tick(board, 'all', part, { since, digest: window.digest() }));
      },
    };
  },
} satisfies Record<string, (io: LiveIo) => Sender>;

let sender: Sender | null = null;

serveParent({
  start(kind) {
    const http = createServer();
    const io: LiveIo = new SocketIoServer(http, {
      transports: ['websocket'],
      perMessageDeflate: false,
      serveClient: false,
      pingInterval: NEVER_MS,
    });
    sender = SENDERS[z.enum(['denaria', 'socket.io']).parse(kind)](io);
    io.on('connection', (socket) => {
      socket.on('watch', (_body, reply) => {
        void socket.join('all');
        const now = new Date().toISOString();
        reply({ ok: true, version: PROTOCOL_VERSION, epoch: board.epoch, rev: board.rev, now });
        sender?.watches(socket);
      });
    });
    return listening(http);
  },

  /** Commits this many stakes, each as soon as the one before was handed to every socket. */
  async commit(count) {
    for (let n = z.int().parse(count); n > 0; n -= 1) {
      await sender?.send();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  },
});
