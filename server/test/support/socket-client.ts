/** A socket that keeps everything it is sent, parsed as the protocol promises it. */
import { io } from 'socket.io-client';
import {
  SERVER_MESSAGES,
  watchAckSchema,
  type ServerMessages,
  type Watch,
  type WatchAck,
} from '../../../common/protocol/live.ts';

type Received = {
  readonly [Name in keyof ServerMessages]: {
    readonly name: Name;
    readonly body: ServerMessages[Name];
    /** `performance.now()` when it came. */
    readonly at: number;
  };
}[keyof ServerMessages];

export interface TestSocket {
  readonly received: readonly Received[];
  watch(watch: Watch): Promise<WatchAck>;
  /** The first message, already received or yet to come, that meets the condition. */
  until(condition: (message: Received) => boolean): Promise<Received>;
  close(): void;
}

/** How long a message may take. */
const MESSAGE_MS = 10_000;

/** Connects as a client does; the Origin of a page may be faked. */
export async function openSocket(url: string, origin?: string): Promise<TestSocket> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(origin === undefined ? {} : { extraHeaders: { origin } }),
  });
  const received: Received[] = [];
  const watching = new Set<() => void>();

  const keep = (message: Received) => {
    received.push(message);
    for (const look of watching) look();
  };
  const at = () => performance.now();
  const { leaderboard, gdp, player, resync } = SERVER_MESSAGES;
  socket.on('leaderboard', (body) =>
    keep({ name: 'leaderboard', body: leaderboard.parse(body), at: at() }),
  );
  socket.on('gdp', (body) => keep({ name: 'gdp', body: gdp.parse(body), at: at() }));
  socket.on('player', (body) => keep({ name: 'player', body: player.parse(body), at: at() }));
  socket.on('resync', (body) => keep({ name: 'resync', body: resync.parse(body), at: at() }));

  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

  return {
    received,
    async watch(watch) {
      return watchAckSchema.parse(await socket.timeout(MESSAGE_MS).emitWithAck('watch', watch));
    },
    until(condition) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = received.find(condition);
          if (!found) return;
          end();
          resolve(found);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`no such message; there were ${JSON.stringify(received)}`));
        }, MESSAGE_MS);
        const end = () => {
          clearTimeout(timer);
          watching.delete(look);
        };
        watching.add(look);
        look();
      });
    },
    close: () => void socket.close(),
  };
}
