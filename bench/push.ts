/**
 * The push: one message of 600 bytes to many sockets, beside other means of sending it; and one stake to as many
 * boards, from the commit on.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { compared, type Comparison, type Target } from './measure.ts';

const ROUNDS = 5;
/** Upper bound on deliveries per contender and run, which limits its messages. */
const DELIVERIES = 60_000;
const GREETING_MS = 1000;
const EMIT = 'Socket.IO, io.to(room).emit';

/** By the server's kind. */
const MESSAGES = {
  denaria: 'Denaria',
  'ws-preframed': 'ws, a frame made once',
  'socket.io': EMIT,
} as const;
const STAKES = {
  'denaria-stake': 'Denaria',
  'socket.io-stake': EMIT,
} as const;

/** Socket.IO sends for us: what is ours must cost nothing on top. The other peer is a bare transport. */
const TARGETS: readonly Target[] = [{ peer: EMIT, ratio: 1 }];

const startedSchema = z.object({ port: z.int() });

export async function benchPush(sockets: number): Promise<Comparison[]> {
  const crowd = sockets.toLocaleString('en-US');
  const messages = await fanOut(MESSAGES, sockets);
  const stakes = await fanOut(STAKES, sockets);
  return [
    compared(
      `Pushes of 600 bytes to ${crowd} sockets, deliveries`,
      '/s',
      messages.map(({ name, perSecond }) => ({ name, runs: perSecond })),
    ),
    compared(
      `The same, deliveries per second of the server's processor time`,
      '/s',
      messages.map(({ name, perCpuSecond }) => ({ name, runs: perCpuSecond })),
      TARGETS,
    ),
    compared(
      `One stake to ${crowd} spectators’ boards, deliveries per second of the server's processor time`,
      '/s',
      stakes.map(({ name, perCpuSecond }) => ({ name, runs: perCpuSecond })),
      TARGETS,
    ),
  ];
}

async function fanOut(kinds: Readonly<Record<string, string>>, sockets: number) {
  const stages: Stage[] = [];
  try {
    for (const kind of Object.keys(kinds)) stages.push(await Stage.open(kind, sockets));
    const runs = Object.values(kinds).map((name) => ({
      name,
      perSecond: [] as number[],
      perCpuSecond: [] as number[],
    }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [i, stage] of stages.entries()) {
        const run = await stage.run(Math.max(2, Math.round(DELIVERIES / sockets)));
        runs[i]?.perSecond.push(run.perSecond);
        runs[i]?.perCpuSecond.push(run.perCpuSecond);
      }
    }
    return runs;
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

/** A server of one kind with its crowd, each in its own process. */
class Stage {
  readonly #server: Child;
  readonly #load: Child;
  readonly #sockets: number;

  private constructor(server: Child, load: Child, sockets: number) {
    this.#server = server;
    this.#load = load;
    this.#sockets = sockets;
  }

  static async open(kind: string, sockets: number): Promise<Stage> {
    const [server, load] = await Promise.all([
      Child.start(join(import.meta.dirname, 'servers/push-server.ts')),
      Child.start(join(import.meta.dirname, 'load/socket-load.ts')),
    ]);
    const { port } = await server.call('start', startedSchema, kind);
    const protocol = kind === 'ws-preframed' ? 'ws' : 'socket.io';
    await load.call('open', z.unknown(), { port, count: sockets, protocol });
    // A greeting may be long, and may arrive after its socket is open.
    await sleep(GREETING_MS);
    await load.call('greeted', z.unknown());
    const stage = new Stage(server, load, sockets);
    await stage.run(2);
    return stage;
  }

  /** Sends this many messages; resolves to deliveries per second, and per second of the server's CPU time. */
  async run(messages: number): Promise<{ perSecond: number; perCpuSecond: number }> {
    const cpuBefore = await this.#server.cpuMs();
    const startedAt = performance.now();
    const deliveries = messages * this.#sockets;
    await Promise.all([
      this.#server.call('say', z.unknown(), messages),
      this.#load.call('heard', z.unknown(), deliveries),
    ]);
    const ms = performance.now() - startedAt;
    const cpuMs = (await this.#server.cpuMs()) - cpuBefore;
    return { perSecond: (deliveries * 1000) / ms, perCpuSecond: (deliveries * 1000) / cpuMs };
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.end(), this.#load.end()]);
  }
}
