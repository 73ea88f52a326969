/** GET /api/leaderboard: Denaria's whole server beside bare node:http, and beside its own Express route. */
import { join } from 'node:path';
import { z } from 'zod';
import { compared, type Comparison, type Target } from './measure.ts';
import { Child } from '../tools/processes.ts';

const CONNECTIONS = 64;
const RUN_MS = 800;
/** The load's total time in shares of a run, warm-up included: the warm-up costs the server as well. */
const WARMING = 1.25;
const ROUNDS = 5;
const LIST = '/api/leaderboard';

const NAMES = {
  denaria: 'Denaria',
  'bare-http': 'bare node:http, a ready buffer, the same headers',
  'denaria-routed': 'Denaria, the same list by its Express route',
} as const;
type Kind = keyof typeof NAMES;
const KINDS: readonly Kind[] = ['denaria', 'bare-http', 'denaria-routed'];

const resultSchema = z.object({ perSecond: z.number() });

interface Question {
  readonly title: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 304;
  readonly kinds: readonly Kind[];
  readonly targets: readonly Target[];
}

export async function benchPoll(): Promise<Comparison[]> {
  const servers = new Map<Kind, { readonly child: Child; readonly port: number }>();
  const load = await Child.start(join(import.meta.dirname, 'load/http-load.ts'));
  try {
    for (const kind of KINDS) {
      const child = await Child.start(join(import.meta.dirname, 'servers/poll-server.ts'));
      const port = await child.call(kind, z.int(), servers.get('denaria')?.port);
      servers.set(kind, { child, port });
    }
    const results: Comparison[] = [];
    for (const question of QUESTIONS) results.push(...(await answers(question)));
    return results;
  } finally {
    await Promise.all([load.end(), ...[...servers.values()].map(({ child }) => child.end())]);
  }

  async function answers({ title, kinds, targets, ...asked }: Question): Promise<Comparison[]> {
    const runs = kinds.map((kind) => ({
      name: NAMES[kind],
      kind,
      rates: [] as number[],
      cpuRates: [] as number[],
    }));
    // Warms up until the answer's code path is compiled.
    for (const { kind } of runs) await run(kind, asked);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { kind, rates, cpuRates } of runs) {
        const { perSecond, perCpuSecond } = await run(kind, asked);
        rates.push(perSecond);
        cpuRates.push(perCpuSecond);
      }
    }
    return [
      compared(
        title,
        '/s',
        runs.map(({ name, rates }) => ({ name, runs: rates })),
        targets,
      ),
      compared(
        `${title}, per second of the server's processor time`,
        '/s',
        runs.map(({ name, cpuRates }) => ({ name, runs: cpuRates })),
        targets,
      ),
    ];
  }

  async function run(
    kind: Kind,
    { path, headers, status }: Pick<Question, 'path' | 'headers' | 'status'>,
  ) {
    const server = servers.get(kind);
    if (!server) throw new Error(`${kind} did not start`);
    const { child, port } = server;
    // Not as the pages write it, so that Express answers.
    const url = kind === 'denaria-routed' ? `${path}?offset=0` : path;
    const held: Record<string, string> =
      status === 304 ? { 'If-None-Match': await tagOf(port, url) } : {};
    const request = requestText(port, url, { ...headers, ...held });
    const cpuBefore = await child.cpuMs();
    const { perSecond } = await load.call('closed', resultSchema, {
      port,
      connections: CONNECTIONS,
      ms: RUN_MS,
      requests: [request],
      status,
      awake: true,
    });
    const cpuMs = (await child.cpuMs()) - cpuBefore;
    return { perSecond, perCpuSecond: (perSecond * RUN_MS * WARMING) / cpuMs };
  }
}

const PEERS = ['denaria', 'bare-http'] as const;
const AS_BARE: Target = { peer: NAMES['bare-http'], ratio: 0.85 };
const GZIP = { 'Accept-Encoding': 'gzip' };

const QUESTIONS: readonly Question[] = [
  {
    title: 'The list of 350 kB, as it is',
    path: LIST,
    headers: {},
    status: 200,
    kinds: PEERS,
    targets: [AS_BARE],
  },
  {
    title: 'The list of 350 kB, gzipped',
    path: LIST,
    headers: GZIP,
    status: 200,
    kinds: PEERS,
    targets: [AS_BARE],
  },
  {
    title: 'The list of 350 kB, to clients that have it: 304',
    path: LIST,
    headers: GZIP,
    status: 304,
    kinds: [...PEERS, 'denaria-routed'],
    targets: [AS_BARE, { peer: NAMES['denaria-routed'], ratio: 1.5 }],
  },
];

/** The current ETag, which a request for a 304 needs. */
async function tagOf(port: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  await answer.arrayBuffer();
  return answer.headers.get('ETag') ?? '';
}

function requestText(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): string {
  const all = { Host: `127.0.0.1:${port}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
