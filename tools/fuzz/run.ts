/**
 * Fuzzes two built servers, target by target in rounds, while honest players keep playing on the first one.
 * At the end, both processes must be alive without a logged error, their memory must be back to what it was,
 * and no deed that the honest players were acknowledged may be lost or done twice.
 */
import http from 'node:http';
import fc from 'fast-check';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { Tampering } from '../../server/chain/testing/tampering.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad, type Load } from '../../server/test/support/load.ts';
import { expectConsistent, expectList, recordsOf } from '../../server/test/support/soundness.ts';
import { Game, type GamePlayer } from '../rig/game.ts';
import type { GameServer } from '../rig/game-server.ts';
import { TARGETS, type Playground } from './targets.ts';

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
/** Rightly logged as an error whenever a wrong answer of the node is another chain's id. */
const OF_ANOTHER_CHAIN = /"type":"WrongChain"/;

/**
 * @param options.only the name of a target, if not all are wanted.
 * @returns the findings, in words that say how to repeat them.
 */
export async function runFuzz(options: {
  readonly only?: string | undefined;
  readonly ms: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}): Promise<string[]> {
  const { only, ms, seed, say } = options;
  const names = Object.keys(TARGETS).filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`The targets are ${Object.keys(TARGETS).join(', ')}.`);
  // The server may close a kept-alive connection just as it is reused, which is not a finding.
  http.globalAgent = new http.Agent({ keepAlive: false });
  const tampering = new Tampering();
  const game = await Game.start({ env: ENV });
  const deceived = await Game.start({ env: ENV, tamper: tampering.tamper });
  const servers = [game.server, deceived.server];
  try {
    const findings: string[] = [];
    const honest = await game.settle(HONEST_PLAYERS);
    const load = startLoad({
      players: honest,
      urls: [game.server.url],
      pauseMs: Math.max(LEAST_PAUSE_MS, ms / DEEDS),
    });
    const own = await groundOf(game);
    const playground = { ...own, deceived: { ...(await groundOf(deceived)), tampering } };
    const endsAt = performance.now() + ms;
    const runs = new Map<string, number>();
    let heaps: readonly number[] | null = null;
    for (let round = 0; performance.now() < endsAt && findings.length === 0; round += 1) {
      for (const name of names) {
        const bounds = { seed: seed + round, ms: Math.min(SLICE_MS, ms / names.length) };
        const { count, failure } = await fuzz(name, playground, bounds);
        runs.set(name, (runs.get(name) ?? 0) + count);
        if (failure === null) continue;
        const again = `npm run fuzz -- --only ${name} --seed ${bounds.seed}`;
        findings.push(`${name}: ${failure}\nAgain: ${again}`);
      }
      heaps ??= await heapsOf(servers);
      findings.push(...servers.flatMap(complaintsOf));
    }
    say([...runs].map(([name, count]) => `${name}: ${count} runs`).join(', '));
    for (const [n, heapMb] of (await heapsOf(servers)).entries()) {
      const grownMb = heapMb - (heaps?.[n] ?? heapMb);
      if (grownMb >= GROWTH_MB) findings.push(`memory grew by ${grownMb.toFixed(0)} MB`);
    }
    return [...findings, ...(await settleAccounts(game, honest, own.player, load, say))];
  } finally {
    await game.close();
    await deceived.close();
  }
}

/** Draws inputs for so long, in the same order for the same seed; a failure is shrunk within that time. */
async function fuzz(
  name: string,
  playground: Playground,
  { seed, ms }: { readonly seed: number; readonly ms: number },
): Promise<{ readonly count: number; readonly failure: string | null }> {
  const target = TARGETS[name];
  if (!target) throw new Error(`there is no target ${name}`);
  const { failed, numRuns, counterexample, errorInstance } = await fc.check(
    target.property(playground),
    {
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: ms,
      markInterruptAsFailure: false,
    },
  );
  const failure = failed
    ? `${wordsOf(errorInstance)}\nby ${fc.stringify(counterexample)}`
    : await target.settled?.(playground).catch((error: unknown) => `then: ${wordsOf(error)}`);
  return { count: numRuns, failure: failure ?? null };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function groundOf(game: Game): Promise<Omit<Playground, 'deceived'>> {
  const [player] = await game.settle(1);
  if (!player) throw new Error('nobody settled');
  game.give(player.wallet, { national: { usa: 3 } });
  return { url: game.server.url, port: game.server.port, player };
}

function heapsOf(servers: readonly GameServer[]): Promise<number[]> {
  const heapOf = async (server: GameServer) =>
    server.isAlive() ? (await server.settledVitals()).heapMb : Number.NaN;
  return Promise.all(servers.map(heapOf));
}

/** A process that exited, and errors in its log: a bug, an unhandled rejection. */
function complaintsOf(server: GameServer): string[] {
  const output = server.output();
  const logged = output
    .split('\n')
    .filter((line) => LOGGED_ERROR.test(line) && !OF_ANOTHER_CHAIN.test(line));
  return [
    ...(server.isAlive() ? [] : [`a server ended:\n${output.slice(-3000)}`]),
    ...(logged.length > 0 ? [`${logged.length} errors were logged, the first: ${logged[0]}`] : []),
  ];
}

/** Checks the stored and the shown data against what the honest players were answered. */
async function settleAccounts(
  { server, dataDir }: Game,
  players: readonly GamePlayer[],
  fuzzed: GamePlayer,
  load: Load,
  say: (line: string) => void,
): Promise<string[]> {
  await load.stop();
  if (!server.isAlive()) return [];
  const shown = await ask(server.url, leaderboardCall.path);
  const exitCode = await server.end('SIGTERM');
  const store = await openEmbeddedStore({ dataDir });
  try {
    const honest = players.map(({ wallet }) => wallet);
    const { acknowledged, lost, twice, records } = await balance(store, honest, load);
    const own = await recordsOf(store, fuzzed.wallet);
    expectConsistent(own);
    expectList(shown.json(leaderboardCall.answers[200]), [...records, own]);
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
