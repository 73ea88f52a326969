/**
 * Test support: one process of the model on real sockets and HTTP; it accepts every watch, and does
 * what a test says.
 */
import { Server as SocketServer, type Socket } from 'socket.io';
import { CLIENT_MESSAGES, type ServerMessages } from '../../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Reply, Seen, TestServer } from '../../../tools/test/api-server.ts';
import { ModelProcess, ModelStore } from './board-model.ts';

/** The game's time, as every acknowledgement says it. */
const NOW = '2031-05-01T00:00:00.000Z';

export class LiveServer {
  readonly store = new ModelStore();
  readonly process = new ModelProcess(this.store);
  readonly watches: unknown[] = [];
  readonly sockets = new Set<Socket>();
  /** The protocol version that this server speaks. */
  version = PROTOCOL_VERSION;
  /** The code that a watch is refused with; null: it is accepted. */
  refusal: string | null = null;
  corrected = 0;
  readonly #otherwise: (path: string) => Reply;
  #io: SocketServer | null = null;

  /** @param otherwise answers what is not the list. */
  constructor(otherwise: (path: string) => Reply = () => ({ status: 404, body: 'no such call' })) {
    this.#otherwise = otherwise;
  }

  listen(server: TestServer['server']): void {
    this.#io = new SocketServer(server, { path: '/socket.io', transports: ['websocket'] });
    this.#io.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('disconnect', () => this.sockets.delete(socket));
      socket.on('corrected', () => (this.corrected += 1));
      for (const name of ['watch', 'unwatch'] as const) {
        socket.on(name, (watch: unknown, ack?: (answer: unknown) => void) => {
          const { nations } = CLIENT_MESSAGES[name].parse(watch);
          this.watches.push([name, watch]);
          ack?.(
            this.refusal === null
              ? { ok: true, version: this.version, ...this.process.place, now: NOW }
              : { ok: false, error: 'Not now.', code: this.refusal },
          );
          if (this.refusal === null && nations === 'all')
            socket.emit('tick', this.process.snapshot());
        });
      }
    });
  }

  readonly answer = ({ path, headers }: Seen): Reply => {
    if (path !== '/api/leaderboard') return this.#otherwise(path);
    const { rows, epoch, rev, totalCount } = this.process.list();
    const etag = `"${epoch}-${rev}"`;
    if (headers['if-none-match'] === etag) return { status: 304 };
    return {
      status: 200,
      headers: {
        'X-Board-Epoch': epoch,
        'X-Board-Rev': rev,
        'X-Total-Count': String(totalCount),
        ETag: etag,
      },
      body: rows,
    };
  };

  say<Name extends keyof ServerMessages>(name: Name, message: ServerMessages[Name]): void {
    this.#io?.emit(name, message);
  }

  sayAnything(name: string, payload: unknown): void {
    this.#io?.emit(name, payload);
  }

  /**
   * Commits, follows and sends, as one tick does; without `isSent`, as if the message were lost.
   */
  raise(wallet: Address, gdp: number, isSent = true): void {
    this.store.commit({ wallet, gdp, denaHoldings: 1, presidentCount: null });
    this.process.follow(1);
    const tick = this.process.tick();
    if (tick && isSent) this.say('tick', tick);
  }

  dropSockets(): void {
    for (const socket of this.sockets) socket.conn.close();
  }

  async close(): Promise<void> {
    await this.#io?.close();
  }
}
