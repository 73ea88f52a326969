/**
 * What people read beside the list: 1,000 requests of each kind a second, due whether or not the last was
 * answered, as from a thousand callers, beside stakes. Compared with a read whose answer never changes.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../common/testing/fixtures.ts';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { Child } from '../tools/processes.ts';
import { compared, percentile, type Comparison, type Unit } from './measure.ts';
import { stakeRequest } from './write.ts';

const PLAYERS = 20_000;
const STAKES = 60_000;
const PER_SECOND = 1000;
const STAKES_PER_SECOND = 10;
const STAKING = 16;
const RUN_MS = 6000;
const WARM_MS = 2000;
/** Each has an address of its own. */
const CALLERS = 1000;

const startedSchema = z.object({
  port: z.int(),
  now: z.number(),
  wallets: z.array(z.string()),
  staking: z.array(z.object({ wallet: z.string(), cookie: z.string() })),
});
type Started = z.infer<typeof startedSchema>;
const answersSchema = z.array(z.object({ status: z.int(), ms: z.number() }));

/** The nth request's path. */
type PathOf = (game: Started, n: number) => string;

/** The first is what the others are compared with. */
const READS: Readonly<Record<string, PathOf>> = {
  'the nations, which never change': () => '/api/nations',
  'a player’s page': ({ wallets }, n) => `/api/players/${walletAt(wallets, n)}`,
  standings: () => '/api/nations/standings',
  'a preview of a rank': ({ wallets }, n) =>
    `/api/leaderboard/preview?walletAddress=${walletAt(wallets, n)}&gdp=${20_000 + (n % CALLERS) * 13}`,
  'a search by address': ({ wallets }, n) =>
    `/api/leaderboard/find?q=${walletAt(wallets, n).slice(0, 6)}`,
  'the nations’ history': (_game, n) =>
    `/api/nations/history?span=${['10m', '24h', '7d', 'all'][n % 4]}`,
  'a page of a replay, the same for everyone': ({ now }) => replayFrom(now - DAY_MS),
  'a page of a replay, another each time': ({ now }, n) => replayFrom(now - DAY_MS - n * APART_MS),
};

/** So that the moments of all requests lie within the days of the game. */
const APART_MS = 41_000;

function replayFrom(from: number): string {
  return `/api/replay?from=${textOf(from)}&to=${textOf(from + HOUR_MS)}`;
}

/** @param only a part of the names of the kinds that are measured; the first one is always. */
export async function benchReads(only = ''): Promise<Comparison[]> {
  const dataDir = await newDataFolder();
  const server = await Child.start(join(import.meta.dirname, 'servers/reads-server.ts'));
  const [load, commands] = await Promise.all([
    Child.start(join(import.meta.dirname, 'load/http-load.ts')),
    Child.start(join(import.meta.dirname, 'load/http-load.ts')),
  ]);
  try {
    const game = await server.call('start', startedSchema, {
      dataDir,
      players: PLAYERS,
      stakes: STAKES,
      signedIn: STAKING,
    });
    const measured: { readonly name: string; readonly figures: readonly number[] }[] = [];
    const kinds = Object.entries(READS).filter(([name], i) => i === 0 || name.includes(only));
    for (const [name, pathOf] of kinds) {
      const run = { port: game.port, perSecond: PER_SECOND };
      // The run goes on behind the warm-up, so that what differs each time was never asked for before.
      const requests = (from: number, ms: number) =>
        Array.from({ length: (PER_SECOND * ms) / 1000 }, (_, n) =>
          read(pathOf(game, from + n), (from + n) % CALLERS),
        );
      const warmUp = requests(0, WARM_MS);
      await load.call('paced', answersSchema, { ...run, ms: WARM_MS, requests: warmUp });
      const measuredRequests = requests(warmUp.length, RUN_MS);
      const cpuBefore = await server.cpuMs();
      const startedAt = performance.now();
      const [answers, stakes] = await Promise.all([
        load.call('paced', answersSchema, { ...run, ms: RUN_MS, requests: measuredRequests }),
        commands.call('paced', answersSchema, {
          port: game.port,
          perSecond: STAKES_PER_SECOND,
          ms: RUN_MS,
          requests: game.staking.map((player) => stakeRequest(game.port, player)),
        }),
      ]);
      const ms = performance.now() - startedAt;
      const cpuMs = (await server.cpuMs()) - cpuBefore;
      measured.push({ name, figures: figuresOf(name, { answers, stakes, ms, cpuMs }) });
    }
    return FIGURES.map(([title, unit], i) =>
      compared(
        title,
        unit,
        measured.map(({ name, figures }) => ({ name, runs: [figures[i] ?? Number.NaN] })),
      ),
    );
  } finally {
    await Promise.all([server.end(), load.end(), commands.end()]);
    await removeDataFolder(dataDir);
  }
}

const PACE = `${PER_SECOND.toLocaleString('en-US')} reads a second beside ${STAKES_PER_SECOND} stakes, ${PLAYERS.toLocaleString('en-US')} players`;
const FIGURES: readonly (readonly [title: string, unit: Unit])[] = [
  [`${PACE}: p50`, 'ms'],
  ['p99', 'ms'],
  ['answered', '/s'],
  ['refused, of all', 'calls'],
  ['CPU of the server, of one core', '%'],
  ['p99 of the stakes beside them', 'ms'],
];

/** In the order of FIGURES. */
function figuresOf(
  name: string,
  run: {
    readonly answers: z.infer<typeof answersSchema>;
    readonly stakes: z.infer<typeof answersSchema>;
    readonly ms: number;
    readonly cpuMs: number;
  },
): number[] {
  const { answers, stakes, ms, cpuMs } = run;
  const failed = [
    ...answers.filter(({ status }) => ![200, 429, 503].includes(status)),
    ...stakes.filter(({ status }) => status !== 201),
  ];
  if (failed.length > 0) throw new Error(`${name}: ${failed.length} answers ${failed[0]?.status}`);
  const good = answers.filter(({ status }) => status === 200).map((answer) => answer.ms);
  const stakeMs = stakes.map((answer) => answer.ms);
  return [
    percentile(good, 0.5),
    percentile(good, 0.99),
    (good.length * 1000) / ms,
    answers.length - good.length,
    (cpuMs / ms) * 100,
    percentile(stakeMs, 0.99),
  ];
}

/** From the nth caller, as a proxy forwards it. */
function read(path: string, n: number): string {
  const address = `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}`;
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${address}`,
    'Accept-Encoding: gzip, deflate, br',
    '',
    '',
  ].join('\r\n');
}

function walletAt(wallets: readonly string[], n: number): string {
  return wallets[(n * 19) % wallets.length] ?? '';
}

function textOf(moment: number): string {
  return new Date(moment).toISOString();
}
