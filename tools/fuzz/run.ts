/**
 * Fuzzes two built servers, target by target in rounds, while honest players keep playing on the first one.
 * At the end, both processes must be alive without a logged error, their memory must be back to what it was,
 * and no deed that the honest players were acknowledged may be lost or done twice.
 */
import http from 'node:http';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import type { Address } from '../../common/values/address.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad, type Load } from '../../server/test/support/load.ts';
import { expectConsistent, expectList, recordsOf } from '../../server/test/support/soundness.ts';
import { startChainNode } from '../rig/chain-node.ts';
import { Game } from '../rig/game.ts';
import type { GameServer } from '../rig/game-server.ts';
import { Tampering } from './tampering.ts';
import { wordsOf, type Player, type Playground, type Target } from './target.ts';

/** Of a target in a round. */
const SLICE_MS = 5000;
const HONEST_PLAYERS = 4;
/** The number of deeds an honest player may do in a run, so its active stakes stay below their limit. */
const DEEDS = 400;
const LEAST_PAUSE_MS = 250;
/** Allowed memory growth after the first round: caches that fill, code that is compiled. */
const GROWTH_MB = 50;
/** Messages below error level come in thousands and are expected. */
const ENV = { LOG_LEVEL: 'error' };
/** pino's levels error and fatal. */
const LOGGED_ERROR = /"level":(?:50|60)/;
/** Rightly logged as an error whenever a lie of the node is another chain's id. */
const CAUSED_BY_A_LIE = /"type":"WrongChain"/;

interface FuzzOptions {
  readonly targets: readonly Target[];
  readonly ms: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** @returns the findings, in words that say how to repeat them. */
export async function runFuzz({ targets, ms, seed, say }: FuzzOptions): Promise<string[]> {
  // The server may close a kept-alive connection just as it is reused, which is not a finding.
  http.globalAgent = new http.Agent({ keepAlive: false });
  const [deceiving, nodeTampering] = [new Tampering(), new Tampering()];
  const honest = await Game.start({ env: ENV });
  const deceived = await Game.start({ env: ENV, tamper: deceiving.tamper });
  const games = [honest, deceived];
  const node = await startChainNode({ tamper: nodeTampering.tamper });
  try {
    const findings: string[] = [];
    const players = await Promise.all(Array.from({ length: HONEST_PLAYERS }, () => joined(honest)));
    const load = startHonestLoad(honest, players, Math.max(LEAST_PAUSE_MS, ms / DEEDS));
    const player = await joined(honest);
    const playground: Playground = {
      server: honest.server,
      player,
      deceived: {
        server: deceived.server,
        player: await joined(deceived),
        tampering: deceiving,
      },
      node: { url: node.url, tampering: nodeTampering },
    };
    const endsAt = performance.now() + ms;
    const slice = Math.min(SLICE_MS, ms / targets.length);
    const runs = new Map<string, number>();
    let heaps: readonly number[] | null = null;
    for (let round = 0; performance.now() < endsAt && findings.length === 0; round += 1) {
      for (const target of targets) {
        const result = await target.fuzz(playground, { seed: seed + round, ms: slice });
        runs.set(target.name, (runs.get(target.name) ?? 0) + result.runs);
        if (result.failure === null) continue;
        findings.push(`${target.name}: ${result.failure}\nAgain: npm run fuzz -- --only ${target.name} --seed ${seed + round}`); // prettier-ignore
      }
      heaps ??= await heapsOf(games);
      findings.push(...games.flatMap(({ server }) => complaintsOf(server)));
    }
    say([...runs].map(([name, count]) => `${name}: ${count} runs`).join(', '));
    findings.push(...grown(heaps ?? [], await heapsOf(games)));
    findings.push(...(await settleAccounts(honest, [...players, player], load, say)));
    return findings;
  } finally {
    for (const game of games) await game.close();
    await node.close();
  }
}

/** A new player, signed in and with a nation. */
async function joined(game: Game): Promise<Player> {
  const [player] = await game.settle(1);
  if (!player) throw new Error('nobody settled');
  game.give(player.wallet, { national: { usa: 3 } });
  return player;
}

function startHonestLoad({ server }: Game, players: readonly Player[], pauseMs: number): Load {
  const cookies = new Map<Address, string>(players.map(({ wallet, cookie }) => [wallet, cookie]));
  return startLoad({
    wallets: players.map(({ wallet }) => wallet),
    urls: () => [server.url],
    headersOf: (wallet) => ({ Cookie: cookies.get(wallet) ?? '' }),
    pauseMs,
  });
}

async function heapsOf(games: readonly Game[]): Promise<number[]> {
  return Promise.all(
    games.map(async ({ server }) =>
      server.isAlive() ? (await server.settledVitals()).heapMb : Number.NaN,
    ),
  );
}

function grown(before: readonly number[], after: readonly number[]): string[] {
  return after.flatMap((heap, n) => {
    const growth = heap - (before[n] ?? heap);
    return growth >= GROWTH_MB ? [`memory grew by ${growth.toFixed(0)} MB`] : [];
  });
}

/** A process that exited, and errors in its log: a bug, an unhandled rejection. */
function complaintsOf(server: GameServer): string[] {
  const output = server.output();
  const logged = output
    .split('\n')
    .filter((line) => LOGGED_ERROR.test(line) && !CAUSED_BY_A_LIE.test(line));
  return [
    ...(server.isAlive() ? [] : [`a server ended:\n${output.slice(-3000)}`]),
    ...(logged.length > 0
      ? [`errors were logged, the first of ${logged.length}: ${logged[0]}`]
      : []),
  ];
}

/** Checks the stored and the shown data against what the honest players were answered. */
async function settleAccounts(
  { server, dataDir }: Game,
  players: readonly Player[],
  load: Load,
  say: (line: string) => void,
): Promise<string[]> {
  await load.stop();
  if (!server.isAlive()) return [];
  const shown = await ask(server.url, leaderboardCall.path);
  const exitCode = await server.end('SIGTERM');
  const store = await openEmbeddedStore({ dataDir });
  try {
    const fuzzed = players.at(-1);
    const honest = players.slice(0, -1).map(({ wallet }) => wallet);
    const { acknowledged, lost, twice, records } = await balance(store, honest, load);
    const own = fuzzed ? await recordsOf(store, fuzzed.wallet) : null;
    if (own) expectConsistent(own);
    expectList(shown.json(leaderboardCall.answers[200]), own ? [...records, own] : records);
    say(`Honest players: ${acknowledged} deeds, ${lost} lost, ${twice} done twice.`);
    return [
      ...(exitCode === 0 ? [] : [`the server exited with ${exitCode} on SIGTERM`]),
      ...(lost + twice > 0 ? [`${lost} deeds were lost, ${twice} done twice`] : []),
      ...(load.refused.length > 0 ? [`honest deeds were refused: ${load.refused[0]}`] : []),
      ...(load.unknown.length > 0 ? [`${load.unknown.length} deeds were never answered`] : []),
      ...(acknowledged > 0 ? [] : ['nobody played']),
    ];
  } catch (error) {
    return [`the stored data is not sound: ${wordsOf(error)}`];
  } finally {
    await store.close();
  }
}
