/** The database of several processes: a real replica set whose primary is killed, paused or replaced. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findMongod } from '../test/mongo/find-mongod.ts';
import { startTestSet, type TestSet } from '../test/mongo/test-set.ts';
import type { Fault } from './plan.ts';

const NODES = 3;
const SETTLED_MS = 60_000;

export class Mongo {
  readonly #set: TestSet;
  #lane: Promise<void> = Promise.resolve();

  private constructor(set: TestSet) {
    this.#set = set;
  }

  /** @throws Error that says how to get a mongod if there is none. */
  static async start(): Promise<Mongo> {
    const found = await findMongod();
    if (!found.found) throw new Error(found.why);
    return new Mongo(await startTestSet({ mongod: found.mongod, nodes: NODES }));
  }

  get uri(): string {
    return this.#set.uri('denaria_chaos');
  }

  /** One fault at a time: a majority always remains, or returns. */
  hit(fault: Fault): Promise<void> {
    const turn = this.#lane.then(() => this.#hit(fault));
    this.#lane = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when every fault is over and every node takes part. */
  async whole(): Promise<void> {
    await this.#lane;
    await settled(() => this.#set.whole());
  }

  async stop(): Promise<void> {
    await this.#set.stop();
  }

  async #hit({ kind, lastsMs }: Fault): Promise<void> {
    await settled(() => this.#set.whole());
    const primary = await settled(() => this.#set.primary());
    if (kind === 'mongo-step-down') await this.#set.stepDown();
    else if (kind === 'mongo-pause') {
      await primary.pause();
      await sleep(lastsMs * 3);
      primary.resume();
    } else {
      primary.kill();
      await sleep(lastsMs);
      await primary.start();
    }
  }
}

/** Asks again while an election is in progress. */
async function settled<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
