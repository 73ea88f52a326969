/**
 * The push: one message of 600 bytes to a thousand sockets and to nearly twenty thousand, beside other means
 * of sending it; its delay, at a steady pace and after a POST; and one stake to as many boards, from the commit on.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { compared, percentile, type Comparison, type Target } from './measure.ts';
import { Child } from '../tools/processes.ts';

const ROUNDS = 5;
/** Upper bound on deliveries per contender and run, which limits its messages. */
const DELIVERIES = 60_000;
const GREETING_MS = 1000;
const SPECTATORS = 19_500;
const PACE = { perSecond: 10, messages: 60 };

const FRAME = 'ws, a frame made once';
const EMIT = 'Socket.IO, io.to(room).emit';
const COLYSEUS = 'Colyseus, broadcast';
const STATE = 'Colyseus, synchronised state';

const NAMES = {
  denaria: 'Denaria',
  'ws-preframed': FRAME,
  ws: 'ws, client.send',
  'socket.io': EMIT,
  colyseus: COLYSEUS,
  'colyseus-state': STATE,
  'socket.io-list': 'Socket.IO, the whole list each time',
  'denaria-stake': 'Denaria',
  'socket.io-stake': EMIT,
  'colyseus-stake': COLYSEUS,
  'colyseus-state-stake': STATE,
} as const;
type Kind = keyof typeof NAMES;
const KINDS: readonly Kind[] = [
  'denaria',
  'ws-preframed',
  'ws',
  'socket.io',
  'colyseus',
  'colyseus-state',
  'socket.io-list',
];

const STAKE_KINDS: readonly Kind[] = [
  'denaria-stake',
  'socket.io-stake',
  'colyseus-stake',
  'colyseus-state-stake',
];

const startedSchema = z.object({ port: z.int(), paths: z.array(z.string()) });

/** A server of one kind with its crowd, each in its own process. */
class Stage {
  readonly kind: Kind;
  readonly #server: Child;
  readonly #load: Child;
  readonly #sockets: number;

  private constructor(kind: Kind, server: Child, load: Child, sockets: number) {
    this.kind = kind;
    this.#server = server;
    this.#load = load;
    this.#sockets = sockets;
  }

  static async open(kind: Kind, sockets: number): Promise<Stage> {
    const [server, load] = await Promise.all([
      Child.start(join(import.meta.dirname, 'servers/push-server.ts')),
      Child.start(join(import.meta.dirname, 'load/socket-load.ts')),
    ]);
    const { port, paths } = await server.call('start', startedSchema, { kind, clients: sockets });
    const protocol = kind.startsWith('colyseus')
      ? 'colyseus'
      : kind.startsWith('ws')
        ? 'ws'
        : 'socket.io';
    await load.call('open', z.unknown(), { port, count: sockets, protocol, paths });
    // A greeting may be long, and may arrive after its socket is open.
    await sleep(GREETING_MS);
    await load.call('greeted', z.unknown());
    const stage = new Stage(kind, server, load, sockets);
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

  /** The delay of each delivery at a steady pace, in ms. */
  async pace(): Promise<number[]> {
    const times = z.array(z.number());
    await this.#load.call('latencies', times);
    await Promise.all([
      this.#server.call('pace', z.unknown(), PACE),
      this.#load.call('heard', z.unknown(), PACE.messages * this.#sockets),
    ]);
    return this.#load.call('latencies', times);
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.end(), this.#load.end()]);
  }
}

async function withStages<T>(
  kinds: readonly Kind[],
  sockets: number,
  measure: (stages: readonly Stage[]) => Promise<T>,
): Promise<T> {
  const stages: Stage[] = [];
  try {
    for (const kind of kinds) stages.push(await Stage.open(kind, sockets));
    return await measure(stages);
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

async function fanOut(kinds: readonly Kind[], sockets: number) {
  return withStages(kinds, sockets, async (stages) => {
    const runs = stages.map(({ kind }) => ({
      name: NAMES[kind],
      perSecond: [] as number[],
      perCpuSecond: [] as number[],
    }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [i, stage] of stages.entries()) {
        // A message with the whole list costs as much as many others.
        const share = stage.kind === 'socket.io-list' ? 50 : 1;
        const run = await stage.run(Math.max(2, Math.round(DELIVERIES / sockets / share)));
        runs[i]?.perSecond.push(run.perSecond);
        runs[i]?.perCpuSecond.push(run.perCpuSecond);
      }
    }
    return runs;
  });
}

/** Socket.IO sends for us: what is ours must cost nothing on top. The other peers are bare transports. */
const TARGETS: readonly Target[] = [{ peer: EMIT, ratio: 1 }];

async function messages(kinds: readonly Kind[], sockets: number): Promise<Comparison[]> {
  const runs = await fanOut(kinds, sockets);
  return [
    compared(
      `Pushes of 600 bytes to ${crowdOf(sockets)} sockets, deliveries`,
      '/s',
      runs.map(({ name, perSecond }) => ({ name, runs: perSecond })),
    ),
    compared(
      `The same, deliveries per second of the server's processor time`,
      '/s',
      runs.map(({ name, perCpuSecond }) => ({ name, runs: perCpuSecond })),
      TARGETS,
    ),
  ];
}

/** One stake to every spectator's board: its row, its nation's total, its event, the digest. */
async function stakes(sockets: number): Promise<Comparison> {
  const runs = await fanOut(STAKE_KINDS, sockets);
  return compared(
    `One stake to ${crowdOf(sockets)} spectators’ boards, deliveries per second of the server's processor time`,
    '/s',
    runs.map(({ name, perCpuSecond }) => ({ name, runs: perCpuSecond })),
    TARGETS,
  );
}

function crowdOf(sockets: number): string {
  return sockets.toLocaleString('en-US');
}

async function paced(sockets: number): Promise<Comparison> {
  return withStages(['denaria', 'ws-preframed', 'socket.io'], sockets, async (stages) => {
    const runs = stages.map(({ kind }) => ({ name: NAMES[kind], runs: [] as number[] }));
    for (let round = 0; round < 3; round += 1) {
      for (const [i, stage] of stages.entries()) {
        runs[i]?.runs.push(percentile(await stage.pace(), 0.99));
      }
    }
    return compared(
      `${crowdOf(sockets)} sockets, 10 messages a second: p99 until it is there`,
      'ms',
      runs,
      [{ peer: FRAME, ratio: 1.5 }],
    );
  });
}

export async function benchPush(): Promise<Comparison[]> {
  return [
    ...(await messages(KINDS, 1000)),
    ...(await messages(['denaria', 'ws-preframed', 'socket.io', 'colyseus'], SPECTATORS)),
    await stakes(SPECTATORS),
    await paced(1000),
  ];
}
