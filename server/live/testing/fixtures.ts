/**
 * Test support: a live server over a small game, and clients that check everything they receive.
 */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import {
  SERVER_MESSAGES,
  tickSchema,
  watchAckSchema,
  type ServerMessages,
  type Tick,
  type WatchAck,
} from '../../../common/protocol/live.ts';
import { NOTHING_SET } from '../../../common/protocol/status.ts';
import { Board } from '../../leaderboard/board.ts';
import { SeasonRace } from '../../leaderboard/season-race.ts';
import { weekAt } from '../../../common/values/week.ts';
import { SmallGame, type Move } from '../../leaderboard/testing/fixtures.ts';
import { admitToSockets } from '../../http/guards.ts';
import { Budget } from '../../lib/budget.ts';
import { wait } from '../../../tools/test/counts.ts';
import { openWebSocket, type RawConnection } from '../../test/support/raw-connection.ts';
import { startLive, type LiveOptions } from '../live-server.ts';
import type { PublishNotice } from '../presence.ts';

const TICK_MS = 20;
/** The next tick has been sent by then. */
const QUIET_MS = 2 * TICK_MS;

/** There are no other processes. */
const singleProcess: PublishNotice = (text) => Promise.resolve([text]);

/** What to close when the test ends, newest first. */
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

export interface World {
  readonly game: SmallGame;
  readonly board: Board;
  readonly http: HttpServer;
  readonly live: ReturnType<typeof startLive>;
  readonly url: string;
  /** How many corrected screens were counted. */
  corrected(): number;
  /** Makes these moves, one second of the game's clock apart. */
  play(...moves: Move[]): void;
}

/** A server whose board was loaded after these moves. */
export async function startWorld(
  moves: readonly Move[] = [],
  {
    port = 0,
    socketsPerAddress = 0,
    pointsPerAddress = 0,
    heartbeat,
    publishNotice = singleProcess,
    presencePaceMs = 60_000,
    trustProxyHops = 0,
    hasRace = false,
  }: {
    readonly port?: number;
    readonly socketsPerAddress?: number;
    readonly pointsPerAddress?: number;
    readonly heartbeat?: LiveOptions['heartbeat'];
    readonly publishNotice?: PublishNotice;
    readonly presencePaceMs?: number;
    readonly trustProxyHops?: number;
    /** Sends the week's part [PRO37], a second after a commit. */
    readonly hasRace?: boolean;
  } = {},
): Promise<World> {
  const game = new SmallGame();
  for (const move of moves) game.play(move);
  const board = new Board();
  await board.load(game.snapshot());
  const now = () => game.now;
  const race = new SeasonRace(board);
  if (hasRace) race.start(weekAt(game.now));
  let corrected = 0;
  const budget = new Budget(pointsPerAddress);
  const log = pino({ level: 'silent' });
  const http = createServer((_request, response) => response.end('the game'));
  const live = startLive({
    status: () => NOTHING_SET,
    http,
    board,
    race,
    allowedOrigin: (origin, host) => origin === undefined || origin === `http://${host}`,
    liveTickMs: TICK_MS,
    trustProxyHops,
    admit: admitToSockets({ budget, log, trustProxyHops }),
    budget,
    socketsPerAddress,
    heartbeat,
    now,
    publishNotice,
    presencePaceMs,
    onCorrected: () => (corrected += 1),
    log,
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  ending.push(async () => {
    await live.close();
    http.closeAllConnections();
    http.close();
  });
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return {
    game,
    board,
    http,
    live,
    url: `http://127.0.0.1:${bound.port}`,
    corrected: () => corrected,
    play(...toPlay) {
      for (const move of toPlay) {
        game.now += 1000;
        game.playOn(board, move);
      }
    },
  };
}

/** A hand-made WebSocket, which answers nothing by itself. */
export async function openRaw(world: World): Promise<RawConnection> {
  const connection = await openWebSocket(Number(new URL(world.url).port));
  if (typeof connection === 'number') throw new Error('it was refused');
  ending.push(() => connection.end());
  return connection;
}

/** How many connections a server has. */
export const connectionsOf = ({ http }: World) =>
  promisify((done: (error: Error | null, count: number) => void) => http.getConnections(done));

/**
 * A receiver drops events of kinds that it doesn't know, which can't be written back: here it knows
 * all.
 */
const STRICT_MESSAGES = {
  ...SERVER_MESSAGES,
  tick: tickSchema.extend({ events: tickSchema.shape.events.out }),
};

type Received = {
  [Name in keyof ServerMessages]: { readonly name: Name; readonly message: ServerMessages[Name] };
}[keyof ServerMessages];

export class Client {
  readonly socket: Socket;
  readonly received: Received[] = [];

  constructor(url: string, options: Parameters<typeof io>[1] = {}) {
    this.socket = io(url, { transports: ['websocket'], forceNew: true, ...options });
    const { tick, player, resync, watching } = STRICT_MESSAGES;
    this.socket.on('tick', (message: unknown) =>
      this.received.push({ name: 'tick', message: checked(tick, message) }),
    );
    this.socket.on('player', (message: unknown) =>
      this.received.push({ name: 'player', message: checked(player, message) }),
    );
    this.socket.on('resync', (message: unknown) =>
      this.received.push({ name: 'resync', message: checked(resync, message) }),
    );
    this.socket.on('watching', (message: unknown) =>
      this.received.push({ name: 'watching', message: checked(watching, message) }),
    );
    ending.push(() => this.socket.disconnect());
  }

  /** Sends anything under any name and returns the reply. */
  async send(name: string, ...args: unknown[]): Promise<WatchAck> {
    return checked(watchAckSchema, await this.socket.emitWithAck(name, ...args));
  }

  /** Everything received since the last call, in short form, once it is this many messages. */
  async next(count: number): Promise<string[]> {
    await expect.poll(() => this.received.length, { interval: 2 }).toBeGreaterThanOrEqual(count);
    return this.received.splice(0).map(inShort);
  }

  /**
   * Everything received since the last call, and in the next tick, which a last answer of the
   * server follows.
   */
  async afterQuiet(): Promise<string[]> {
    await wait(QUIET_MS);
    await this.send('unwatch', { nations: [] });
    return this.next(0);
  }
}

/** Parses a message and asserts that it contained nothing its schema doesn't know. */
function checked<T>(schema: z.ZodType<T>, message: unknown): T {
  const parsed = schema.parse(message);
  expect(z.encode(schema, parsed)).toEqual(message);
  return parsed;
}

function inShort({ name, message }: Received): string {
  switch (name) {
    case 'tick':
      return message.since === null
        ? `snapshot ${message.room}: ${message.nations.map(nationInShort).join(', ')}`
        : `${message.room}: ${message.nations.map(nationInShort).join(', ')}`;
    case 'player':
      return message.row ? `player #${message.row.rank}` : 'player without a nation';
    case 'resync':
      return `resync ${Number.parseInt(message.rev, 16)}`;
    case 'watching':
      return `watching ${message.total}`;
    case 'status':
      return `status: ${message.paused ?? 'not paused'}`;
  }
}

/** The total, and the players whose rows changed. */
function nationInShort({ nationId, gdp, changed }: Tick['nations'][number]): string {
  const players = changed.map(({ walletAddress }) => Number(walletAddress));
  return `${nationId} ${gdp}${players.length > 0 ? ` (${players.join()})` : ''}`;
}
