/**
 * Staying up: twenty thousand sockets on one process, changes and polls for minutes, then a restart of the
 * server that every client has to survive.
 */
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { compared, type Comparison } from './measure.ts';
import { Child } from '../tools/processes.ts';

const SOCKETS = 20_000;
/** Files that a process has open besides its sockets. */
const OTHER_FILES = 200;
/** Stakes by POST, each pushed to everyone. */
const STAKES_PER_SECOND = 2;
const POLLS_PER_SECOND = 20;
const SAMPLE_MS = 5000;
const BACK_MS = 180_000;

const startedSchema = z.object({
  port: z.int(),
  dataDir: z.string(),
  players: z.array(z.object({ wallet: z.string(), cookie: z.string() })),
});
const healthSchema = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  loopP50Ms: z.number(),
  loopP99Ms: z.number(),
  loopMaxMs: z.number(),
});
type Health = z.infer<typeof healthSchema>;
const stateSchema = z.object({ ready: z.int(), failedTries: z.int(), heard: z.int() });

/** As many as this machine allows per process; prints how to allow more. */
function affordableSockets(): number {
  const limit = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout);
  if (!(limit < SOCKETS + OTHER_FILES)) return SOCKETS;
  const sockets = limit - OTHER_FILES;
  console.error(
    `A process may open ${limit} files here: the soak runs with ${sockets} sockets. ` +
      `Run \`ulimit -n ${SOCKETS + OTHER_FILES}\` first for all ${SOCKETS}.`,
  );
  return sockets;
}

export async function benchSoak(minutes: number): Promise<Comparison[]> {
  if (!(minutes > 0)) throw new Error('--minutes is how many minutes the soak lasts, such as 10.');
  const count = affordableSockets();
  let server = await Child.start(join(import.meta.dirname, 'servers/write-server.ts'));
  const load = await Child.start(join(import.meta.dirname, 'load/socket-load.ts'));
  const started = await server.call('start', startedSchema, { kind: 'durable', again: null });
  const { port, dataDir } = started;
  try {
    const opening = { port, count, protocol: 'socket.io', comesBack: true };
    await load.call('open', z.unknown(), opening);
    const steady = await soak(server, started, minutes);
    const { heard } = await load.call('state', stateSchema);

    await server.end();
    const endedAt = performance.now();
    server = await Child.start(join(import.meta.dirname, 'servers/write-server.ts'));
    await server.call('start', startedSchema, { kind: 'durable', again: { port, dataDir } });
    const upAt = performance.now();
    const back = await awaitAll(server, load, count);
    const crowd = count.toLocaleString('en-US');
    return [
      ...steadyResults(`${crowd} sockets, ${minutes} min`, steady),
      compared(`${crowd} sockets, ${minutes} min: deliveries`, '/s', [
        { name: 'Denaria', runs: [heard / (minutes * 60)] },
      ]),
      compared('After a restart: until every socket watches again', 'ms', [
        { name: 'from the end of the server', runs: [back.at - endedAt] },
        { name: 'from its next start', runs: [back.at - upAt] },
      ]),
      compared('Meanwhile: the event loop, p99 within each 5 s', 'ms', [
        { name: 'Denaria', runs: back.health.map(({ loopP99Ms }) => loopP99Ms) },
      ]),
    ];
  } finally {
    await Promise.all([server.end(), load.end()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Stakes and polls at their pace, and a health check every few seconds. */
async function soak(
  server: Child,
  { port, players }: z.infer<typeof startedSchema>,
  minutes: number,
): Promise<Health[]> {
  const url = `http://127.0.0.1:${port}`;
  let stakes = 0;
  const stake = async () => {
    const player = players[stakes % players.length];
    stakes += 1;
    const answer = await fetch(`${url}/api/dena/stake`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: player?.cookie ?? '' },
      body: JSON.stringify({ walletAddress: player?.wallet, amount: 10 }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  };
  const poll = async () => void (await (await fetch(`${url}/api/leaderboard`)).arrayBuffer());
  const troubles: unknown[] = [];
  const every = (perSecond: number, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error: unknown) => troubles.push(error));
    }, 1000 / perSecond);
  const timers = [every(STAKES_PER_SECOND, stake), every(POLLS_PER_SECOND, poll)];
  // Excludes the cost of opening so many sockets.
  await server.call('health', healthSchema);
  const samples: Health[] = [];
  try {
    for (let left = minutes * 60_000; left > 0; left -= SAMPLE_MS) {
      await sleep(Math.min(left, SAMPLE_MS));
      samples.push(await server.call('health', healthSchema));
    }
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
  if (troubles.length > 0)
    throw new Error(`${troubles.length} requests failed`, { cause: troubles[0] });
  return samples;
}

function steadyResults(title: string, samples: readonly Health[]): Comparison[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const megabytes = (of: readonly Health[], pick: (health: Health) => number) =>
    of.map((health) => pick(health) / 2 ** 20);
  const thirds = [
    { name: 'the last third', of: samples.slice(-third) },
    { name: 'the first third', of: samples.slice(0, third) },
  ];
  return [
    compared(
      `${title}: the event loop, p99 within each 5 s`,
      'ms',
      [{ name: 'Denaria', runs: samples.map(({ loopP99Ms }) => loopP99Ms) }],
      [{ value: 50 }],
    ),
    compared(
      `${title}: memory of the process`,
      'MB',
      thirds.map(({ name, of }) => ({ name, runs: megabytes(of, ({ rss }) => rss) })),
      [{ peer: 'the first third', ratio: 1.1 }],
    ),
    compared(
      `${title}: heap in use, the least of each third`,
      'MB',
      thirds.map(({ name, of }) => ({
        name,
        runs: [Math.min(...megabytes(of, ({ heapUsed }) => heapUsed))],
      })),
      [{ peer: 'the first third', ratio: 1.1 }],
    ),
  ];
}

/** Resolves when all sockets are watching again. */
async function awaitAll(server: Child, load: Child, count: number) {
  const deadline = performance.now() + BACK_MS;
  const health: Health[] = [];
  let sampledAt = performance.now();
  for (;;) {
    const { ready } = await load.call('state', stateSchema);
    const at = performance.now();
    if (at - sampledAt > SAMPLE_MS || ready === count) {
      health.push(await server.call('health', healthSchema));
      sampledAt = at;
    }
    if (ready === count) return { at, health };
    if (at > deadline) throw new Error(`only ${ready} of ${count} sockets reconnected`);
    await sleep(50);
  }
}
