/**
 * A crowd of sockets on bare TCP connections: opens them as each protocol requires, counts incoming messages,
 * and reports when every socket has received a given number. It reads frame headers and skips the rest, so it
 * costs less than any server it listens to.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import {
  CONNECT,
  eventFrame,
  headerAt,
  PONG,
  upgradeRequest,
} from '../../server/live/testing/raw-websocket.ts';
import { serveParent } from '../../tools/processes.ts';

const openSchema = z.object({
  port: z.int(),
  count: z.int(),
  protocol: z.enum(['socket.io', 'ws']),
});
type Opening = z.infer<typeof openSchema>;

/** Connections opened at the same time: a server's accept queue is short. */
const AT_ONCE = 100;
/** Shorter frames are greetings and pings. */
const MESSAGE_BYTES = 300;
const PING = '2'.charCodeAt(0);

/** Connection timeout, as in socket.io-client. */
const CONNECT_MS = 20_000;

let total = 0;
let waiting: { readonly total: number; readonly resolve: () => void } | null = null;

class Watcher {
  readonly tcp: Socket;
  readonly #protocol: Opening['protocol'];
  readonly #ready: () => void;
  #isOpen = false;
  #isReady = false;
  /** Bytes left of the payload being skipped. */
  #left = 0;
  /** The beginning of a frame whose header is incomplete. */
  #start: Buffer = Buffer.alloc(0);

  constructor({ port, protocol }: Opening, ready: () => void) {
    this.#protocol = protocol;
    this.#ready = ready;
    this.tcp = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        // Shared by all sockets: its contents are not kept.
        buffer: SHARED,
        callback: (length, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    });
    // The close event that follows is enough.
    this.tcp.on('error', () => {});
    this.tcp.on('close', () => {
      throw new Error('the server closed a socket');
    });
    setTimeout(() => {
      if (!this.#isReady) this.tcp.destroy();
    }, CONNECT_MS);
    this.tcp.write(upgradeRequest(port, protocol === 'ws' ? '/' : undefined));
  }

  #take(bytes: Buffer): void {
    let chunk = bytes;
    if (this.#start.length > 0) {
      chunk = Buffer.concat([this.#start, bytes]);
      this.#start = Buffer.alloc(0);
    }
    if (!this.#isOpen) {
      const end = chunk.indexOf('\r\n\r\n');
      if (end === -1) {
        this.#start = Buffer.from(chunk);
        return;
      }
      this.#isOpen = true;
      if (this.#protocol === 'ws') this.#becomeReady();
      chunk = chunk.subarray(end + 4);
    }
    let at = Math.min(this.#left, chunk.length);
    this.#left -= at;
    while (at < chunk.length) {
      const header = headerAt(chunk, at);
      if (!header) {
        this.#start = Buffer.from(chunk.subarray(at));
        return;
      }
      const payload = at + header.bytes;
      this.#hear(chunk, payload, header.length);
      at = Math.min(chunk.length, payload + header.length);
      this.#left = payload + header.length - at;
    }
  }

  #hear(chunk: Buffer, at: number, length: number): void {
    if (length >= MESSAGE_BYTES && this.#isReady) {
      total += 1;
      if (waiting && total >= waiting.total) waiting.resolve();
      return;
    }
    if (length === 1 && chunk[at] === PING) this.tcp.write(PONG);
    const text = chunk.toString('latin1', at, at + 2);
    if (text.startsWith('0')) this.tcp.write(CONNECT);
    else if (text === '40') {
      this.tcp.write(eventFrame('watch', { nations: 'all' }));
      this.#becomeReady();
    }
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#ready();
  }
}

const SHARED = Buffer.allocUnsafe(256 * 1024);

serveParent({
  async open(body) {
    const opening = openSchema.parse(body);
    let opened = 0;
    const openNext = async () => {
      while (opened < opening.count) {
        opened += 1;
        await new Promise<void>((ready) => void new Watcher(opening, ready));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  },

  /** Resolves when all sockets together have received this many more messages since the last call. */
  async heard(count) {
    const wanted = z.int().parse(count);
    if (total < wanted) {
      await new Promise<void>((resolve) => {
        waiting = { total: wanted, resolve };
      });
    }
    waiting = null;
    total -= wanted;
  },

  /** Treats everything received so far as greetings. */
  greeted() {
    total = 0;
  },
});
