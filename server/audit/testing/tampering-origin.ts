/** A proxy between an auditor and a game, which may change what it passes on. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { listening } from '../../../tools/test/listening.ts';

/** The body in place of the game's own; undefined: that one. Null: 404. */
export type Tamper = (
  path: string,
  body: Uint8Array,
) => Uint8Array | string | null | undefined | Promise<Uint8Array | string | null | undefined>;

const HEADERS = ['content-type', 'x-board-rev', 'x-board-epoch', 'x-total-count', 'retry-after'];
const REFUSAL = 'x-refusal-code';

export class TamperingOrigin {
  readonly url: string;
  readonly #server: Server;
  /** How often each path was asked. */
  readonly asked = new Map<string, number>();
  tamper: Tamper = () => undefined;
  /** What it says instead of how many rows there are in all; undefined: what the game says. */
  rows: (path: string) => string | undefined = () => undefined;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async before(target: { readonly url: string }): Promise<TamperingOrigin> {
    const server = createServer();
    const origin = new TamperingOrigin(server, await listening(server));
    server.on('request', (request, response) => void origin.#answer(target.url, request, response));
    return origin;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(target: string, request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/';
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1);
    const answer = await fetch(new URL(path, target));
    const body = new Uint8Array(await answer.arrayBuffer());
    const tampered = await this.tamper(path, body);
    if (tampered === null) {
      response.writeHead(404, { [REFUSAL]: 'not-found' }).end();
      return;
    }
    for (const name of tampered === undefined ? [...HEADERS, REFUSAL] : HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const rows = this.rows(path);
    if (rows !== undefined) response.setHeader(BOARD_HEADERS.totalCount, rows);
    response.writeHead(tampered === undefined ? answer.status : 200).end(tampered ?? body);
  }
}
