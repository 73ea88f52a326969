/** A socket that records everything it is sent, parsed as the protocol promises it. */
import { io } from 'socket.io-client';
import {
  SERVER_MESSAGES,
  watchAckSchema,
  type ServerMessages,
  type Watch,
  type WatchAck,
} from '../../../common/protocol/live.ts';
import type { NationId } from '../../../common/values/nations.ts';

export type Received = {
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
  /** Says that a screen was put right. */
  correct(): Promise<WatchAck>;
  /** The first message, already received or yet to come, that meets the condition. */
  until(condition: (message: Received) => boolean): Promise<Received>;
  close(): void;
}

/** A message that takes longer never comes. */
const MESSAGE_MS = 60_000;

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

  const record = (message: Received) => {
    received.push(message);
    for (const look of watching) look();
  };
  const at = () => performance.now();
  const { tick, player, resync, status } = SERVER_MESSAGES;
  socket.on('tick', (body) => record({ name: 'tick', body: tick.parse(body), at: at() }));
  socket.on('player', (body) => record({ name: 'player', body: player.parse(body), at: at() }));
  socket.on('resync', (body) => record({ name: 'resync', body: resync.parse(body), at: at() }));
  socket.on('status', (body) => record({ name: 'status', body: status.parse(body), at: at() }));

  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

  return {
    received,
    async watch(watch) {
      return watchAckSchema.parse(await socket.timeout(MESSAGE_MS).emitWithAck('watch', watch));
    },
    async correct() {
      return watchAckSchema.parse(await socket.timeout(MESSAGE_MS).emitWithAck('corrected'));
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

/** What a message says of one nation, if it is a tick that does. */
export function nationIn(
  message: Received,
  nationId: NationId,
): ServerMessages['tick']['nations'][number] | undefined {
  if (message.name !== 'tick') return undefined;
  return message.body.nations.find((nation) => nation.nationId === nationId);
}
