/**
 * The network of a simulated game: connections as pairs of streams, on which Node's own HTTP and
 * Socket.IO run. Pieces arrive in their order, each after its own delay, as events of their
 * receiver.
 */
import { Agent } from 'node:http';
import { Duplex } from 'node:stream';
import { between, type Random } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** How long something takes on its way, in one direction. */
const WAY_MS = [1, 30] as const;

/** One end of a connection, as `owner` has it. */
class End extends Duplex {
  /** As limits and watcher counts see the caller. */
  readonly remoteAddress: string;
  readonly owner: Process;
  readonly #send: (run: (peer: End) => void) => void;

  constructor(owner: Process, address: string, send: (run: (peer: End) => void) => void) {
    super();
    this.owner = owner;
    this.remoteAddress = address;
    this.#send = send;
  }

  override _read(): void {}

  override _writev(pieces: { readonly chunk: Buffer }[], done: () => void): void {
    const piece = Buffer.concat(pieces.map(({ chunk }) => chunk));
    this.#send((peer) => peer.push(piece));
    done();
  }

  override _final(done: () => void): void {
    this.#send((peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#send((peer) => peer.destroy());
    done(error);
  }
}

/** A connection that can break. */
interface Connection {
  readonly client: Process;
  readonly server: Process;
  /** What is under way is lost, and both ends hear of it. */
  break(): void;
}

/** What accepts connections; null: nothing does. */
export interface Host {
  readonly owner: Process;
  readonly accept: ((end: Duplex) => void) | null;
}

export class Network {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #connections = new Set<Connection & { readonly ends: readonly End[] }>();

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** Connects the owner of the event that runs, for Node's HTTP. @param host to whom, each time. */
  agent(host: () => Host): Agent {
    return Object.assign(new Agent(), { createConnection: () => this.#connect(host()) });
  }

  /** Breaks the connections that someone has. */
  breakAll(owner: Process): void {
    for (const connection of this.#connections) {
      if (connection.client === owner || connection.server === owner) connection.break();
    }
  }

  /** Frees what both ends of every connection still use. */
  close(): void {
    for (const { ends } of this.#connections) for (const end of ends) end.destroy();
  }

  #connect({ owner: server, accept }: Host): Duplex {
    const client = this.#scheduler.current;
    let isBroken = false;
    const to = (peerOf: () => End) => {
      let arrivesMs = 0;
      return (run: (peer: End) => void) => {
        const { nowMs } = this.#scheduler;
        arrivesMs = Math.max(arrivesMs, nowMs + between(this.#random, ...WAY_MS));
        const peer = peerOf();
        const arrive = () => isBroken || run(peer);
        this.#scheduler.post(peer.owner, arrivesMs - nowMs, arrive, true);
      };
    };
    const sendToServer = to(() => far);
    const near: End = new End(client, server.name, sendToServer);
    const far: End = new End(server, client.name, to(() => near)); // prettier-ignore
    const connection = {
      client,
      server,
      ends: [near, far],
      break: () => {
        if (isBroken) return;
        isBroken = true;
        const hear = (end: End, error?: Error) => {
          const ms = between(this.#random, ...WAY_MS);
          this.#scheduler.post(end.owner, ms, () => end.destroy(error), true);
        };
        hear(near, new Error('the connection was reset'));
        hear(far);
      },
    };
    this.#connections.add(connection);
    const forget = () => {
      if (near.closed && far.closed) this.#connections.delete(connection);
    };
    near.once('close', forget);
    far.once('close', forget);
    if (accept) sendToServer(accept);
    else connection.break();
    return near;
  }
}
