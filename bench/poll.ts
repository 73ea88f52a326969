/** GET /api/leaderboard: Denaria's whole server beside bare node:http, and beside its own Express route. */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { closedLoop, figuresOf } from './closed-loop.ts';
import { compared, type Comparison, type Target } from './measure.ts';

const LOOP = { connections: 64, ms: 800, rounds: 5, warmUps: 1, awake: true };
const LIST = '/api/leaderboard';

const NAMES = {
  denaria: 'Denaria',
  'bare-http': 'bare node:http, a ready buffer, the same headers',
  'denaria-routed': 'Denaria, the same list by its Express route',
} as const;
type Kind = keyof typeof NAMES;
const PEERS = ['denaria', 'bare-http'] as const;
const AS_BARE: Target = { peer: NAMES['bare-http'], ratio: 0.85 };
const GZIP = { 'Accept-Encoding': 'gzip' };

interface Question {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 304;
  readonly kinds: readonly Kind[];
  readonly targets: readonly Target[];
}

const QUESTIONS: readonly Question[] = [
  {
    title: 'The list of 350 kB, as it is',
    headers: {},
    status: 200,
    kinds: PEERS,
    targets: [AS_BARE],
  },
  {
    title: 'The list of 350 kB, gzipped',
    headers: GZIP,
    status: 200,
    kinds: PEERS,
    targets: [AS_BARE],
  },
  {
    title: 'The list of 350 kB, to clients that have it: 304',
    headers: GZIP,
    status: 304,
    kinds: [...PEERS, 'denaria-routed'],
    targets: [AS_BARE, { peer: NAMES['denaria-routed'], ratio: 1.5 }],
  },
];

type Servers = ReadonlyMap<Kind, { readonly server: Child; readonly port: number }>;

export async function benchPoll(): Promise<Comparison[]> {
  const servers = new Map<Kind, { readonly server: Child; readonly port: number }>();
  try {
    for (const kind of ['denaria', 'bare-http', 'denaria-routed'] as const) {
      const server = await Child.start(join(import.meta.dirname, 'servers/poll-server.ts'));
      const port = await server.call(kind, z.int(), servers.get('denaria')?.port);
      servers.set(kind, { server, port });
    }
    const results: Comparison[] = [];
    for (const question of QUESTIONS) results.push(...(await answers(servers, question)));
    return results;
  } finally {
    for (const { server } of servers.values()) await server.end();
  }
}

async function answers(servers: Servers, question: Question): Promise<Comparison[]> {
  const { title, headers, status, kinds, targets } = question;
  const asked = await Promise.all(
    kinds.map(async (kind) => {
      const one = servers.get(kind);
      if (!one) throw new Error(`${kind} did not start`);
      // Not as the pages write it, so that Express answers.
      const path = kind === 'denaria-routed' ? `${LIST}?offset=0` : LIST;
      const url = `http://127.0.0.1:${one.port}${path}`;
      const held = status === 304 && { 'If-None-Match': await tagOf(url) };
      const fields = { Host: `127.0.0.1:${one.port}`, ...headers, ...held };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
      const request = [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
      return { ...one, name: NAMES[kind], requests: [request] };
    }),
  );
  const rounds = await closedLoop(asked, { ...LOOP, status });
  const byCpu = `${title}, per second of the server's processor time`;
  return [
    compared(title, '/s', figuresOf(rounds, 'perSecond'), targets),
    compared(byCpu, '/s', figuresOf(rounds, 'perCpuSecond'), targets),
  ];
}

/** The current ETag, which a request for a 304 needs. */
async function tagOf(url: string): Promise<string> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.headers.get('ETag') ?? '';
}
