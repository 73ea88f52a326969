/** What a run plays on: the chain, the store and the processes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveNode } from '../rig/serve-node.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { freePort } from '../test/listening.ts';
import type { Complain, Place } from './client/place.ts';
import { Chain } from './faults/chain.ts';
import { fill, free, smallDisk } from './faults/disk.ts';
import { GameProcess } from './faults/game-process.ts';
import { Mongo } from './faults/mongo.ts';

/** The clock skews of two processes on one database. */
const SKEWS_MS = [-2500, 2500];
/** The setting that a process adds to the machine's clock; it is read at startup. */
const CLOCK_SETTING = 'clock.offset-ms';

type ServedNode = Awaited<ReturnType<typeof serveNode>>;

export class World {
  readonly chain: Chain;
  readonly mongo: Mongo | null;
  readonly processes: readonly GameProcess[];
  readonly place: Place;
  readonly #nodes: readonly ServedNode[];
  readonly #dataDir: string;
  readonly #scratch: string;
  /** How far the game's clock was moved. */
  gameOffsetMs = 0;

  private constructor(parts: {
    readonly chain: Chain;
    readonly nodes: readonly ServedNode[];
    readonly mongo: Mongo | null;
    readonly scratch: string;
    readonly dataDir: string;
    readonly ports: readonly number[];
    readonly complain: Complain;
  }) {
    const { chain, nodes, mongo, scratch, dataDir, ports, complain } = parts;
    this.chain = chain;
    this.#nodes = nodes;
    this.mongo = mongo;
    this.#scratch = scratch;
    this.#dataDir = dataDir;
    const origin = `http://127.0.0.1:${ports[0]}`;
    this.processes = ports.map(
      (port, n) =>
        new GameProcess({
          name: `process ${n + 1}`,
          dataDir,
          scratch,
          rpcUrl: nodes.map(({ url }) => url).join(','),
          port,
          complain,
          env: {
            PUBLIC_ORIGIN: origin,
            CHAIN_POLL_MS: '250',
            CHAIN_COMPARE_MS: '5000',
            ...(mongo && { MONGODB_URI: mongo.uri }),
          },
        }),
    );
    this.place = { origin, processes: this.processes, contracts: chain.contracts };
  }

  static async start(options: {
    readonly hasMongo: boolean;
    readonly seed: number;
    readonly complain: Complain;
  }): Promise<World> {
    const { hasMongo, complain } = options;
    const scratch = mkdtempSync(join(tmpdir(), 'denaria-chaos-'));
    const chain = new Chain({ backends: [1, 1], blockMs: 500, seed: options.seed });
    const world = new World({
      chain,
      nodes: await Promise.all(chain.nodes.map((node) => serveNode(node))),
      mongo: hasMongo ? await Mongo.start() : null,
      scratch,
      dataDir: (hasMongo ? null : smallDisk()) ?? scratch,
      ports: await Promise.all(Array.from({ length: hasMongo ? 2 : 1 }, freePort)),
      complain,
    });
    world.resetClocks();
    await Promise.all(world.processes.map((one) => one.start()));
    return world;
  }

  /** Resets each clock to its initial skew. */
  resetClocks(): void {
    for (const [n, process] of this.processes.entries()) process.setClock(this.#skewOf(n));
  }

  #skewOf(n: number): number {
    return this.mongo ? (SKEWS_MS[n] ?? 0) : 0;
  }

  fillDisk(): void {
    fill(this.#dataDir);
  }

  freeDisk(): void {
    if (smallDisk() !== null) free(this.#dataDir);
  }

  /** Moves the game's clock forward while no process runs. */
  async passTime(ms: number): Promise<void> {
    await Promise.all(this.processes.map((one) => one.inTurn(() => one.term())));
    const store = this.mongo
      ? await openMongoStore({ uri: this.mongo.uri })
      : await openEmbeddedStore({ dataDir: this.#dataDir });
    try {
      this.gameOffsetMs += ms;
      await store.putSetting(CLOCK_SETTING, String(this.gameOffsetMs));
    } finally {
      await store.close();
    }
    await Promise.all(this.processes.map((one) => one.inTurn(() => one.start())));
  }

  async end(): Promise<void> {
    for (const process of this.processes) await process.inTurn(() => process.kill());
    this.chain.close();
    for (const node of this.#nodes) await node.close();
    await this.mongo?.stop();
    this.freeDisk();
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}
